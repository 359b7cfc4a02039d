import { READ_AT_ONCE, type Store } from '../../../core/store/store.ts'
import { follow, keyOf, readBounds } from '../end.ts'
import { digestOf, parseEntry } from '../entry.ts'
import { type EntriesPage, lastBefore } from '../log.ts'
import { type Choice, isChosen } from './choice.ts'

/** The number of entries after which a call begins no further read. */
const MOST_READ = 5_000
/** The number of entries in the first read, which is enough for a page without a choice. */
const FIRST_READ = 100

export interface Search extends Choice {
  readonly since?: string | undefined
  readonly until?: string | undefined
  /** The number before which entries are found. */
  readonly before?: number | undefined
  readonly limit: number
}

/** Finds entries, the newest first. A call that has read many may end early. @throws AppError `store_unavailable` */
export async function searchEntries(search: Search, store: Store): Promise<EntriesPage> {
  const { head, anchor } = await readBounds(store)
  const { first, last } = await rangeOf(search, { head, begin: anchor?.seq ?? 0 }, store)
  const entries: EntriesPage['entries'][number][] = []
  let high = last
  for (let count = FIRST_READ; high >= first && last - high < MOST_READ; count = READ_AT_ONCE) {
    const low = Math.max(first, high - count + 1)
    const { records } = await store.readMany(
      Array.from({ length: high - low + 1 }, (_, at) => keyOf(low + at)),
    )
    for (; high >= low && entries.length < search.limit; high--) {
      const record = records[high - low]
      const entry = record && parseEntry(record.value)
      if (entry && isChosen(entry, search)) entries.push({ ...entry, digest: digestOf(entry) })
    }
    if (entries.length === search.limit) break
  }
  const { seq, digest } = head
  return { entries, next: high >= first ? high + 1 : undefined, head: { seq, digest }, anchor }
}

async function rangeOf(
  { since, until, before }: Search,
  { head, begin }: { readonly head: Parameters<typeof follow>[1]; readonly begin: number },
  store: Store,
): Promise<{ first: number; last: number }> {
  const ends = async () => {
    if (before !== undefined) return before - 1
    if (until !== undefined) return lastBefore(until, { head, begin }, store)
    return (await follow(store, head)).end.seq
  }
  const starts = async () => (since === undefined ? begin : lastBefore(since, { head, begin }, store))
  const [start, last] = await Promise.all([starts(), ends()])
  return { first: Math.max(start, begin) + 1, last }
}
