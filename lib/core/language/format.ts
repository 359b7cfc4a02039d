import type { Language, Locale } from './language.ts'

export type Format = ReturnType<typeof newFormat>

export type Moment = 'day' | 'time' | 'weekday'

const TAGS: Record<Language, string> = { en: 'en-GB', ja: 'ja-JP' }

const FORMATS = new Map<string, Format>()

/** Keeps the `Intl` objects, as making them is slow. Writing a time in an unknown zone throws a RangeError. */
export function formatOf({ language, timezone }: Locale): Format {
  const name = `${language} ${timezone}`
  const known = FORMATS.get(name)
  if (known) return known
  const format = newFormat(TAGS[language], timezone)
  FORMATS.set(name, format)
  return format
}

function newFormat(tag: string, timeZone: string) {
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
    number: (value: number) => (isPlain(value) ? String(value) : number().format(value)),
    /** The day of a time in milliseconds, in the company's time zone: `22 November 2026`. */
    day: (at: number) => day().format(at),
    /** The weekday and the day: `Sun 22 Nov`. */
    weekday: (at: number) => weekday().format(at),
    /** The day and the time to the minute. */
    time: (at: number) => time().format(at),
    /** The form of a plural: `one` or `other`. Japanese has only `other`. */
    category: (count: number) => plural().select(count),
    list: (items: readonly string[]) => list().format(items),
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
