/** Days and months in the company's own time zone. */
import { AppError } from '../errors.ts'

/** Maps a time, in milliseconds since the epoch, to its day: `2026-11-20`. */
export type Calendar = (moment: number) => string

/** @throws AppError `settings_invalid` if there is no such IANA time zone */
export function createCalendar(timezone: string): Calendar {
  const format = formatOf(timezone)
  return moment => {
    const parts = new Map(format.formatToParts(moment).map(({ type, value }) => [type, value]))
    return `${parts.get('year')}-${parts.get('month')}-${parts.get('day')}`
  }
}

/** The month of a day: `2026-11`. */
export function monthOf(day: string): string {
  return day.slice(0, -3)
}

/** The formats by time zone, kept because making one is slow. */
const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const format = formats.get(timeZone) ?? createFormat(timeZone)
  formats.set(timeZone, format)
  return format
}

function createFormat(timeZone: string): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat('en-US', {
      timeZone,
      calendar: 'gregory',
      numberingSystem: 'latn',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
    })
  } catch (cause) {
    throw new AppError('settings_invalid', 'Cannot use the setting KURA_TIMEZONE: it names no time zone', {
      hint: 'name an IANA zone, such as Asia/Tokyo',
      cause,
    })
  }
}
