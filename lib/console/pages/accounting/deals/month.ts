import { type Html, html, type Piece } from '../../../../core/http/html.ts'
import { phrase } from '../../../../core/language/catalogue.ts'
import { listIn, sayIn, textOf } from '../../../../core/language/text.ts'
import { accountsOf, partnerOf, wordOf, yen } from '../../../../services/accounting/lists/deal-rows.ts'
import { filesOf } from '../../../../services/accounting/lists/find-deals.ts'
import {
  approvalsOf,
  asRegistered,
  isChanged,
  type SheetDeal,
  taxTotals,
} from '../../../../services/accounting/lists/month-sheet.ts'
import type { RecordNames } from '../../../../services/accounting/lists/names.ts'
import { LABELS } from '../../../../services/accounting/lists/words.ts'
import { noteIn } from '../../../../services/accounting/receipts/identity.ts'
import { mayOpen } from '../../../frame/addresses.ts'
import { listTable, namesIn } from '../../../frame/lists.ts'
import { box, facts, field, pageLinks } from '../../../frame/parts.ts'
import type { View } from '../../../page.ts'
import { type Book, dealLink } from './list.ts'
import { searchAddress } from './search.ts'
import { DEALS, MONTH } from './words.ts'

export interface MonthData {
  readonly book: Book
  /** The month as YYYY-MM. */
  readonly month: string
  readonly deals: readonly SheetDeal[]
  readonly names: RecordNames
  readonly waiting: number
  /** The number of waiting deals whose day cannot be read. Each of them may be of this month. */
  readonly undated: number
  /** The number of unregistered receipts that are, or may be, of the month. */
  readonly receipts: number
  /** Whether the month has more deals than kura reads. */
  readonly isCut: boolean
  /** Whether the page has all deals, for printing. */
  readonly isWhole: boolean
  /** The reason why a file could not be made. */
  readonly fault?: string | undefined
}

/** A further page of the month: only the deals of this page were read. */
export interface FurtherData extends Pick<MonthData, 'book' | 'month' | 'deals' | 'names'> {
  readonly offset: number
  /** The number of the month's deals, as the service counts them. */
  readonly total: number
  readonly next: number | undefined
}

export const SHEET_PAGE = 50

export function monthPage(data: MonthData, view: View): Html {
  const { book, month, deals, isCut, isWhole, fault } = data
  const say = sayIn(view.locale)
  const asked = { company: String(book.id), month }
  const some = isWhole ? deals : deals.slice(0, SHEET_PAGE)
  const next = !isWhole && deals.length > SHEET_PAGE ? String(SHEET_PAGE) : undefined
  return html`${fault === undefined ? '' : box('bad', fault, isCut ? '' : say(MONTH.useUtf8))}
${monthHead(data, view)}
${isCut ? box('warn', say(MONTH.cut, { count: deals.length })) : ''}
${stateOf(data, view)}
<div class="acts">${(['utf-8', 'shift_jis'] as const).map(encoding => html`<a class="button" href="${monthAddress(asked, { encoding }, '/file')}">${say(MONTH[encoding])}</a>`)}
<a class="button" href="${monthAddress(asked, { show: 'all' })}">${say(MONTH.all)}</a></div>
${totals(data, view)}
<h2>${say(MONTH.deals, { count: deals.length })}</h2>
${sheet(some, data, view)}
${pageLinks({ after: undefined, next, path: monthAddress(asked) }, view)}`
}

export function furtherPage(data: FurtherData, view: View): Html {
  const { book, month, deals, offset, total, next } = data
  const say = sayIn(view.locale)
  const path = monthAddress({ company: String(book.id), month })
  const links = { after: String(offset), next: next === undefined ? undefined : String(next), path }
  return html`${monthHead(data, view)}
<p><a href="${path}">${say(MONTH.onFirstPage)}</a></p>
${deals.length === 0 ? html`<p>${say(DEALS.noneFits)}</p>` : html`<h2>${say(MONTH.deals, { count: total })}</h2>${sheet(deals, data, view)}`}
${pageLinks(links, view)}`
}

function monthAddress(
  { company, month }: AskedMonth,
  more: Readonly<Record<string, string>> = {},
  path: '' | '/file' = '',
): string {
  const books = company === undefined ? {} : { company }
  return `/console/deals/month${path}?${new URLSearchParams({ ...books, month, ...more })}`
}

function monthHead({ book, month }: Pick<MonthData, 'book' | 'month'>, view: View): Html {
  const say = sayIn(view.locale)
  const company = String(book.id)
  return html`<p><a href="${searchAddress({ company })}">${say(MONTH.back)}</a></p>
<p class="soft">${say(DEALS.inBooks, { name: book.name })}</p>
${monthLinks({ company, month }, view)}`
}

/** A month, and the id of the company if the address has it. */
export interface AskedMonth {
  readonly company?: string | undefined
  /** The month as YYYY-MM. */
  readonly month: string
}

export function monthLinks(asked: AskedMonth, view: View): Html {
  const { company, month } = asked
  const say = sayIn(view.locale)
  const link = (by: number) => {
    const other = monthAfter(month, by)
    return html`<a class="button" href="${monthAddress({ company, month: other })}">${monthText(other, view)}</a>`
  }
  const given = { name: 'month', label: say(MONTH.month), value: month, input: { type: 'month' } }
  const books = company === undefined ? '' : html`<input type="hidden" name="company" value="${company}">`
  return html`<form action="/console/deals/month">${books}${field(given, {}, view)}<button>${say(MONTH.show)}</button></form>
<div class="acts">${link(-1)}${link(1)}</div>`
}

export function monthAfter(month: string, by: number): string {
  const day = new Date(`${month}-01T00:00:00Z`)
  day.setUTCMonth(day.getUTCMonth() + by)
  return day.toISOString().slice(0, 7)
}

function stateOf({ book, month, deals, ...open }: MonthData, view: View): Html {
  const say = sayIn(view.locale)
  const lacking = deals.filter(({ deal }) => filesOf(deal).length === 0).length
  const own = deals.filter(({ report }) => report).length
  const approved = deals.filter(of => approvalsOf(of).length > 0).length
  const changed = deals.filter(isChanged).length
  const days = { from: `${month}-01`, until: lastDayOf(month) }
  const search = searchAddress({ company: String(book.id), ...days, file: 'without' })
  return html`${openPart(open, view)}${facts([
    [say(MONTH.count), String(deals.length)],
    [say(MONTH.byKura), String(own)],
    [say(MONTH.approved), String(approved)],
    [say(MONTH.changedCount), changed === 0 ? '' : String(changed)],
    [say(MONTH.without), lacking === 0 ? '0' : html`<a href="${search}">${lacking}</a>`],
  ])}`
}

function openPart(
  { waiting, undated, receipts }: Pick<MonthData, 'waiting' | 'undated' | 'receipts'>,
  view: View,
): Html {
  const say = sayIn(view.locale)
  if (waiting + undated + receipts === 0) return box('good', say(MONTH.complete))
  const toDo = html`<a href="/console">${say(MONTH.open)}</a>`
  const link = mayOpen('/console/receipts', view.session)
    ? html` <a href="/console/receipts">${say(MONTH.openReceipts)}</a>`
    : ''
  const items = [
    ...(waiting > 0 ? [html`<li>${say(MONTH.waiting, { count: waiting })} ${toDo}</li>`] : []),
    ...(undated > 0 ? [html`<li>${say(MONTH.undated, { count: undated })} ${toDo}</li>`] : []),
    ...(receipts > 0 ? [html`<li>${say(MONTH.receipts, { count: receipts })}${link}</li>`] : []),
  ]
  return box('warn', say(MONTH.incomplete), html`<ul>${items}</ul>`)
}

/** The month for a person: `2026年4月` in Japanese, else `2026-04`. */
export function monthText(month: string, { language }: Pick<View, 'language'>): string {
  return language === 'ja' ? month.replace(/^(\d+)-0?(\d+)$/, '$1年$2月') : month
}

/** The last day of a month, YYYY-MM-DD. */
export function lastDayOf(month: string): string {
  const day = new Date(`${monthAfter(month, 1)}-01T00:00:00Z`)
  return new Date(day.getTime() - 86_400_000).toISOString().slice(0, 10)
}

function totals({ deals, names }: MonthData, { locale }: View): Html {
  const say = sayIn(locale)
  const rows = taxTotals(deals.map(asRegistered)).map(({ type, code, lines, amount, vat }) => [
    textOf(wordOf(type), locale),
    names.find('tax code', code) ?? String(code),
    String(lines),
    textOf(yen(vat), locale),
    textOf(yen(amount), locale),
  ])
  const labels = [LABELS.type, MONTH.tax, MONTH.lines, MONTH.vat, LABELS.amount].map(head => phrase(head))
  const heads = namesIn(labels, locale)
  return html`<h2>${say(MONTH.totals)}</h2>${rows.length === 0 ? html`<p>${say(DEALS.none)}</p>` : listTable(heads, rows, { amountAt: 4 })}`
}

export function approversOf(of: Pick<SheetDeal, 'report'>, { locale }: Pick<View, 'locale'>): string {
  return listIn(
    approvalsOf(of).map(({ name }) => name),
    locale,
  )
}

export function byDay({ deal: one }: SheetDeal, { deal: other }: SheetDeal): number {
  return one.issue_date.localeCompare(other.issue_date) || one.id - other.id
}

function sheet(
  deals: readonly SheetDeal[],
  { book, names }: Pick<MonthData, 'book' | 'names'>,
  view: View,
): Piece {
  const { locale } = view
  const say = sayIn(locale)
  const rows = deals.toSorted(byDay).map(of => {
    const deal = asRegistered(of)
    const taxes = new Set(
      (deal.details ?? []).map(line => names.find('tax code', line.tax_code) ?? String(line.tax_code)),
    )
    return [
      dealLink({ book, deal, names }, locale),
      textOf(partnerOf(deal, names), locale),
      html`${textOf(accountsOf(deal, names), locale)}<br><small>${listIn([...taxes], locale)}</small>`,
      listIn(
        filesOf(deal).map(({ description }) => noteIn(description ?? '') || say(DEALS.hasFile)),
        locale,
      ),
      html`${approversOf(of, view)}${isChanged(of) ? html` <mark>${say(MONTH.changed)}</mark>` : ''}`,
      textOf(yen(deal.amount), locale),
    ]
  })
  const { issueDate, partner, accountItems, file, amount } = LABELS
  const heads = [issueDate, partner, accountItems, file, MONTH.approvedBy, amount]
  const labels = heads.map(head => phrase(head))
  return rows.length === 0 ? '' : listTable(namesIn(labels, locale), rows, { amountAt: 5 })
}
