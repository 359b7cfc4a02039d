/** Days and times as phrases, so that readers get them in their own language and the company's time zone. */
import type { Phrase } from '../phrase.ts'
import { catalogue, phrase } from './catalogue.ts'

const MOMENTS = catalogue('moments', {
  day: { en: '{at, date, day}', ja: '{at, date, day}' },
  time: { en: '{at, date, time}', ja: '{at, date, time}' },
})

/** The day of an ISO time: `22 November 2026`. */
export function dayOf(iso: string): Phrase {
  return phrase(MOMENTS.day, { at: Date.parse(iso) })
}

/** The day and the minute of an ISO time. */
export function timeOf(iso: string): Phrase {
  return phrase(MOMENTS.time, { at: Date.parse(iso) })
}
