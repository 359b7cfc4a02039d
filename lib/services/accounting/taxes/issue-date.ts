/**
 * Reads dates such as `2026/9/30`, `令和8年9月30日` and `R8.9.30`, also in full-width digits. A wrong date leads to a wrong
 * deduction, so kura flags an ambiguous or unusual date (document 1, Tax code).
 */

import { createCalendar } from '../../../core/language/calendar.ts'
import { phrase } from '../../../core/language/catalogue.ts'
import { foldDashes } from '../../../core/language/typed-text.ts'
import type { Phrase } from '../../../core/phrase.ts'
import { DEAL_FLAGS } from './words.ts'

export type DateFlag = 'unreadable' | 'ambiguous' | 'future' | 'long_ago'

export type IssueDate =
  | { readonly date: string }
  | {
      readonly flag: DateFlag
      /** A sentence that quotes the text that was read. */
      readonly reason: Phrase
      /** The likely day, YYYY-MM-DD, which a person may accept. */
      readonly read?: string
    }

interface Era {
  readonly name: string
  readonly letter: string
  /** The first and the last day of the era, YYYY-MM-DD. */
  readonly first: string
  readonly last?: string
}

const ERAS: readonly Era[] = [
  { name: '令和', letter: 'R', first: '2019-05-01' },
  { name: '平成', letter: 'H', first: '1989-01-08', last: '2019-04-30' },
]

/** The day on which the consumption tax began. No deal with a tax category can be older. */
const FIRST_DAY = '1989-04-01'

/** The day on which qualified invoices began. Before it, other rules applied to the deduction of a purchase's tax. */
const INVOICES_BEGAN = '2023-10-01'

const USUAL_MONTHS = 18

const ERA = `(?<era>${ERAS.flatMap(({ name, letter }) => [name, name[0], `${letter}\\.?`]).join('|')})`
const WEEKDAY = '(?:\\([月火水木金土日](?:曜日?)?\\)|[月火水木金土日]曜日?)?'
const DAY_OF_YEAR = '(?<month>\\d{1,2})(?<mark>[-/.])(?<day>\\d{1,2})'

/** Forms with an unambiguous year. They match text in NFKC, in upper case and without spaces. */
const FORMS: readonly RegExp[] = [
  form(`(?<year>\\d{4})(?<first>[-/.])${DAY_OF_YEAR}`),
  form('(?<year>\\d{4})(?<month>\\d{2})(?<day>\\d{2})'),
  form('(?<year>\\d{4})年(?<month>\\d{1,2})月(?<day>\\d{1,2})日'),
  form(`${ERA}(?<year>\\d{1,2}|元)年(?<month>\\d{1,2})月(?<day>\\d{1,2})日`),
  form(`${ERA}(?<year>\\d{1,2}|元)(?<first>[-/.])${DAY_OF_YEAR}`),
]

/** Three numbers in an unknown order: 03/04/05, 9/30/2026, 26年9月30日. */
const AMBIGUOUS =
  /^(?:(?<a>\d{1,2})[-/.](?<b>\d{1,2})[-/.](?<c>\d{2}|\d{4})|(?<y>\d{1,2})年(?<m>\d{1,2})月(?<d>\d{1,2})日)$/
/** A day without a year: 4/7, 4月7日. */
const WITHOUT_YEAR = /^(?<month>\d{1,2})(?:[-/.]|月)(?<day>\d{1,2})日?$/

/** Flags a date that is unreadable, ambiguous, later than `today` (YYYY-MM-DD), or unusually old. */
export function readIssueDate(text: string, { today }: { today: string }): IssueDate {
  const plain = plainText(text)
  const { a = '', b = '', c = '', y = '', m = '', d = '' } = AMBIGUOUS.exec(plain)?.groups ?? {}
  if (a + y !== '') return ambiguous(text, { days: y === '' ? orders(a, b, c) : years(y, m, d), today })
  const { month, day } = WITHOUT_YEAR.exec(plain)?.groups ?? {}
  if (month !== undefined) return withoutYear(text, { month: Number(month), day: Number(day), today })
  const read = readDay(text)
  if (!('date' in read)) return read
  const { date } = read
  if (date <= today && date >= earliestUsual(today)) return read
  const flag = date > today ? 'future' : 'long_ago'
  return { ...flagged(flag, unusual({ text, date, today })), read: date }
}

/** The reason why a date is unusual. It quotes the text only if the text differs from the day. */
function unusual({ text, date, today }: { text: string; date: string; today: string }): Phrase {
  const isSame = text === date
  if (date > today)
    return isSame
      ? phrase(DEAL_FLAGS.futureDay, { date, today })
      : phrase(DEAL_FLAGS.future, { text, date, today })
  const [first, months] = [INVOICES_BEGAN, USUAL_MONTHS]
  if (date < first)
    return isSame
      ? phrase(DEAL_FLAGS.beforeInvoicesDay, { date, first })
      : phrase(DEAL_FLAGS.beforeInvoices, { text, date, first })
  return isSame
    ? phrase(DEAL_FLAGS.longAgoDay, { date, months })
    : phrase(DEAL_FLAGS.longAgo, { text, date, months })
}

/** Accepts any day since the consumption tax began. */
export function readDay(text: string): IssueDate {
  const plain = plainText(text)
  const match = FORMS.map(pattern => pattern.exec(plain)).find(found => found !== null)
  if (!match) return flagged('unreadable', phrase(DEAL_FLAGS.unreadable, { text }))
  const { era, year = '', month = '', day = '', first, mark } = match.groups ?? {}
  if (first !== mark) return flagged('unreadable', phrase(DEAL_FLAGS.twoSeparators, { text }))
  const read = { month: Number(month), day: Number(day) }
  const date = era === undefined ? dateOf({ year: Number(year), ...read }) : dateInEra({ era, year, ...read })
  if (date === undefined) return noSuchDay(text)
  if (date < FIRST_DAY) return flagged('unreadable', phrase(DEAL_FLAGS.beforeTax, { text, first: FIRST_DAY }))
  return { date }
}

/** Midnight, which a spreadsheet writes behind a day. A day with another time, or with a zone, is unreadable. */
const MIDNIGHT = /(?:\s|T)0?0:00(?::00(?:\.0+)?)?\s*$/i

function plainText(text: string): string {
  return foldDashes(text.normalize('NFKC').replace(MIDNIGHT, '').replaceAll(/\s/g, '')).toUpperCase()
}

function earliestUsual(today: string): string {
  const day = new Date(`${today}T00:00:00Z`)
  day.setUTCMonth(day.getUTCMonth() - USUAL_MONTHS)
  const usual = day.toISOString().slice(0, 10)
  return usual > INVOICES_BEGAN ? usual : INVOICES_BEGAN
}

function orders(a: string, b: string, c: string): (string | undefined)[] {
  const ends = c.length === 4 ? [c] : [`20${c}`]
  const [one, two] = [Number(a), Number(b)]
  return [
    ...(c.length === 4 ? [] : years(a, b, c)),
    ...ends.flatMap(year => [
      dateOf({ year: Number(year), month: one, day: two }),
      dateOf({ year: Number(year), month: two, day: one }),
    ]),
  ]
}

function years(year: string, month: string, day: string): (string | undefined)[] {
  const read = { month: Number(month), day: Number(day) }
  return [
    dateOf({ year: 2000 + Number(year), ...read }),
    ...ERAS.map(({ letter: era }) => dateInEra({ era, year, ...read })),
  ]
}

/** The likely day is the latest possible day that is not in the future. If all are, it is the earliest day. */
function ambiguous(
  text: string,
  { days, today }: { days: readonly (string | undefined)[]; today: string },
): IssueDate {
  const possible = [...new Set(days.filter(day => day !== undefined && day >= FIRST_DAY))].toSorted()
  const read = possible.findLast(day => day !== undefined && day <= today) ?? possible[0]
  if (read === undefined) return noSuchDay(text)
  return { ...flagged('ambiguous', phrase(DEAL_FLAGS.ambiguous, { text, date: read })), read }
}

/** Flags a date without a year. The reason gives an example: the latest such day that is not in the future. */
function withoutYear(
  text: string,
  { month, day, today }: { month: number; day: number; today: string },
): IssueDate {
  const year = Number(today.slice(0, 4))
  const days = [year, year - 1].map(each => dateOf({ year: each, month, day }))
  const date = days.find(each => each !== undefined && each <= today)
  if (date === undefined) return noSuchDay(text)
  return flagged('unreadable', phrase(DEAL_FLAGS.withoutYear, { text, date }))
}

function noSuchDay(text: string) {
  return flagged('unreadable', phrase(DEAL_FLAGS.noSuchDay, { text }))
}

/** Returns YYYY-MM-DD; `now` is in milliseconds since the epoch. */
export function dayIn(timezone: string, now: number): string {
  return createCalendar(timezone)(now)
}

/** `date` and the result are YYYY-MM-DD. */
export function daysAfter(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
}

function form(source: string): RegExp {
  return new RegExp(`^${source}${WEEKDAY}$`)
}

function flagged(flag: DateFlag, reason: Phrase) {
  return { flag, reason }
}

interface Read {
  readonly month: number
  readonly day: number
}

/** Returns YYYY-MM-DD, or undefined if the calendar has no such day. */
function dateOf({ year, month, day }: Read & { year: number }): string | undefined {
  const time = new Date(0)
  time.setUTCFullYear(year, month - 1, day)
  const kept = time.getUTCFullYear() === year && time.getUTCMonth() === month - 1 && time.getUTCDate() === day
  return kept ? time.toISOString().slice(0, 10) : undefined
}

/** Undefined also if the day is outside the era, such as 平成31年5月1日. */
function dateInEra({ era, year, ...read }: Read & { era: string; year: string }): string | undefined {
  const found = ERAS.find(({ name, letter }) => name.startsWith(era) || era.startsWith(letter))
  if (!found) return undefined
  const count = year === '元' ? 1 : Number(year)
  const date = dateOf({ year: Number(found.first.slice(0, 4)) + count - 1, ...read })
  return date !== undefined && date >= found.first && date <= (found.last ?? '9999') ? date : undefined
}
