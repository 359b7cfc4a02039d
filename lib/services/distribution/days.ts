import type { DeviceState } from '../../core/release/device-state.ts'

const DAYS_KEPT = 30
const DAY = 86_400_000

/** The mark of a day: `w` whole; `b` another release; `i` not whole, a problem or a waiting file; `-` no report. */
export type DayMark = 'w' | 'b' | 'i' | '-'

export type Days = NonNullable<DeviceState['days']>

/** The mark for a state; `isCurrent` says whether its release was the current one. */
export function markOf(
  { expected, installed, indexed, problems = [], waiting = [] }: DeviceState,
  isCurrent: boolean,
): DayMark {
  if (!isCurrent) return 'b'
  const isWhole = installed === expected && indexed === expected
  return isWhole && problems.length + waiting.length === 0 ? 'w' : 'i'
}

/** Adds a mark. Days between the last mark and `day` (YYYY-MM-DD) get `-`; an earlier `day` replaces the last mark. */
export function daysWith(days: Days | undefined, { day, mark }: { day: string; mark: DayMark }): Days {
  const gap = days ? numberOf(day) - numberOf(days.until) : 1
  if (days && gap <= 0) return { until: days.until, marks: days.marks.slice(0, -1) + mark }
  const between = '-'.repeat(Math.min(gap - 1, DAYS_KEPT))
  return { until: day, marks: ((days?.marks ?? '') + between + mark).slice(-DAYS_KEPT) }
}

/** The 30 marks up to `today`, the oldest first. */
export function lastMarks(days: Days | undefined, today: string): string {
  const { until = today, marks = '' } = days ?? {}
  const since = numberOf(today) - numberOf(until)
  const known = since < 0 ? marks.slice(0, since) : marks + '-'.repeat(Math.min(since, DAYS_KEPT))
  return known.padStart(DAYS_KEPT, '-').slice(-DAYS_KEPT)
}

/** The last 30 days with their marks, the oldest first. */
export function lastDays(days: Days | undefined, today: string): { day: string; mark: DayMark }[] {
  const first = numberOf(today) - DAYS_KEPT + 1
  return [...lastMarks(days, today)].map((mark, at) => ({
    day: utcDay((first + at) * DAY),
    mark: mark as DayMark,
  }))
}

function numberOf(day: string): number {
  return Date.parse(`${day}T00:00:00Z`) / DAY
}

export function utcDay(moment: number): string {
  return new Date(moment).toISOString().slice(0, 10)
}
