/**
 * Removes exported entries from the store. Invariants:
 * - entries are removed only if the caller gives the SHA-256 of their lines, their number, and the digest of the last
 *   one, exactly as they are stored; so an entry that was not exported stays;
 * - only whole months that are over are removed;
 * - first an entry of the log and the anchor record the removal; then each removed entry gets an expiry instead of
 *   being deleted, so its number stays taken until no instance can still try to use it (`log.ts`);
 * - an interrupted removal is continued by any other run, later or at the same time.
 */
import { randomUUID } from 'node:crypto'
import { AppError } from '../../core/errors.ts'
import { type Calendar, monthOf } from '../../core/language/calendar.ts'
import { listPage } from '../../core/store/list.ts'
import { READ_AT_ONCE, type Store } from '../../core/store/store.ts'
import { update } from '../../core/store/update.ts'
import { mapConcurrently } from '../../core/work/concurrency.ts'
import type { Anchor, Entry } from './contract-schemas.ts'
import { ANCHOR, anchorFormat, ENTRIES, keyOf, readBounds, seqOf } from './end.ts'
import { type Act, digestOf, parseEntry } from './entry.ts'
import { contentOf } from './export.ts'

/**
 * Milliseconds, a week, after which the record of a removed entry expires: until then its number cannot be used again.
 */
export const NUMBER_KEPT = 7 * 86_400_000

/** The entries to remove, as their export names them. */
export interface RemovalRequest {
  /** The digest of the last entry to remove. */
  readonly last: string
  readonly count: number
  /** The SHA-256 of the lines of the entries. */
  readonly content: string
  /** The digest of the export. */
  readonly export: string
}

export interface Remover {
  readonly by: string
  readonly person: string
  /** The id of the request. */
  readonly request: string
}

export interface RemovalDeps {
  readonly store: Store
  /**
   * Appends an entry to the activity log. @throws AppError `store_unavailable`, `store_busy`
   */
  readonly append: (act: Act) => Promise<void>
  readonly calendar: Calendar
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** Milliseconds from a clock that never goes back. */
  readonly clock: () => number
  /** Milliseconds after which a call stops; the next call continues. */
  readonly timeBudget: number
  /** When the function began the request, on `clock`; by default, when the removal begins. */
  readonly started?: number | undefined
}

/** The outcome of a removal, and the number of entries that still have to be removed; 0 when it is finished. */
export interface RemovalReport {
  readonly first: number
  readonly last: number
  readonly count: number
  readonly left: number
}

/**
 * Removes entries.
 * @throws AppError `conflict` if the store has other entries than the request names, if their month is not over, or if
 * another removal came first
 */
export async function removeEntries(
  request: RemovalRequest,
  remover: Remover,
  deps: RemovalDeps,
): Promise<RemovalReport> {
  const { anchor } = await readBounds(deps.store)
  const isBegun = anchor?.digest === request.last
  const begun = isBegun ? sameExport(anchor, request) : await begin(request, { anchor, remover }, deps)
  return finish(begun, deps)
}

/**
 * Checks that the request names the export by which the entries were removed.
 * @throws AppError `conflict` if the entries were removed by another export
 */
function sameExport(anchor: Anchor, named: Pick<RemovalRequest, 'export'>): Anchor {
  if (anchor.export === named.export) return anchor
  throw conflict(`entries ${anchor.first} to ${anchor.seq} were removed with the export ${anchor.export}`)
}

async function begin(
  request: RemovalRequest,
  { anchor, remover }: { anchor: Anchor | undefined; remover: Remover },
  deps: RemovalDeps,
): Promise<Anchor> {
  const { first, last, count } = await checkedRange(request, anchor, deps)
  const what = { first: first.seq, last: last.seq, count, digest: request.last, export: request.export }
  await deps.append({
    by: remover.by,
    person: remover.person,
    act: 'beginRemoval',
    endpoint: 'POST /api/admin/activity/removals',
    what,
    status: 202,
    request: remover.request,
  })
  const next: Anchor = {
    seq: last.seq,
    digest: request.last,
    at: last.at,
    first: first.seq,
    count,
    export: request.export,
    by: remover.by,
    person: remover.person,
    removedAt: new Date(deps.now()).toISOString(),
    pending: first.seq,
  }
  return moveAnchor(next, anchor, deps.store)
}

/**
 * Moves the anchor, unless another removal came first. The write is durable, because a failover of the store must not
 * undo the anchor once entries expire.
 */
function moveAnchor(next: Anchor, before: Anchor | undefined, store: Store): Promise<Anchor> {
  return update<Anchor, Anchor>(
    store,
    {
      key: ANCHOR,
      format: anchorFormat,
      transition(current) {
        if (current?.digest === next.digest) return { keep: true, result: sameExport(current, next) }
        if (current?.digest !== before?.digest) throw conflict('another removal was first')
        return { write: next, result: next }
      },
    },
    { durable: true },
  )
}

/** Gives each entry up to the anchor an expiry, beginning with the first entry that may have no expiry yet. */
async function finish(anchor: Anchor, deps: RemovalDeps): Promise<RemovalReport> {
  const end = (deps.started ?? deps.clock()) + deps.timeBudget
  let { pending } = anchor
  while (pending !== undefined) {
    const last = Math.min(pending + READ_AT_ONCE - 1, anchor.seq)
    await giveEnds({ first: pending, last }, deps.store)
    pending = last < anchor.seq ? last + 1 : undefined
    await notePending(anchor, pending, deps.store)
    if (deps.clock() > end) break
  }
  return reportOf({ ...anchor, pending })
}

/**
 * Gives entries an expiry. If the record of an entry has changed in the meantime, another run has given it an expiry.
 */
async function giveEnds({ first, last }: { first: number; last: number }, store: Store): Promise<void> {
  const keys = Array.from({ length: last - first + 1 }, (_, at) => keyOf(first + at))
  const { records } = await store.readMany(keys)
  const found = keys.flatMap((key, at) => {
    const record = records[at]
    return record ? [{ key, ...record }] : []
  })
  await mapConcurrently(found, ({ key, version, value }) =>
    store.swap(key, version, { value, version: randomUUID(), ttl: NUMBER_KEPT }),
  )
}

function notePending(anchor: Anchor, pending: number | undefined, store: Store): Promise<void> {
  return update<Anchor, void>(store, {
    key: ANCHOR,
    format: anchorFormat,
    transition(current) {
      const isBehind = current?.pending !== undefined && (pending === undefined || current.pending < pending)
      return current?.digest === anchor.digest && isBehind
        ? { write: { ...current, pending }, result: undefined }
        : { keep: true, result: undefined }
    },
  })
}

function reportOf({ first, seq, count, pending }: Anchor): RemovalReport {
  return { first, last: seq, count, left: pending === undefined ? 0 : seq - pending + 1 }
}

interface Range {
  readonly first: Entry
  readonly last: Entry
  readonly count: number
}

/**
 * Returns the entries after the anchor, if they are exactly those of the request. @throws AppError `conflict`
 */
async function checkedRange(
  { count, last: digest, content }: RemovalRequest,
  anchor: Anchor | undefined,
  { store, calendar, now }: RemovalDeps,
): Promise<Range> {
  // reads one entry more than the request names, to see whether the month ends with them
  const entries = await readEntries({ after: anchor?.seq ?? 0, most: count + 1 }, store)
  const [first, last, next] = [entries[0], entries[count - 1], entries[count]]
  if (!first || !last) throw conflict(`the store has ${entries.length} entries, expected ${count}`)
  if (digestOf(last) !== digest) throw conflict(`entry ${last.seq} is not the last one of the export`)
  if (contentOf(entries.slice(0, count)) !== content)
    throw conflict(`entries ${first.seq} to ${last.seq} are not those of the export`)
  const monthAt = (at: string) => monthOf(calendar(Date.parse(at)))
  const month = monthAt(last.at)
  if (month === monthOf(calendar(now()))) throw conflict(`${month} is not over`)
  if (next && monthAt(next.at) === month)
    throw conflict(`the export has not all entries of ${month}`, EXPORT_AGAIN)
  return { first, last, count }
}

/**
 * Reads at most `most` entries after the entry `after`. @throws AppError `conflict` if an entry cannot be read
 */
async function readEntries({ after, most }: { after: number; most: number }, store: Store): Promise<Entry[]> {
  const entries: Entry[] = []
  let from: string | undefined = keyOf(after)
  while (from !== undefined && entries.length < most) {
    const limit = Math.min(most - entries.length, READ_AT_ONCE)
    const page = await listPage(store, ENTRIES, { after: from, limit })
    for (const { key, value } of page.records) {
      const entry = parseEntry(value)
      if (!entry) throw conflict(`entry ${seqOf(key)} is damaged`)
      entries.push(entry)
    }
    from = page.next
  }
  return entries
}

const COMPARE = 'compare the export with the store: kura log verify FILE'
/** The hint to export again, because the exporting machine may have had another clock or time zone. */
const EXPORT_AGAIN =
  'move it away, with the files after it, then kura log export, with the KURA_TIMEZONE of the deployment'

function conflict(why: string, hint = COMPARE): AppError {
  return new AppError('conflict', `Cannot remove entries of the activity log: ${why}`, { hint })
}
