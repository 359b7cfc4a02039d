/** Finds the end of the log. The head is rewritten from time to time, so that a new instance needs only two reads. */
import { READ_AT_ONCE, type RequiredRecord, type Store, type StoredRecord } from '../../core/store/store.ts'
import { type Transition, uncheckedFormat, update } from '../../core/store/update.ts'
import type { Anchor, Entry, Gap, Witness } from './contract-schemas.ts'
import { type ChainEnd, digestOf, parseEntry } from './entry.ts'
import { gapBehind, gapOf } from './gap.ts'

export const ENTRIES = 'activity/entry/'
export const HEAD = 'activity/head'
export const HEAD_INTERVAL = 16
const FIRST_READ = 2 * HEAD_INTERVAL
/** The number of entries that `findGap` reads before a lost end of the log, and from there on. */
const SEARCHED = 200

const ANCHOR = 'activity/anchor'

/** An anchor is the last entry that an earlier version removed after an export. Nothing writes one any more. */
const anchorFormat = uncheckedFormat<Anchor>()

export interface End extends Witness {
  /** The record that proves the end: its entry, the head or the anchor. Absent if the log is empty. */
  readonly shownBy?: RequiredRecord | undefined
}

const EMPTY: End = { seq: 0, digest: '', at: '' }

export const headFormat = uncheckedFormat<Witness>()

export function keyOf(seq: number): string {
  return `${ENTRIES}${String(seq).padStart(10, '0')}`
}

export function seqOf(key: string): number {
  return Number(key.slice(ENTRIES.length))
}

export interface Bounds {
  /** The stored head, or the anchor if the anchor is later. */
  readonly head: End
  readonly anchor: Anchor | undefined
  readonly others: readonly (StoredRecord | undefined)[]
}

/** Reads the head and the anchor, and the records of `otherKeys` in the same call. */
export async function readBounds(store: Store, otherKeys: readonly string[] = []): Promise<Bounds> {
  const { records } = await store.readMany([HEAD, ANCHOR, ...otherKeys])
  const [headRecord, anchorRecord, ...others] = records
  const stored = headRecord && headFormat.parse(headRecord.value)
  const head = stored ? { ...stored, shownBy: shown(HEAD, headRecord) } : EMPTY
  const anchor = anchorRecord && anchorFormat.parse(anchorRecord.value)
  const isLater = anchor !== undefined && anchor.seq > head.seq
  return { head: isLater ? { ...anchor, shownBy: shown(ANCHOR, anchorRecord) } : head, anchor, others }
}

function shown(key: string, record: StoredRecord | undefined): RequiredRecord {
  return { key, version: record?.version }
}

export function writeHead(store: Store, { seq, digest, at }: End): Promise<void> {
  const transition: Transition<Witness, void> = current =>
    current && current.seq >= seq
      ? { keep: true, result: undefined }
      : { write: { seq, digest, at }, result: undefined }
  return update(store, { key: HEAD, format: headFormat, transition }, { durable: true })
}

/** Returns the end before the first free number after `from`. `isThere`: the store still has `from` unchanged. */
export async function follow(store: Store, from: End): Promise<{ end: End; isThere: boolean }> {
  let end = from
  let isThere = from.seq === 0
  let first = Math.max(from.seq, 1)
  for (let count = FIRST_READ; ; count = READ_AT_ONCE) {
    const { records } = await store.readMany(Array.from({ length: count }, (_, at) => keyOf(first + at)))
    const [opening] = records
    if (first === from.seq) isThere = opening !== undefined && endOf(opening, first).digest === from.digest
    const free = records.findIndex((record, at) => !record && first + at !== from.seq)
    const at = (free === -1 ? count : free) - 1
    const record = records[at]
    if (record && (isThere || first + at !== from.seq)) end = endOf(record, first + at)
    if (free !== -1) return { end, isThere }
    first += count
  }
}

/** The end at an entry. A damaged entry keeps its number, without a digest; verifying the chain shows the damage. */
export function endOf(record: StoredRecord, seq: number): End {
  const entry = parseEntry(record.value)
  const shownBy = shown(keyOf(seq), record)
  return entry
    ? { seq, at: entry.at, digest: digestOf(entry), shownBy }
    : { seq, at: '', digest: '', shownBy }
}

/**
 * Returns the gap, or undefined if the newest of `known` is there or an entry states the gap. `known` are ends that
 * were seen, the newest last.
 */
export async function findGap(
  known: readonly ChainEnd[],
  last: Pick<End, 'seq'>,
  store: Store,
): Promise<Gap | undefined> {
  const lost = known.at(-1)
  if (!lost) return undefined
  const first = Math.max(1, lost.seq - SEARCHED)
  const near = Array.from({ length: 2 * SEARCHED }, (_, at) => first + at)
  const seqs = [...known.map(({ seq }) => seq), ...near]
  const { records } = await store.readMany(seqs.map(keyOf))
  const entries = records.map(record => (record ? parseEntry(record.value) : undefined))
  const gaps = entries.flatMap(entry => (entry && gapOf(entry)) ?? [])
  if (gapBehind(lost, gaps)) return undefined
  const kept = known.findLast((end, at) => isSame(end, entries[at]))
  if (kept === lost) return undefined
  const to = kept?.seq ?? Math.max(0, Math.min((known[0]?.seq ?? 1) - 1, last.seq))
  return { from: lost.seq, digest: lost.digest, to }
}

function isSame(end: ChainEnd, entry: Entry | undefined): boolean {
  return entry !== undefined && digestOf(entry) === end.digest
}
