/** Days and months in the company's own time zone. */
import { AppError } from '../errors.ts'
import { wallClock } from './wall-clock.ts'

/** Returns the day of a time in milliseconds since the epoch: `2026-11-20`. */
export type Calendar = (moment: number) => string

/** @throws AppError `settings_invalid` if there is no such IANA time zone */
export function createCalendar(timezone: string): Calendar {
  try {
    wallClock(0, timezone)
  } catch (cause) {
    throw new AppError('settings_invalid', 'Cannot use the setting KURA_TIMEZONE: it names no time zone', {
      hint: 'name an IANA zone, such as Asia/Tokyo',
      cause,
    })
  }
  return moment => wallClock(moment, timezone).slice(0, 10)
}

/** Returns the month of a day: `2026-11`. */
export function monthOf(day: string): string {
  return day.slice(0, -3)
}
