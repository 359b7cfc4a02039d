/**
 * Each entry is a record, inserted at the next number, so two instances never write the same one. No entry expires, and
 * none is removed. Invariants:
 * - the swap that appends an entry requires the entry before it, so the chain never continues after a lost entry. If
 * the store has lost an entry that this instance knew, the next entry says so;
 * - an instance relies on an end of the log for a day at most, so no number is used twice.
 */
import { randomUUID } from 'node:crypto'
import { AppError } from '../../core/errors.ts'
import { listPage } from '../../core/store/list.ts'
import type { Store } from '../../core/store/store.ts'
import { insert } from '../../core/store/update.ts'
import type { Anchor, Entry, Gap } from './contract-schemas.ts'
import {
  ENTRIES,
  type End,
  findGap,
  follow,
  HEAD_INTERVAL,
  keyOf,
  readBounds,
  seqOf,
  writeHead,
} from './end.ts'
import { type Act, type ChainEnd, digestOf, entryLine, parseEntry } from './entry.ts'
import { gapAct, keepGap } from './gap.ts'

const ATTEMPTS = 100
const END_TRUSTED = 86_400_000
/** The number of earlier ends that an instance remembers, to find out how far the store went back. */
const REMEMBERED_ENDS = 64

export interface EntriesPage {
  readonly entries: readonly (Entry & { readonly digest: string })[]
  /** The last entry that was read for this page; undefined on the last page. */
  readonly next: number | undefined
  /** An entry at or near the end. A reader who does not reach it knows that entries are lost. */
  readonly head: ChainEnd
  /** The entry after which the stored log begins. */
  readonly anchor: Anchor | undefined
}

export type ActivityLog = ReturnType<typeof createActivityLog>

interface PageOfEntries {
  readonly after?: number | undefined
  readonly since?: string | undefined
  readonly until?: string | undefined
  readonly limit: number
}

/** `now` is in milliseconds since the epoch. */
export function createActivityLog({ store, now }: { store: () => Store; now: () => number }) {
  const known = createKnownEnd({ store, now })
  return {
    /** @throws AppError `store_unavailable`, `store_busy` */
    async append(act: Act): Promise<void> {
      for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
        const asked = now()
        const { end, gap } = await known.read(attempt)
        const entry = entryAfter(end, gap ? gapAct(gap, act) : act, asked)
        const written = await insertEntry(entry, end, store())
        if (!written) continue
        // set only after a success, because a failed call does not show where the end is
        known.set(written, asked)
        if (entry.seq % HEAD_INTERVAL === 0) await writeHead(store(), written)
        if (!gap) return
      }
      throw new AppError('store_busy', 'Cannot append to the activity log: others kept appending to it', {
        hint: 'try again in a moment',
      })
    },
    /** Reads the end ahead of an append, unless this instance knows it. Never rejects. */
    prepare: () => known.prepare(),
    /**
     * Returns the entries after the number `after`, or from the time `since` on, until the time `until` (ISO); the
     * oldest first.
     */
    async page({ after, since, until, limit }: PageOfEntries): Promise<EntriesPage> {
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

/** Keeps the end that this instance knows, and a gap until an entry states it. */
function createKnownEnd({ store, now }: { store: () => Store; now: () => number }) {
  let ends: readonly End[] = []
  let learned = 0
  let gap: Gap | undefined
  let learning: Promise<End> | undefined
  const add = (end: End, asked: number) => {
    ;[ends, learned] = [[...ends.slice(1 - REMEMBERED_ENDS), end], asked]
  }
  const readEnd = async () => (await follow(store(), (await readBounds(store())).head)).end
  /** The known end; undefined if this instance has known it for too long. */
  const recent = () => (now() - learned < END_TRUSTED ? ends.at(-1) : undefined)
  /** Learns the end; concurrent calls share one read. */
  const learn = (): Promise<End> => {
    learning ??= (async () => {
      const asked = now()
      const end = await readEnd()
      ;[ends, learned] = [[end], asked]
      return end
    })().finally(() => {
      learning = undefined
    })
    return learning
  }
  /** Follows the entries after `before`. If the store has lost `before`, the gap is kept for the next entry. */
  const followOrGap = async (before: End, asked: number): Promise<End> => {
    const { end, isThere } = await follow(store(), before)
    if (isThere) {
      if (gap) gap = await findGap([{ seq: gap.from, digest: gap.digest }], end, store())
      add(end, asked)
      return end
    }
    const last = await readEnd()
    const found = await findGap(ends, last, store())
    if (found) await keepGap(found, store())
    // another call of this instance may have set the end first
    if (ends.at(-1) === before) [ends, learned, gap] = [[last], asked, found]
    return last
  }
  return {
    async prepare(): Promise<void> {
      if (!recent()) await learn().catch(() => undefined)
    },
    set(end: End, asked: number): void {
      gap = undefined
      add(end, asked)
    },
    /** Returns the known end at the first attempt, if it is recent; otherwise the end in the store. */
    async read(attempt: number): Promise<{ readonly end: End; readonly gap: Gap | undefined }> {
      const before = recent()
      if (before) return { end: attempt === 0 ? before : await followOrGap(before, now()), gap }
      return { end: await learn(), gap }
    },
  }
}

/** Inserts the entry. Undefined if the number is taken, or the store does not have the entry before it. */
async function insertEntry(entry: Entry, before: End, store: Store): Promise<End | undefined> {
  const [key, version] = [keyOf(entry.seq), randomUUID()]
  const record = { key, value: entryLine(entry), requires: before.shownBy }
  const isWritten = await insert(store, record, { durable: true, newVersion: () => version })
  const end = { seq: entry.seq, at: entry.at, digest: digestOf(entry), shownBy: { key, version } }
  return isWritten ? end : undefined
}

/** The next entry. If the clock is behind the last entry's time, the new entry gets that time. */
function entryAfter(end: End, act: Act, now: number): Entry {
  const at = new Date(now).toISOString()
  return { ...act, seq: end.seq + 1, at: at < end.at ? end.at : at, prev: end.digest }
}

/** Finds the last entry before `since`, else `begin`, by a binary search, because times never decrease. */
export async function lastBefore(
  since: string,
  { head, begin }: { head: End; begin: number },
  store: Store,
): Promise<number> {
  let [low, high] = [begin, (await follow(store, head)).end.seq]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    const { record } = await store.read(keyOf(middle))
    const at = record && parseEntry(record.value)?.at
    if (at !== undefined && at < since) low = middle
    else high = middle - 1
  }
  return low
}

/** Appends the entry that a restored store lacks `lost`, unless an entry says so. @throws AppError as `append` does */
export async function appendGap(
  lost: Omit<End, 'shownBy'>,
  call: Pick<Act, 'request'>,
  { store, append }: { readonly store: Store } & Pick<ActivityLog, 'append'>,
): Promise<void> {
  const { head, anchor } = await readBounds(store)
  const after = new Date(Date.parse(lost.at) + 1).toISOString()
  const seq = await lastBefore(after, { head, begin: anchor?.seq ?? 0 }, store)
  const gap = await findGap([lost], { seq }, store)
  if (gap) await append(gapAct(gap, call))
}
