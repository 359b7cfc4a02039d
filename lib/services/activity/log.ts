/**
 * The activity log in the store: a record for each entry, inserted at the next number, so two instances never write the
 * same one. The record `activity/head` is rewritten from time to time, so that a new instance finds the end of the log
 * with two reads; if the head is behind, the entries after it are read. Entries do not expire by themselves:
 * `removal.ts` removes exported entries, up to the anchor. Invariant: an instance trusts an end that it knows for a day
 * at most, and a removed entry keeps its number for a week, so no number is used twice.
 */
import { AppError } from '../../core/errors.ts'
import { parseJson } from '../../core/json.ts'
import { listPage } from '../../core/store/list.ts'
import { READ_AT_ONCE, type Store } from '../../core/store/store.ts'
import { insert, type RecordFormat, type Transition, update } from '../../core/store/update.ts'
import { ANCHOR, type Anchor, anchorFormat } from './anchor.ts'
import { type Act, type ChainEnd, digestOf, type Entry, entryLine, parseEntry } from './entry.ts'

export const ENTRIES = 'activity/entry/'
const HEAD = 'activity/head'
/** After how many entries the head is written again. */
const HEAD_INTERVAL = 16
/** How many entries after the head are read at first. */
const FIRST_LOOK = 2 * HEAD_INTERVAL
/** How often an append is tried while other instances take the next number. */
const ATTEMPTS = 100
/** Milliseconds for which an instance trusts the end that it knows. */
const END_TRUSTED = 86_400_000

/** The last known entry. */
interface Head extends ChainEnd {
  readonly at: string
}

const EMPTY: Head = { seq: 0, digest: '', at: '' }

const headFormat: RecordFormat<Head> = {
  parse(text) {
    const { seq = 0, digest = '', at = '' } = (parseJson(text) ?? {}) as Partial<Head>
    return { seq, digest, at }
  },
  format: head => JSON.stringify(head),
}

export interface EntriesPage {
  readonly entries: readonly (Entry & { readonly digest: string })[]
  /** The number of the last entry of the page; undefined on the last page. */
  readonly next: number | undefined
  /**
   * An entry at or near the end of the log. If the returned entries end before it although no page follows, entries are
   * lost.
   */
  readonly head: ChainEnd
  /** Where the stored log begins; undefined if nothing was removed. */
  readonly anchor: Anchor | undefined
}

export interface ActivityLog {
  /** Appends an entry. @throws AppError `store_unavailable`, `store_busy` */
  append(act: Act): Promise<void>
  /**
   * At most `limit` entries, the oldest first: those after the number `after`, else those from the moment `since` on;
   * always before the moment `until` (ISO times).
   */
  page(request: PageOfEntries): Promise<EntriesPage>
}

export interface PageOfEntries {
  readonly after?: number | undefined
  readonly since?: string | undefined
  readonly until?: string | undefined
  readonly limit: number
}

/** `now` gives milliseconds since the epoch. */
export function createActivityLog({ store, now }: { store: () => Store; now: () => number }): ActivityLog {
  let end: Head | undefined
  let learned = 0
  const knownEnd = () => (now() - learned < END_TRUSTED ? end : undefined)
  /** At the first attempt the end that this instance knows, if it is recent; else the end in the store. */
  const lastEntry = async (attempt: number) => {
    const [known, asked] = [knownEnd(), now()]
    if (known && attempt === 0) return known
    const last = await follow(store(), known ?? (await readBounds(store())).head)
    ;[end, learned] = [last, asked]
    return last
  }
  return {
    async append(act) {
      for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
        const asked = now()
        const entry = entryAfter(await lastEntry(attempt), act, asked)
        const record = { key: keyOf(entry.seq), value: entryLine(entry) }
        if (!(await insert(store(), record, { durable: true }))) continue
        const written = { seq: entry.seq, at: entry.at, digest: digestOf(entry) }
        // set only after a success: a failed call says nothing about the end
        ;[end, learned] = [written, asked]
        if (entry.seq % HEAD_INTERVAL === 0) await writeHead(store(), written)
        return
      }
      throw new AppError('store_busy', 'Cannot append to the activity log: others kept appending to it', {
        hint: 'try again in a moment',
      })
    },
    async page({ after, since, until, limit }) {
      const { head, anchor } = await readBounds(store())
      const begin = anchor?.seq ?? 0
      const start = after ?? (since === undefined ? begin : await lastBefore(since, { head, begin }, store()))
      const { records, next } = await listPage(store(), ENTRIES, {
        after: keyOf(Math.max(start, begin)),
        limit,
      })
      const listed = records
        .map(({ value }) => parseEntry(value))
        .filter(entry => entry !== undefined)
        .map(entry => ({ ...entry, digest: digestOf(entry) }))
      const entries = listed.filter(({ at }) => until === undefined || at < until)
      const isLast = next === undefined || entries.length < listed.length
      const { seq, digest } = head
      return { entries, next: isLast ? undefined : seqOf(next), head: { seq, digest }, anchor }
    },
  }
}

/** The entry after `end`. If the clock is behind, the entry gets the time of the last one. */
function entryAfter(end: Head, act: Act, now: number): Entry {
  const at = new Date(now).toISOString()
  return { ...act, seq: end.seq + 1, at: at < end.at ? end.at : at, prev: end.digest }
}

export function keyOf(seq: number): string {
  return `${ENTRIES}${String(seq).padStart(10, '0')}`
}

export function seqOf(key: string): number {
  return Number(key.slice(ENTRIES.length))
}

/** The head, or the anchor if that is later; and the anchor, if entries were removed. */
export async function readBounds(
  store: Store,
): Promise<{ readonly head: Head; readonly anchor: Anchor | undefined }> {
  const [headRecord, anchorRecord] = (await store.readMany([HEAD, ANCHOR])).records
  const head = headRecord ? headFormat.parse(headRecord.value) : EMPTY
  const anchor = anchorRecord && anchorFormat.parse(anchorRecord.value)
  return { head: anchor && anchor.seq > head.seq ? anchor : head, anchor }
}

function writeHead(store: Store, head: Head): Promise<void> {
  const transition: Transition<Head, void> = current =>
    current && current.seq >= head.seq
      ? { keep: true, result: undefined }
      : { write: head, result: undefined }
  return update(store, { key: HEAD, format: headFormat, transition }, { durable: true })
}

/** The end of the log: reads the entries after `from` up to the first free number. */
export async function follow(store: Store, from: Head): Promise<Head> {
  let end = from
  for (let count = FIRST_LOOK; ; count = READ_AT_ONCE) {
    const first = end.seq + 1
    const { records } = await store.readMany(Array.from({ length: count }, (_, at) => keyOf(first + at)))
    const free = records.indexOf(undefined)
    const last = records[free === -1 ? count - 1 : free - 1]
    if (last) end = headOf(last.value, first + (free === -1 ? count : free) - 1)
    if (free !== -1) return end
  }
}

/** The number, time and digest of an entry. A damaged entry keeps its number; verifying the chain shows the damage. */
function headOf(line: string, seq: number): Head {
  const entry = parseEntry(line)
  return entry ? { seq, at: entry.at, digest: digestOf(entry) } : { seq, at: '', digest: '' }
}

/**
 * The number of the last entry before `since`, or `begin` if there is none: a binary search, because times never
 * decrease.
 */
async function lastBefore(
  since: string,
  { head, begin }: { head: Head; begin: number },
  store: Store,
): Promise<number> {
  let [low, high] = [begin, (await follow(store, head)).seq]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    const { record } = await store.read(keyOf(middle))
    const at = record && parseEntry(record.value)?.at
    if (at !== undefined && at < since) low = middle
    else high = middle - 1
  }
  return low
}
