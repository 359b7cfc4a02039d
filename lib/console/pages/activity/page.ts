/** 履歴 / History: who did what with which key or passkey, the state of the log, and its files. */
import { type Html, html, type Piece } from '../../../core/http/html.ts'
import { createCalendar, monthOf } from '../../../core/language/calendar.ts'
import { type Say, sayIn } from '../../../core/language/text.ts'
import { KINDS } from '../../../services/activity/contract-schemas.ts'
import { chainFaults } from '../../../services/activity/verify/file.ts'
import { box, type Fact, facts, fieldsOf, pageLinks } from '../../frame/parts.ts'
import type { ShownPage, SignedInCall, View } from '../../page.ts'
import { entryTable } from './entries.ts'
import { type Asked, type HistoryData, readHistory } from './read.ts'
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

/** The months from that of `first` to the last before `now`, the newest first. */
function monthsOver(first: number, now: number, timezone: string): string[] {
  const calendar = createCalendar(timezone)
  const [from, until] = [first, now].map(moment => monthOf(calendar(moment))) as [string, string]
  const months: string[] = []
  for (let month = from; month < until; month = monthAfter(month)) months.unshift(month)
  return months
}

/** `2026-12` -> `2027-01` */
export function monthAfter(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number, 1)).toISOString().slice(0, 7)
}
