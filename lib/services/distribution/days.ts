/** The last 30 days of a device: one mark for each day, in the record of its state. Pure. */
import type { DeviceState } from '../../core/release/device-state.ts'

/** How many days are kept. */
const DAYS_KEPT = 30
const DAY = 86_400_000

/**
 * How a device was at its last report of a day: `w` whole, `b` behind, `i` not whole or with a problem; `-` if no report
 * was written on that day.
 */
export type DayMark = 'w' | 'b' | 'i' | '-'

export type Days = NonNullable<DeviceState['days']>

/** Returns the mark of a state; `isCurrent` says whether its release was the current one. */
export function markOf(
  { expected, installed, indexed, problems = [], waiting = [] }: DeviceState,
  isCurrent: boolean,
): DayMark {
  if (!isCurrent) return 'b'
  const isWhole = installed === expected && indexed === expected
  return isWhole && problems.length + waiting.length === 0 ? 'w' : 'i'
}

/** Returns the days with the mark of a day, YYYY-MM-DD; the days between are `-`. */
export function daysWith(days: Days | undefined, { day, mark }: { day: string; mark: DayMark }): Days {
  const gap = days ? numberOf(day) - numberOf(days.until) : 1
  if (days && gap <= 0) return { until: days.until, marks: days.marks.slice(0, -1) + mark }
  const between = '-'.repeat(Math.min(gap - 1, DAYS_KEPT))
  return { until: day, marks: ((days?.marks ?? '') + between + mark).slice(-DAYS_KEPT) }
}

/** Returns the marks of the last 30 days up to `today`, the oldest first. */
export function lastDays(days: Days | undefined, today: string): { day: string; mark: DayMark }[] {
  const end = numberOf(today)
  return Array.from({ length: DAYS_KEPT }, (_, at) => {
    const number = end - DAYS_KEPT + 1 + at
    const place = days ? days.marks.length - 1 - (numberOf(days.until) - number) : -1
    const mark = (days?.marks[place] ?? '-') as DayMark
    return { day: new Date(number * DAY).toISOString().slice(0, 10), mark }
  })
}

/** Returns a day as a number that grows by one each day. */
function numberOf(day: string): number {
  return Date.parse(`${day}T00:00:00Z`) / DAY
}

/** Returns the day of a moment in UTC. */
export function utcDay(moment: number): string {
  return new Date(moment).toISOString().slice(0, 10)
}
