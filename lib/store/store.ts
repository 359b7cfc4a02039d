/**
 * The store port: versioned records with an optional lifetime, and compare-and-swap as the only way to write.
 * Everything that must happen once (locks, claims, credentials, nonces, sequence numbers) is a pure transition
 * over one record, run by `update.ts`. Every answer carries the store's own time, so that no caller's clock decides.
 */

/** A stored record: its text and the version that the swap which wrote it carried. */
export interface StoredRecord {
  readonly value: string
  readonly version: string
}

export interface ReadAnswer {
  readonly record: StoredRecord | undefined
  /** The store's time, milliseconds since the epoch. */
  readonly now: number
}

export interface SwapAnswer {
  /** True also for a repeated swap whose first answer was lost, even if others wrote in between. */
  readonly done: boolean
  /** The record as it stands after the swap (or, where it was not done, the one that stood in the way). */
  readonly record: StoredRecord | undefined
  readonly now: number
}

export interface RemoveAnswer {
  readonly done: boolean
  readonly now: number
}

export interface ListedRecord extends StoredRecord {
  readonly key: string
}

export interface ListAnswer {
  readonly records: readonly ListedRecord[]
  readonly now: number
}

/** What a swap writes: a new text, and a version that is unique to this swap. */
export interface SwapNext {
  readonly value: string
  readonly version: string
  /** Lifetime in milliseconds from now; without it the record stays. */
  readonly ttl?: number | undefined
}

/**
 * Every method rejects with AppError `store_unavailable` where the outcome is unknown or the store cannot be reached.
 * `signal`-like deadlines belong to the adapters: no call hangs longer than ten seconds.
 */
export interface Store {
  read(key: string): Promise<ReadAnswer>
  /** Writes `next` only if the record's version is `expected` (`undefined`: only if there is none). */
  swap(key: string, expected: string | undefined, next: SwapNext): Promise<SwapAnswer>
  /** Removes the record only if its version is `expected`. */
  remove(key: string, expected: string): Promise<RemoveAnswer>
  /** All living records whose key starts with `prefix`, ordered by key. */
  list(prefix: string): Promise<ListAnswer>
  close(): Promise<void>
}
