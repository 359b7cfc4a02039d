/**
 * A store has versioned records with an optional lifetime, and compare-and-swap is the only way to write. Everything
 * that must happen once (locks, claims, credentials, nonces, sequence numbers) is decided by the swap of one record
 * (`update.ts`). Every answer has the store's own time, so that no caller's clock decides.
 *
 * Every adapter keeps the same promise. A swap carries a unique version, and the store remembers the versions written
 * to a key for sixty seconds, whatever happens to the record in the meantime. If a caller repeats a swap within that
 * time because its answer was lost, the answer is that the swap is done, and nothing changes. A removal has no version
 * of its own, so the answer to a repeated removal is that nothing was done.
 */
import { AppError } from '../errors.ts'

export interface StoredRecord {
  readonly value: string
  readonly version: string
  /** The stored text, if its MAC is missing, wrong or of an unknown epoch. `value` is then empty. */
  readonly refused?: string
  /** Set if an older epoch of KURA_SEAL_KEYS made the MAC. */
  readonly older?: true
}

export interface ReadAnswer {
  readonly record: StoredRecord | undefined
  /** The store's time, in milliseconds since the epoch. */
  readonly now: number
}

export interface SwapAnswer {
  /** Whether the swap is done. This is also true for a repeated swap, even if others have written since. */
  readonly done: boolean
  /**
   * The record after the call. If it has the expected version although the swap was not done, `requires` or `also`
   * prevented the swap. After a repeated swap it may be another caller's record, or undefined.
   */
  readonly record: StoredRecord | undefined
  readonly now: number
  /** Set only after a durable swap. False if no replica has confirmed the swap, so that a failover could undo it. */
  readonly confirmed?: boolean
}

export interface ReadManyAnswer {
  /** The records, in the order of the keys. */
  readonly records: readonly (StoredRecord | undefined)[]
  readonly now: number
}

export interface KeyPage {
  /** The key after which the page begins. No record need have this key. */
  readonly after?: string | undefined
  /** The most keys of the page, from 1 to `KEYS_AT_ONCE`, which is the default. */
  readonly limit?: number | undefined
  /** Whether to list only records whose latest swap said `open`. The other keys are not read. */
  readonly open?: boolean | undefined
  /** Whether to return the records too. A store over a network then sends them with the keys. */
  readonly records?: boolean | undefined
}

export interface KeysAnswer {
  readonly keys: readonly string[]
  /** The records of the first keys. The store need not send the records of all keys. */
  readonly records?: readonly (StoredRecord | undefined)[] | undefined
  /** The value of `after` for the next page. */
  readonly next: string | undefined
  readonly now: number
}

/** A condition of a swap. `version` is undefined if the record must not exist. */
export interface RequiredRecord {
  readonly key: string
  readonly version: string | undefined
}

export interface SwapNext {
  readonly value: string
  /** The version, unique to this swap: 1 to 100 characters of printable ASCII without spaces. */
  readonly version: string
  /** The lifetime in milliseconds from now, rounded up. Without a lifetime, the record does not expire. */
  readonly ttl?: number | undefined
  /**
   * Whether a failover must not undo the swap, because a caller or an irreversible call relies on it. The swap then
   * waits, at most 300 ms, until a replica has the write. `README.md` lists the durable records.
   */
  readonly durable?: boolean | undefined
  /** Whether the record is open work. The swap adds the key to the index of open records, or removes it from there. */
  readonly open?: boolean | undefined
  /** A condition of the swap: the named record must have the named version. */
  readonly requires?: RequiredRecord | undefined
  /** Records to write in the same step, without a lifetime. If a version differs, nothing is written. */
  readonly also?: readonly AlsoWritten[] | undefined
}

/** A record to write with another one. `expected` is undefined if there must be no such record yet. */
export interface AlsoWritten {
  readonly key: string
  readonly expected: string | undefined
  readonly value: string
}

/** The milliseconds for which a store remembers the versions at least. */
export const REMEMBERED = 60_000

/** The most records that one call reads. */
export const READ_AT_ONCE = 1_000

/** The most keys that one call lists. */
export const KEYS_AT_ONCE = 10_000

/** A fault, such as a refused token, that a person has to mend. Repeating the call does not help. */
export class LastingFault extends AppError {}

/** The kinds of tokens. Each kind has a MAC key of its own. */
export type TokenKind = 'session' | 'invitation'

/** Makes tokens, which name records. They are recognized without a call of the store (`signatures/own-tokens.ts`). */
export interface TokenMaker {
  make(kind: TokenKind): string
  isOwn(kind: TokenKind, token: string): boolean
}

/**
 * Keys and values are Unicode text and are stored exactly. A lone surrogate is refused with AppError `bad_request`,
 * because only a caller's text can have one. Every method rejects with AppError `store_unavailable` if the outcome is
 * unknown or the store cannot be reached. No call takes longer than ten seconds.
 */
export interface Store {
  /** Makes tokens. Only the store of a deployment has this member. */
  readonly tokens?: TokenMaker
  /**
   * Returns the remembered answers about these records, and forgets the answers. Undefined if an answer is missing.
   * Only the store of one request has this method (`upstash/recall.ts`).
   */
  recall?(keys: readonly string[]): ReadManyAnswer | undefined
  /** Remembers these records as absent, as of the last read, if any. Only the store of one request has this method. */
  assumeNone?(keys: readonly string[]): void
  read(key: string): Promise<ReadAnswer>
  /** Reads at most `READ_AT_ONCE` keys. */
  readMany(keys: readonly string[]): Promise<ReadManyAnswer>
  /** Writes `next` only if the record's version is `expected`, or, for undefined, if there is no record. */
  swap(key: string, expected: string | undefined, next: SwapNext): Promise<SwapAnswer>
  remove(key: string, expected: string): Promise<{ readonly done: boolean; readonly now: number }>
  /**
   * Lists the keys that start with `prefix`, ordered by the bytes of their UTF-8. A key whose record has just expired
   * may be among them. Several pages are not a snapshot, but a key that exists during the whole listing is on exactly
   * one page.
   */
  keys(prefix: string, page?: KeyPage): Promise<KeysAnswer>
  close(): Promise<void>
}
