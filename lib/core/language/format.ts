/** Writes numbers, times and lists as a locale requires, by `Intl`. */
import type { Language, Locale } from './language.ts'

export interface Format {
  number(value: number): string
  /** The calendar day of `at`, milliseconds since the epoch, in the company's time zone: `22 November 2026`. */
  day(at: number): string
  /** The weekday and the day: `Sun 22 Nov`. */
  weekday(at: number): string
  /** The day and the time of `at` to the minute, in the company's time zone. */
  time(at: number): string
  /** The plural category: `one` or `other`; a language without plurals has `other` alone. */
  category(count: number): Intl.LDMLPluralRule
  list(items: readonly string[]): string
}

export type Moment = 'day' | 'time' | 'weekday'

const TAGS: Record<Language, string> = { en: 'en-GB', ja: 'ja-JP' }

const FORMATS = new Map<string, Format>()

/**
 * The format of a locale. Making `Intl` objects is slow, so each is made when it is first needed, and kept; they are
 * few, because `timezone` is a setting. With a time zone that is no IANA name, writing a time throws a RangeError.
 */
export function formatOf({ language, timezone }: Locale): Format {
  const name = `${language} ${timezone}`
  const known = FORMATS.get(name)
  if (known) return known
  const format = newFormat(TAGS[language], timezone)
  FORMATS.set(name, format)
  return format
}

function newFormat(tag: string, timeZone: string): Format {
  const number = lazily(() => new Intl.NumberFormat(tag))
  const day = lazily(() => new Intl.DateTimeFormat(tag, { timeZone, dateStyle: 'long', calendar: 'gregory' }))
  const weekday = lazily(
    () => new Intl.DateTimeFormat(tag, { timeZone, weekday: 'short', day: 'numeric', month: 'short' }),
  )
  const time = lazily(
    () =>
      new Intl.DateTimeFormat(tag, {
        timeZone,
        dateStyle: 'long',
        timeStyle: 'short',
        calendar: 'gregory',
      }),
  )
  const plural = lazily(() => new Intl.PluralRules(tag))
  const list = lazily(() => new Intl.ListFormat(tag))
  return {
    number: value => (isPlain(value) ? String(value) : number().format(value)),
    day: at => day().format(at),
    weekday: at => weekday().format(at),
    time: at => time().format(at),
    category: count => plural().select(count),
    list: items => list().format(items),
  }
}

/** Whether every language writes the number as plain digits, so that no `Intl` object is needed. */
function isPlain(value: number): boolean {
  return Number.isInteger(value) && value >= 0 && value < 1000
}

function lazily<T>(make: () => T): () => T {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}
