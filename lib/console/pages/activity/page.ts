import type { ReplyOf } from '../../../core/http/contract.ts'
import { type Html, html, type Piece } from '../../../core/http/html.ts'
import { createCalendar, monthOf } from '../../../core/language/calendar.ts'
import type { Locale } from '../../../core/language/language.ts'
import { type Say, sayIn } from '../../../core/language/text.ts'
import { startOfDay } from '../../../core/language/wall-clock.ts'
import { activityContract } from '../../../services/activity/contract.ts'
import { KINDS, type Kind } from '../../../services/activity/contract-schemas.ts'
import { chainFaults } from '../../../services/activity/verify/file.ts'
import { adminContract } from '../../../services/admin/contract.ts'
import { clientOf } from '../../client.ts'
import { box, type Fact, facts, fieldsOf, pageLinks } from '../../frame/parts.ts'
import type { ShownPage, SignedInCall, View } from '../../page.ts'
import { type Entry, entryTable } from './entries.ts'
import { HISTORY } from './words.ts'

const PATH = '/console/history'

export async function showHistory(call: SignedInCall<'showHistory'>): Promise<ShownPage> {
  return historyPage(await readHistory(call), call.view)
}

export function historyPage(data: HistoryData, view: View): ShownPage {
  const say = sayIn(view.locale)
  const { asked, isNoDay, after, page } = data
  return {
    title: say(HISTORY.title),
    ...(isNoDay && { status: 400 }),
    body: html`${choiceForm(data, view)}
${entryList(data, view)}
${pageLinks({ after, next: page.next, path: addressOf(asked) }, view)}
<h2>${say(HISTORY.state)}</h2>${logState(data, say)}
<h2>${say(HISTORY.months)}</h2><p>${say(HISTORY.monthsText)}</p>${monthLinks(data, view)}`,
  }
}

function addressOf(asked: Asked): string {
  const given = Object.entries(asked).filter((field): field is [string, string] => Boolean(field[1]))
  return given.length === 0 ? PATH : `${PATH}?${new URLSearchParams(given)}`
}

function choiceForm({ asked, isNoDay }: HistoryData, view: View): Html {
  const say = sayIn(view.locale)
  const faults = isNoDay ? { day: say(HISTORY.dayFault) } : {}
  const kinds = [['', say(HISTORY.all)], ...KINDS.map(kind => [kind, say(HISTORY[kind])] as const)] as const
  const fields = [
    { name: 'person', label: say(HISTORY.person), value: asked.person, input: { maxlength: 100 } },
    { name: 'day', label: say(HISTORY.day), value: asked.day, input: { type: 'date' } },
    { name: 'kind', label: say(HISTORY.kind), value: asked.kind ?? '', choices: kinds },
  ]
  const clear =
    addressOf(asked) === PATH ? '' : html`<a class="button" href="${PATH}">${say(HISTORY.clear)}</a>`
  return html`<form action="/console/history">${fieldsOf(fields, faults, view)}
<div class="acts"><button class="first">${say(HISTORY.find)}</button>${clear}</div></form>`
}

function entryList({ page: { entries, next } }: HistoryData, view: View): Html {
  const say = sayIn(view.locale)
  if (entries.length === 0) return html`<p>${say(next === undefined ? HISTORY.none : HISTORY.noneHere)}</p>`
  return html`<p class="soft">${say(HISTORY.order)}</p>${entryTable(entries, view)}`
}

function logState({ page, oldest, store, asked }: HistoryData, say: Say): Html {
  const { anchor, entries } = page
  const { head, stopped } = store
  const isWhole = addressOf(asked) === PATH
  const faults = isWhole ? chainFaults(undefined, entries.toReversed()) : []
  const rows: Fact[] = [
    [
      say(HISTORY.stored),
      oldest && head ? say(HISTORY.storedText, { first: oldest.seq, last: head.seq }) : '',
    ],
    [say(HISTORY.end), head ? witnessText(head, say) : ''],
    [
      say(HISTORY.removed),
      anchor
        ? say(HISTORY.removedText, {
            seq: anchor.seq,
            at: Date.parse(anchor.removedAt),
            person: anchor.person,
          })
        : '',
    ],
    [say(HISTORY.chain), isWhole && entries.length > 0 && faults.length === 0 ? say(HISTORY.chainWhole) : ''],
  ]
  const { seq = 0, since = '' } = stopped ?? {}
  return html`${stopped ? box('bad', say(HISTORY.stopped), say(HISTORY.stoppedText, { seq, since: Date.parse(since) })) : ''}
${faults.length > 0 ? box('bad', say(HISTORY.broken), say(HISTORY.brokenText)) : ''}
${facts(rows)}`
}

function witnessText({ seq, digest, at }: NonNullable<HistoryData['store']['head']>, say: Say): Html {
  return html`${say(HISTORY.endText, { seq, at: Date.parse(at) })}<details><summary>${say(HISTORY.digest)}</summary><code>${seq}:${digest}</code></details>`
}

function monthLinks({ oldest, now }: HistoryData, { locale }: View): Piece {
  const say = sayIn(locale)
  const months = oldest ? monthsOver(Date.parse(oldest.at), now, locale.timezone) : []
  if (months.length === 0) return html`<p>${say(HISTORY.noMonth)}</p>`
  const links = months.map(
    month =>
      html`<li><a href="/console/history/month?month=${month}">${say(HISTORY.month, { month })}</a></li>`,
  )
  return html`<ul>${links}</ul>`
}

/** The whole months that are over, from the month of `first` on, the newest first. */
function monthsOver(first: number, now: number, timezone: string): string[] {
  const calendar = createCalendar(timezone)
  const until = monthOf(calendar(now))
  const months: string[] = []
  for (let month = monthOf(calendar(first)); month < until; month = monthAfter(month)) months.unshift(month)
  return months
}

/** `2026-12` -> `2027-01` */
export function monthAfter(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number, 1)).toISOString().slice(0, 7)
}

/** The fields of the form as the person typed them. */
interface Asked {
  readonly person: string
  readonly day: string
  readonly kind: Kind | undefined
}

export interface HistoryData {
  readonly asked: Asked
  /** Whether `asked.day` is not a day. Such a text does not limit the search. */
  readonly isNoDay: boolean
  /** The place after which the page begins; undefined on the first page. */
  readonly after: string | undefined
  readonly page: ReplyOf<typeof activityContract, 'activity'>
  readonly oldest: Entry | undefined
  readonly store: ReplyOf<typeof adminContract, 'store'>
  /** The time in milliseconds since the epoch. */
  readonly now: number
}

const PAGE = '20'
const DAY = 86_400_000

async function readHistory(call: SignedInCall<'showHistory'>): Promise<HistoryData> {
  const { query, view, core } = call
  const { person = '', day = '', kind, after } = query
  const asked = { person: person.trim(), day, kind: KINDS.find(known => known === kind) }
  const range = dayRange(day, view.locale)
  const log = clientOf(activityContract, call)
  const choice = {
    ...(asked.person !== '' && { person: asked.person }),
    ...(asked.kind && { kind: asked.kind }),
  }
  const place = after === undefined ? {} : { after }
  const [page, { entries }, store] = await Promise.all([
    log.activity({ query: { order: 'newest', limit: PAGE, ...range, ...choice, ...place } }),
    log.activity({ query: { limit: '1' } }),
    clientOf(adminContract, call).store(),
  ])
  const isNoDay = day !== '' && range.since === undefined
  return { asked, isNoDay, after, page, oldest: entries[0], store, now: core.now() }
}

/** The first moment of a day, and that of the next day; empty if the text is not a day. */
function dayRange(day: string, { timezone }: Locale): { since?: string; until?: string } {
  const start = startOfDay(day, timezone)
  if (start === undefined) return {}
  const next = new Date(Date.parse(`${day}T00:00:00Z`) + DAY).toISOString().slice(0, 10)
  const end = startOfDay(next, timezone) ?? start + DAY
  return { since: new Date(start).toISOString(), until: new Date(end).toISOString() }
}
