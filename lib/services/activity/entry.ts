/**
 * An entry of the activity log, as it is stored: one line of JSON. The entry's digest is the SHA-256 of that line. The
 * next entry names this digest, so an entry that was changed or removed breaks the chain.
 */
import { parseJson } from '../../core/json.ts'
import { sha256 } from '../../core/release/envelope.ts'

/** The effect of a call, without the text of a message, contact data or a secret. */
export interface Act {
  /** The keyid of the caller; `cron`, `local` or `browser` for a caller without a key. */
  readonly by: string
  /** The person in whose name the key acted, as the caller gave it. */
  readonly person?: string | undefined
  /** The name of the endpoint, such as `registerDeal`. */
  readonly act: string
  /** The method and the path, with path parameters as `{name}`. */
  readonly endpoint: string
  readonly what: Readonly<Record<string, string | number | boolean>>
  /** The HTTP status of the answer. */
  readonly status: number
  /** The error code, if the answer was an error. */
  readonly code?: string | undefined
  /** The id of the request, as in the host's log. */
  readonly request: string
}

export interface Entry extends Act {
  /** 1 for the first entry. */
  readonly seq: number
  /** The time (ISO 8601), never earlier than that of the previous entry. */
  readonly at: string
  /** The digest of the previous entry; empty for the first entry. */
  readonly prev: string
}

/** The JSON line of an entry: always the same members in the same order. */
export function entryLine({
  seq,
  at,
  by,
  person,
  act,
  endpoint,
  what,
  status,
  code,
  request,
  prev,
}: Entry): string {
  return JSON.stringify({ seq, at, by, person, act, endpoint, what, status, code, request, prev })
}

export function digestOf(entry: Entry): string {
  return sha256(entryLine(entry))
}

/** The entry in a line; undefined if the line is not exactly the line of an entry. */
export function parseEntry(line: string): Entry | undefined {
  const value = parseJson(line)
  if (typeof value !== 'object' || value === null) return undefined
  const entry = value as Entry
  return typeof entry.seq === 'number' && typeof entry.at === 'string' && entryLine(entry) === line
    ? entry
    : undefined
}

/** The end of a chain. */
export interface ChainEnd {
  readonly seq: number
  readonly digest: string
}

/** The text about an entry that is not the entry that the stored head names. */
export function headFault({ seq }: Pick<ChainEnd, 'seq'>): string {
  return `entry ${seq} is not the one that the head of the log names`
}

/** Why an entry does not follow the end of a chain; undefined if it follows. */
export function chainFault(end: ChainEnd, { seq, prev }: Pick<Entry, 'seq' | 'prev'>): string | undefined {
  if (seq > end.seq + 1) return `entries ${end.seq + 1} to ${seq - 1} are missing`
  if (seq <= end.seq) return `entry ${seq} comes after entry ${end.seq}`
  return prev === end.digest ? undefined : `entry ${end.seq} is not the one that entry ${seq} follows`
}
