/**
 * Reads the date on a receipt, as people and scanners write it: `2026-09-30`, `2026/9/30`, `令和8年9月30日`, `R8.9.30`, in
 * full-width digits too. A date that is not certain is flagged for a person: a wrong date selects a wrong deduction, so
 * there is no default.
 */

import { phrase } from '../../../core/language/catalogue.ts'
import type { Phrase } from '../../../core/phrase.ts'
import { DEAL_FLAGS } from './words.ts'

/** Why a date is not accepted. */
export type DateFlag = 'unreadable' | 'ambiguous' | 'future'

export type IssueDate =
  | { readonly date: string }
  | {
      readonly flag: DateFlag
      /** The reason for people; it quotes the text that was read. */
      readonly reason: Phrase
      /** The day, YYYY-MM-DD, if the text could be read but the day is not accepted. */
      readonly read?: string
    }

interface Era {
  readonly name: string
  readonly letter: string
  /** YYYY-MM-DD, both included. */
  readonly first: string
  readonly last?: string
}

/** The Japanese eras since the introduction of the consumption tax. */
const ERAS: readonly Era[] = [
  { name: '令和', letter: 'R', first: '2019-05-01' },
  { name: '平成', letter: 'H', first: '1989-01-08', last: '2019-04-30' },
]

/** The day on which the consumption tax began: a deal with a tax category cannot be older. */
const FIRST_DAY = '1989-04-01'

const ERA = `(?<era>${ERAS.flatMap(({ name, letter }) => [name, `${letter}\\.?`]).join('|')})`
const WEEKDAY = '(?:\\((?:月|火|水|木|金|土|日)(?:曜日?)?\\))?'
const DAY_OF_YEAR = '(?<month>\\d{1,2})(?<mark>[-/.])(?<day>\\d{1,2})'

/** The forms of a date with an unambiguous year. They match text in NFKC, in upper case and without spaces. */
const FORMS: readonly RegExp[] = [
  form(`(?<year>\\d{4})(?<first>[-/.])${DAY_OF_YEAR}`),
  form('(?<year>\\d{4})(?<month>\\d{2})(?<day>\\d{2})'),
  form('(?<year>\\d{4})年(?<month>\\d{1,2})月(?<day>\\d{1,2})日'),
  form(`${ERA}(?<year>\\d{1,2}|元)年(?<month>\\d{1,2})月(?<day>\\d{1,2})日`),
  form(`${ERA}(?<year>\\d{1,2}|元)(?<first>[-/.])${DAY_OF_YEAR}`),
]

/** Three numbers in an unknown order: 03/04/05, 9/30/2026, 26年9月30日. */
const AMBIGUOUS = /^(?:\d{1,2}[-/.]\d{1,2}[-/.](?:\d{2}|\d{4})|\d{1,2}年\d{1,2}月\d{1,2}日)$/

/** Reads the date in `text`. A date after `today` (YYYY-MM-DD) is flagged. */
export function readIssueDate(text: string, { today }: { today: string }): IssueDate {
  const plain = text
    .normalize('NFKC')
    .replaceAll(/\s/g, '')
    .replaceAll(/[‐-―−]/g, '-')
    .toUpperCase()
  const match = FORMS.map(pattern => pattern.exec(plain)).find(found => found !== null)
  if (!match) return unread(text, plain)
  const { era, year = '', month = '', day = '', first, mark } = match.groups ?? {}
  if (first !== mark) return flagged('unreadable', phrase(DEAL_FLAGS.twoSeparators, { text }))
  const read = { month: Number(month), day: Number(day) }
  const date = era === undefined ? dateOf({ year: Number(year), ...read }) : dateInEra({ era, year, ...read })
  if (date === undefined) return flagged('unreadable', phrase(DEAL_FLAGS.noSuchDay, { text }))
  if (date < FIRST_DAY) return flagged('unreadable', phrase(DEAL_FLAGS.beforeTax, { text, first: FIRST_DAY }))
  if (date > today)
    return { ...flagged('future', phrase(DEAL_FLAGS.future, { text, date, today })), read: date }
  return { date }
}

/** Returns the day at `now` (milliseconds since the epoch) in `timezone`, as YYYY-MM-DD. */
export function dayIn(timezone: string, now: number): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone: timezone, dateStyle: 'short' }).format(now)
}

/** Returns the day that is `days` days after `date`; both YYYY-MM-DD. */
export function daysAfter(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
}

function form(source: string): RegExp {
  return new RegExp(`^${source}${WEEKDAY}$`)
}

function unread(text: string, plain: string): IssueDate {
  return AMBIGUOUS.test(plain)
    ? flagged('ambiguous', phrase(DEAL_FLAGS.ambiguous, { text }))
    : flagged('unreadable', phrase(DEAL_FLAGS.unreadable, { text }))
}

function flagged(flag: DateFlag, reason: Phrase) {
  return { flag, reason }
}

interface Read {
  readonly month: number
  readonly day: number
}

/** Returns the date as YYYY-MM-DD; undefined if the calendar has no such day. */
function dateOf({ year, month, day }: Read & { year: number }): string | undefined {
  const time = new Date(0)
  time.setUTCFullYear(year, month - 1, day)
  const kept = time.getUTCFullYear() === year && time.getUTCMonth() === month - 1 && time.getUTCDate() === day
  return kept ? time.toISOString().slice(0, 10) : undefined
}

/**
 * Returns the date as YYYY-MM-DD; undefined if the calendar has no such day, or the era does not include it, such as
 * 平成31年5月1日.
 */
function dateInEra({ era, year, ...read }: Read & { era: string; year: string }): string | undefined {
  const found = ERAS.find(({ name, letter }) => era === name || era.startsWith(letter))
  if (!found) return undefined
  const count = year === '元' ? 1 : Number(year)
  const date = dateOf({ year: Number(found.first.slice(0, 4)) + count - 1, ...read })
  return date !== undefined && date >= found.first && date <= (found.last ?? '9999') ? date : undefined
}
