/** An entry is a line of JSON. The next entry names its SHA-256, so a changed or removed entry breaks the chain. */
import { parseJson } from '../../core/json/json.ts'
import { sha256 } from '../../core/release/envelope.ts'
import type { Entry } from './contract-schemas.ts'

/** An entry without its place in the chain. It never has the text of a message, contact data or a secret. */
export type Act = Omit<Entry, 'seq' | 'at' | 'prev'>

/** The line of an entry, always with the same members in the same order. */
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
  approval,
  prev,
}: Entry): string {
  return JSON.stringify({ seq, at, by, person, act, endpoint, what, status, code, request, approval, prev })
}

export function digestOf(entry: Entry): string {
  return sha256(entryLine(entry))
}

/** Reads an entry; undefined if the line is not exactly as `entryLine` writes it. */
export function parseEntry(line: string): Entry | undefined {
  const value = parseJson(line)
  if (typeof value !== 'object' || value === null) return undefined
  const entry = value as Entry
  return typeof entry.seq === 'number' && typeof entry.at === 'string' && entryLine(entry) === line
    ? entry
    : undefined
}

export interface ChainEnd {
  readonly seq: number
  readonly digest: string
}

export function headFault({ seq }: Pick<ChainEnd, 'seq'>): string {
  return `entry ${seq} is not the one that the head of the log names`
}

/** Returns why the entry does not follow the end of the chain; undefined if it does. */
export function chainFault(end: ChainEnd, { seq, prev }: Pick<Entry, 'seq' | 'prev'>): string | undefined {
  if (seq > end.seq + 1) return `entries ${end.seq + 1} to ${seq - 1} are missing`
  if (seq <= end.seq) return `entry ${seq} comes after entry ${end.seq}`
  return prev === end.digest ? undefined : `entry ${end.seq} is not the one that entry ${seq} follows`
}
