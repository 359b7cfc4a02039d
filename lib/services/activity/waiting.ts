/** Finds entries that have waited too long to be exported and removed; `lib/app` raises the notice. */
import { type Calendar, monthOf } from '../../core/language/calendar.ts'
import { listPage } from '../../core/store/list.ts'
import type { Store } from '../../core/store/store.ts'
import { ENTRIES, follow, keyOf, readBounds } from './end.ts'
import { parseEntry } from './entry.ts'

/** Milliseconds, two months, after which the oldest entry should have been exported. */
export const OLDEST = 62 * 86_400_000
/** If the store has more than this number of entries, and a finished month can be exported, a notice says so. */
export const MOST_ENTRIES = 10_000

/** The oldest entry that is stored. */
export interface Waiting {
  /** When the entry was written, milliseconds since the epoch. */
  readonly at: number
  /** The number of stored entries, including the oldest. */
  readonly count: number
}

/** Reads the oldest entry in the store; undefined if the store has no entry. */
export async function readWaiting(store: Store): Promise<Waiting | undefined> {
  const { head, anchor } = await readBounds(store)
  const [{ records }, { end }] = await Promise.all([
    listPage(store, ENTRIES, { after: keyOf(anchor?.seq ?? 0), limit: 1 }),
    follow(store, head),
  ])
  const [oldest] = records
  const entry = oldest && parseEntry(oldest.value)
  if (!entry) return undefined
  return { at: Date.parse(entry.at), count: end.seq - entry.seq + 1 }
}

/**
 * Returns the month that should have been exported already, and the month that the notice names; undefined if the
 * export is not overdue.
 */
export function monthWaiting(
  waiting: Waiting | undefined,
  { calendar, now }: { calendar: Calendar; now: number },
): { readonly month: string; readonly said: string; readonly count: number } | undefined {
  if (!waiting) return undefined
  const [month, said] = [waiting.at, now].map(moment => monthOf(calendar(moment))) as [string, string]
  const isDue = now - waiting.at >= OLDEST || waiting.count > MOST_ENTRIES
  return isDue && month < said ? { month, said, count: waiting.count } : undefined
}
