/** A failover or a restore loses entries. The next entry states the gap, and a record keeps the latest gap. */
import type { NoticeOf } from '../../core/language/open-item.ts'
import { NOT_STOPPED, stoppedFormat } from '../../core/store/stopped.ts'
import type { Store } from '../../core/store/store.ts'
import type { Stopped } from '../../core/store/stored-records.ts'
import { type Transition, uncheckedFormat, update } from '../../core/store/update.ts'
import type { Entry, Gap, StoredGap } from './contract-schemas.ts'
import type { Act, ChainEnd } from './entry.ts'
import type { activityItems } from './notice-words.ts'

const WENT_BACK = 'store_went_back'
const KEY = 'activity/gap'
/** The milliseconds for which a gap is noticed; a person can close the notice before. */
const NOTICED = 30 * 86_400_000

/** The entry that states a gap. It names the request during which the gap was found. */
export function gapAct({ from, digest, to }: Gap, { request }: Pick<Act, 'request'>): Act {
  return { by: 'kura', act: WENT_BACK, endpoint: 'store', what: { from, to, digest }, status: 200, request }
}

/** The gap that the entry states, if any. */
export function gapOf({ act, what }: Pick<Entry, 'act' | 'what'>): Gap | undefined {
  const { from, to, digest } = what
  const isGap = act === WENT_BACK && typeof from === 'number' && typeof to === 'number'
  return isGap ? { from, to, digest: String(digest) } : undefined
}

/** Returns `the store went back from entry 46 to entry 44`. */
export function gapText({ from, to }: Gap): string {
  return `the store went back from entry ${from} to entry ${to}`
}

export function gapBehind(end: Pick<ChainEnd, 'seq'>, gaps: readonly Gap[]): Gap | undefined {
  return gaps.find(({ from, to }) => to < end.seq && end.seq <= from)
}

const format = uncheckedFormat<StoredGap>()

export function keepGap(gap: Gap, store: Store): Promise<void> {
  const transition: Transition<StoredGap | undefined, void> = (_, now) => {
    return { write: { ...gap, at: new Date(now).toISOString() }, result: undefined }
  }
  return update(store, { key: KEY, format, transition }, { durable: true })
}

/** The notices while acts are stopped because the store went back, and for 30 days about the latest gap. */
export async function wentBackNotices(store: Store): Promise<NoticeOf<typeof activityItems>[]> {
  const { records, now } = await store.readMany([NOT_STOPPED.key, KEY])
  const [stoppedRecord, gapRecord] = records
  const stopped = stoppedRecord && stoppedFormat.parse(stoppedRecord.value)
  const gap = gapRecord && format.parse(gapRecord.value)
  return [...(stopped ? [stopNotice(stopped)] : []), ...(gap ? gapNotices(gap, now) : [])]
}

function stopNotice({ seq, at, since }: Stopped): NoticeOf<typeof activityItems> {
  const facts = { seq, at: Date.parse(at), since: Date.parse(since) }
  return { key: 'activity/stopped', step: since, kind: 'store_older', facts }
}

function gapNotices(gap: StoredGap, now: number): NoticeOf<typeof activityItems>[] {
  if (now - Date.parse(gap.at) > NOTICED) return []
  const [key, step] = ['activity/gap', `${gap.from} to ${gap.to} on ${gap.at}`]
  const facts = { key, step, from: gap.from, to: gap.to, at: Date.parse(gap.at) }
  return [{ key, step, kind: 'store_went_back', facts }]
}
