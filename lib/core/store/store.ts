/**
 * The interface of a store: versioned records with an optional lifetime, and compare-and-swap as the only way to write.
 * Everything that must happen once (locks, claims, credentials, nonces, sequence numbers) is decided by the swap of one
 * record (`update.ts`). Every answer has the store's own time, so that no caller's clock decides.
 *
 * Every adapter keeps the same promise. A swap carries a unique version, and the store remembers the versions written
 * to a key for sixty seconds, whatever happens to the record in the meantime (others write it, it is removed, it
 * expires). If a caller repeats a swap within that time because its answer was lost, the answer is that the swap is
 * done, and nothing changes. A removal has no version of its own: if it is repeated, the answer is that nothing was
 * done.
 */
import { AppError } from '../errors.ts'

/** A stored record: its text, and the version of the swap that wrote it. */
export interface StoredRecord {
  readonly value: string
  readonly version: string
  /** The stored text of a record whose MAC is missing, wrong or of an unknown epoch; `value` is then empty. */
  readonly refused?: string
  /** Whether an older epoch of KURA_SEAL_KEYS made the MAC of the record. */
  readonly older?: true
}

export interface ReadAnswer {
  readonly record: StoredRecord | undefined
  /** The store's time in milliseconds since the epoch. */
  readonly now: number
}

export interface SwapAnswer {
  /** Whether the swap was done. Also true for a repeated swap, even if others have written since. */
  readonly done: boolean
  /**
   * The record after the call. If the swap was not done, it is the current record; if the current record has the
   * expected version, the condition in `requires` or a record in `also` prevented the swap. After a repeated swap it
   * may be another caller's record, or undefined.
   */
  readonly record: StoredRecord | undefined
  readonly now: number
  /**
   * Whether a failover of the store can no longer undo the swap. Only the answer to a durable swap that was done has
   * this member. It is false if no replica has confirmed the swap; the record is written in that case too.
   */
  readonly confirmed?: boolean
}

export interface ReadManyAnswer {
  /** The records in the order of the keys; undefined if there is no record. */
  readonly records: readonly (StoredRecord | undefined)[]
  readonly now: number
}

export interface KeyPage {
  /** The key after which the page begins; the key need not exist. By default, the page begins at the first key. */
  readonly after?: string | undefined
  /** The maximum number of keys: 1 to `KEYS_AT_ONCE`, which is the default. */
  readonly limit?: number | undefined
  /** Whether only records whose latest swap said `open` are listed. The others are not read. */
  readonly open?: boolean | undefined
  /**
   * Whether the caller needs the records too. A store whose calls are round trips over a network then sends them with
   * the keys.
   */
  readonly records?: boolean | undefined
}

export interface KeysAnswer {
  readonly keys: readonly string[]
  /** The records of the first keys, in their order; the store need not send all of them. */
  readonly records?: readonly (StoredRecord | undefined)[] | undefined
  /** The `after` of the next page; undefined on the last page. */
  readonly next: string | undefined
  readonly now: number
}

/** A record that a swap requires, and its version; undefined if the record must not exist. */
export interface RequiredRecord {
  readonly key: string
  readonly version: string | undefined
}

/** The record that a swap writes: a new text, and a version that is unique to this swap. */
export interface SwapNext {
  readonly value: string
  /** The version: 1 to 100 characters of printable ASCII without spaces. */
  readonly version: string
  /**
   * The lifetime of the record in milliseconds from now, rounded up, at least 1; without it the record does not expire.
   */
  readonly ttl?: number | undefined
  /**
   * Whether a failover of the store must not undo the swap. Set it if a caller relies on the write, and before an
   * irreversible call. The swap then waits, up to 300 ms, until a replica has the write. `README.md` lists the durable
   * records.
   */
  readonly durable?: boolean | undefined
  /**
   * Whether the record is open work. In the same atomic step that writes the record, the swap adds its key to the index
   * of open records or removes the key from there. Default false.
   */
  readonly open?: boolean | undefined
  /** The swap is done only if this record has this version, in the same atomic step. */
  readonly requires?: RequiredRecord | undefined
  /**
   * Other records that the same atomic step writes, with the version of the swap and without a lifetime. If one of them
   * has another version than expected, nothing is written.
   */
  readonly also?: readonly AlsoWritten[] | undefined
}

/** A further record that a swap writes. If `expected` is undefined, there must be no such record yet. */
export interface AlsoWritten {
  readonly key: string
  readonly expected: string | undefined
  readonly value: string
}

/** The shortest time in milliseconds for which a store remembers the versions that were written to a key. */
export const REMEMBERED = 60_000

/** The maximum number of records that one call reads. */
export const READ_AT_ONCE = 1_000

/** The maximum number of keys that one call lists. */
export const KEYS_AT_ONCE = 10_000

/**
 * A fault of the store that lasts until a person mends it, such as a refused token: the hint says how. Repeating the
 * call does not help.
 */
export class LastingFault extends AppError {}

/** The purposes of the tokens that kura makes. Each purpose has a MAC key of its own. */
export type TokenKind = 'session' | 'invitation'

/** Makes tokens that name records, and recognizes them without a call of the store; see `signatures/own-tokens.ts`. */
export interface TokenMaker {
  make(kind: TokenKind): string
  isOwn(kind: TokenKind, token: string): boolean
}

/**
 * A store of text records. Keys and values are Unicode text and are stored exactly. A lone surrogate is refused
 * (AppError `bad_request`, because only a caller's text can have one).
 *
 * Every method rejects with AppError `store_unavailable` if the outcome is unknown or the store cannot be reached. The
 * adapters have their own time-outs: no call takes longer than ten seconds.
 */
export interface Store {
  /** Makes tokens with the keys of the environment; only the store of a deployment has it. */
  readonly tokens?: TokenMaker
  /**
   * Returns the remembered answers about these records, and forgets them. Undefined if one of them is not remembered.
   * Only the store of one request has it (`upstash/recall.ts`).
   */
  recall?(keys: readonly string[]): ReadManyAnswer | undefined
  /**
   * Remembers these records as absent, as of the last read; does nothing if there was no read yet. Only the store of
   * one request has it.
   */
  assumeNone?(keys: readonly string[]): void
  read(key: string): Promise<ReadAnswer>
  /** Reads up to `READ_AT_ONCE` records in one call. */
  readMany(keys: readonly string[]): Promise<ReadManyAnswer>
  /** Writes `next` only if the record's version is `expected` (`undefined`: only if there is none). */
  swap(key: string, expected: string | undefined, next: SwapNext): Promise<SwapAnswer>
  /** Removes the record only if its version is `expected`. */
  remove(key: string, expected: string): Promise<{ readonly done: boolean; readonly now: number }>
  /**
   * Lists one page of the keys that start with `prefix`, ordered by the bytes of their UTF-8. A key whose record has
   * just expired may be among them. Several pages are not a snapshot: records that are written between the calls may or
   * may not be listed. A key that exists during the whole listing is on exactly one page. `list.ts` reads the records
   * too.
   */
  keys(prefix: string, page?: KeyPage): Promise<KeysAnswer>
  close(): Promise<void>
}
