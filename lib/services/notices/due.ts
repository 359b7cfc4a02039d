/** Finds the due notices. Each is named within a week, exposure and money within a day. Pure. */
import { type OpenItems, URGENCIES } from '../../core/language/open-item.ts'
import { urgencyOf } from './kinds.ts'
import { isUndealt } from './stored-outbox.ts'
import type { OpenNotice, OutgoingMessage, OutletName } from './stored-records.ts'

const DAY = 86_400_000

/** A week in milliseconds, less some hours because a daily run may be early. */
export const REPEAT_AFTER = 7 * DAY - 2 * 3_600_000

/** The milliseconds until a notice may be repeated in a message about other notices. */
const REPEAT_WITH = REPEAT_AFTER / 2

/** The daily runs of a week in the worst case: one may fail, and each may be late. */
const RUNS_A_WEEK = 5

export type Entries = readonly (readonly [string, OpenNotice])[]

export interface DueGroup extends Pick<OutgoingMessage, 'outlet' | 'about' | 'kind'> {
  readonly entries: readonly Due[]
  readonly share: number
}

interface Due {
  readonly key: string
  readonly notice: OpenNotice
  /** The milliseconds since the outlet was notified of this step; undefined if never. */
  readonly age: number | undefined
}

export function openGroups(
  entries: Entries,
  { outlet, now, kinds }: { outlet: OutletName; now: number; kinds: OpenItems },
): DueGroup[] {
  const open = entries.filter(([, notice]) => isUndealt(notice))
  return [...Map.groupBy(open, ([, { kind }]) => kind)].flatMap(([kind, group]) => {
    const aged = group.map(([key, notice]) => ({ key, notice, age: notifiedAge(notice, { outlet, now }) }))
    const repeats = aged.some(({ age = 0 }) => age >= REPEAT_AFTER)
    const due = aged.filter(({ age }) => age === undefined || (repeats && age >= REPEAT_WITH))
    if (due.length === 0) return []
    const isUrgent = urgencyOf(kind, kinds).rank <= URGENCIES.indexOf('money')
    return [{ outlet, about: 'open', kind, ...inOrder(due, { now, isUrgent }) }]
  })
}

/**
 * Sorts notices into three groups: those that a run must name (`share`), other new ones, other repeats; within each
 * group the oldest first.
 */
function inOrder(
  due: readonly Due[],
  { now, isUrgent }: { now: number; isUrgent: boolean },
): Pick<DueGroup, 'entries' | 'share'> {
  const isNew = ({ age }: Due) => age === undefined
  const unnamed = due.filter(isNew).toSorted((one, other) => one.notice.since - other.notice.since)
  const repeated = due
    .filter(entry => !isNew(entry))
    .toSorted((one, other) => (other.age ?? 0) - (one.age ?? 0) || one.notice.since - other.notice.since)
  const first = firstShare(unnamed.map(({ notice }) => (isUrgent ? 1 : runsLeft(now - notice.since))))
  const late = repeated.filter(({ age = 0 }) => age >= REPEAT_AFTER).length
  const entries = [
    ...unnamed.slice(0, first),
    ...repeated.slice(0, late),
    ...unnamed.slice(first),
    ...repeated.slice(late),
  ]
  return { entries, share: first + late }
}

/** The daily runs, with this one, until a notice is a week old; `age` is in milliseconds. */
function runsLeft(age: number): number {
  return Math.max(1, RUNS_A_WEEK - Math.floor(age / DAY))
}

/** The number of new notices to name now, so that each is named within the runs that it has `left`. */
function firstShare(left: readonly number[]): number {
  const shares = Array.from({ length: RUNS_A_WEEK }, (_, at) => {
    const within = left.filter(runs => runs <= at + 1).length
    return Math.ceil(within / (at + 1))
  })
  return Math.max(...shares)
}

/** The milliseconds since a notification, if any. For the outlet `log`, one of any other outlet counts too. */
function notifiedAge(
  { told, step }: OpenNotice,
  { outlet, now }: { outlet: OutletName; now: number },
): number | undefined {
  const own = outlet === 'log' ? Object.values(told) : [told[outlet]]
  const ages = own.flatMap(last => (last?.step === step ? [now - last.at] : []))
  return ages.length === 0 ? undefined : Math.min(...ages)
}

export function overGroup(entries: Entries, outlet: OutletName): DueGroup[] {
  const over = entries
    .filter(([, notice]) => notice.over !== undefined && notice.told[outlet])
    .map(([key, notice]) => ({ key, notice, age: undefined }))
  return over.length === 0 ? [] : [{ outlet, about: 'over', kind: undefined, entries: over, share: 1 }]
}
