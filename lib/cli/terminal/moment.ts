import { catalogue, phrase } from '../../core/language/catalogue.ts'
import type { Locale } from '../../core/language/language.ts'
import { english, textOf } from '../../core/language/text.ts'
import { dayTimeText } from '../../core/language/wall-clock.ts'
import type { Phrase, Reason } from '../../core/phrase.ts'

/** Returns a time such as `2026-11-20 14:03 UTC` or `2026-11-20 23:03 +09:00`. */
export function momentText(iso: string, timezone: string): string {
  const at = new Date(iso)
  return `${dayTimeText(iso, timezone)} ${offsetText(at, timezone)}`
}

function offsetText(at: Date, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' }).formatToParts(at)
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
  return /[1-9]/.test(name) ? name.replace('GMT', '') : 'UTC'
}

/** Matches times in UTC. Also matches everything in quotes, so that times in quotes stay unchanged. */
const MOMENT =
  /"[^"]*"|(?<=^|[\s(（])\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?Z| \d\d:\d\d UTC)(?=$|[\s),.:;）、。])/g

/**
 * Puts the times of a text into the zone: `2026-11-20T14:03:00.000Z` -> `2026-11-20 23:03 +09:00`. A function as
 * `timezone` is called only if the text has a time.
 */
export function textInZone(text: string, timezone: string | (() => string)): string {
  const zone = () => (typeof timezone === 'string' ? timezone : timezone())
  return text.replace(MOMENT, found => (found.startsWith('"') ? found : momentText(found, zone())))
}

export function reasonText(reason: Reason, locale: Locale): string {
  return textInZone(textOf(reason, locale), locale.timezone)
}

const AGES = catalogue('ages', {
  seconds: { en: '{count, plural, one {# second ago} other {# seconds ago}}', ja: '{count}秒前' },
  minutes: { en: '{count, plural, one {# minute ago} other {# minutes ago}}', ja: '{count}分前' },
  hours: { en: '{count, plural, one {# hour ago} other {# hours ago}}', ja: '{count}時間前' },
  days: { en: '{count, plural, one {# day ago} other {# days ago}}', ja: '{count}日前' },
})

/** Returns an age such as `3 minutes ago`. `now` is in milliseconds since the epoch. */
export function ageOf(iso: string, now: number): Phrase {
  const seconds = Math.max(0, Math.round((now - Date.parse(iso)) / 1000))
  if (seconds < 90) return phrase(AGES.seconds, { count: seconds })
  if (seconds < 5400) return phrase(AGES.minutes, { count: Math.round(seconds / 60) })
  if (seconds < 129_600) return phrase(AGES.hours, { count: Math.round(seconds / 3600) })
  return phrase(AGES.days, { count: Math.round(seconds / 86_400) })
}

export function ageText(iso: string, now: number): string {
  return english(ageOf(iso, now))
}
