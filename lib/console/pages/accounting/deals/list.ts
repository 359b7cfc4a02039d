import { type Html, html, type Piece } from '../../../../core/http/html.ts'
import { phrase } from '../../../../core/language/catalogue.ts'
import type { Locale } from '../../../../core/language/language.ts'
import { type Say, sayIn, textOf } from '../../../../core/language/text.ts'
import { isReference } from '../../../../services/accounting/deals/cases/of-deal.ts'
import type { CaseReport } from '../../../../services/accounting/deals/cases/report.ts'
import {
  accountsOf,
  amountText,
  DEAL_HEADS,
  dealCells,
  yen,
} from '../../../../services/accounting/lists/deal-rows.ts'
import { type FoundDeals, filesOf } from '../../../../services/accounting/lists/find-deals.ts'
import { newestFirst } from '../../../../services/accounting/lists/last-time.ts'
import type { RecordNames } from '../../../../services/accounting/lists/names.ts'
import type { ServiceDeal } from '../../../../services/accounting/lists/pages.ts'
import { WAITING } from '../../../../services/accounting/lists/waiting-words.ts'
import { LABELS } from '../../../../services/accounting/lists/words.ts'
import { listTable, namesIn, textsIn } from '../../../frame/lists.ts'
import { box, pageLinks } from '../../../frame/parts.ts'
import type { View } from '../../../page.ts'
import { type SearchForm, searchAddress, searchForm } from './search.ts'
import { DEALS } from './words.ts'

export interface Book {
  readonly id: number
  readonly name: string
}

export interface ListData {
  readonly books: readonly Book[]
  readonly book: Book
  readonly form: SearchForm
  /** The deals that were found; absent if a field is wrong, or if the person has to choose a partner. */
  readonly found?: FoundDeals | undefined
  readonly names: RecordNames
  /** The number of deals before this page, as `after` in the address says. */
  readonly offset: number
  /** The names of the partners that match the text, if there are several. */
  readonly partners?: readonly string[]
}

export function dealList(
  { books, book, form, found, names, offset, partners = [] }: ListData,
  view: View,
): Html {
  const say = sayIn(view.locale)
  const path = searchAddress({ company: form.company, ...form.fields })
  const after = offset > 0 ? String(offset) : undefined
  const next = found?.next === undefined ? undefined : String(found.next)
  return html`${bookLinks(books, book, say)}
${searchForm(form, view)}
${partners.length > 0 ? partnerLinks(partners, form, say) : ''}
${found === undefined ? '' : html`${countOf(found, { offset, isSearch: form.isOpen }, say)}${dealTable(newestFirst(found.deals), { book, names }, view)}`}
${pageLinks({ after, next, path }, view)}`
}

function bookLinks(books: readonly Book[], book: Book, say: Say): Html {
  const others = books.filter(({ id }) => id !== book.id)
  const query = new URLSearchParams({ company: String(book.id) })
  return html`<p class="soft">${say(DEALS.inBooks, { name: book.name })}${others.map(({ id, name }) => html` <a href="${searchAddress({ company: String(id) })}">${name}</a>`)}</p>
<div class="acts"><a class="button" href="/console/deals/month?${String(query)}">${say(DEALS.month)}</a><a class="button" href="/console/deals/journal?${String(query)}">${say(DEALS.journal)}</a></div>`
}

function partnerLinks(partners: readonly string[], { fields, company }: SearchForm, say: Say): Html {
  const links = partners.map(
    partner => html`<li><a href="${searchAddress({ company, ...fields, partner })}">${partner}</a></li>`,
  )
  return box('warn', say(DEALS.severalPartners), html`<ul>${links}</ul>`)
}

function countOf(
  { deals, read, total }: FoundDeals,
  { offset, isSearch }: { readonly offset: number; readonly isSearch: boolean },
  say: Say,
): Html {
  if (total === 0) return html`<p>${say(isSearch ? DEALS.noneFits : DEALS.none)}</p>`
  if (deals.length === read)
    return html`<p class="soft">${say(DEALS.page, { first: offset + 1, last: offset + read, total })}</p>`
  return html`<p class="soft">${say(DEALS.found, { count: deals.length, first: offset + 1, last: offset + read, total })}</p>`
}

/** The address of a deal that kura has sent. Its page shows the case while the books cannot be read. */
export function dealAddressOf({ deal, case: name }: CaseReport): string {
  return `/console/deals/deal?${new URLSearchParams({ id: String(deal ?? 0), case: name })}`
}

/** The address of a deal. With the reference number, its page finds the case even while the books cannot be read. */
function dealAddress({ id: company }: Pick<Book, 'id'>, { id, ref_number }: ServiceDeal): string {
  const reference = isReference(ref_number) ? `&reference=${ref_number}` : ''
  return `/console/deals/deal?company=${company}&id=${id}${reference}`
}

function dealTable(
  deals: readonly ServiceDeal[],
  { book, names }: { readonly book: Book; readonly names: RecordNames },
  { locale }: View,
): Piece {
  if (deals.length === 0) return ''
  const say = sayIn(locale)
  const rows = deals.map(deal => {
    const [, , ...cells] = textsIn(dealCells(deal, names), locale)
    return [
      dealLink({ book, deal, names }, locale),
      ...cells,
      filesOf(deal).length > 0 ? say(DEALS.hasFile) : '',
    ]
  })
  const [issueDate, , ...heads] = DEAL_HEADS
  const labels = [...(issueDate ? [issueDate] : []), ...heads, phrase(LABELS.file)]
  return listTable(namesIn(labels, locale), rows, { amountAt: 1 })
}

interface NamedDeal {
  readonly deal: ServiceDeal
  readonly names: RecordNames
}

/** The day of a deal as a link to the deal's page. A screen reader says the deal's title instead. */
export function dealLink({ book, deal, names }: NamedDeal & { readonly book: Book }, locale: Locale): Html {
  return html`<a href="${dealAddress(book, deal)}" aria-label="${dealTitle({ deal, names }, locale)}">${deal.issue_date}</a>`
}

/** The title of a deal: the partner or, without one, what the deal is booked as; then the amount and the day. */
export function dealTitle({ deal, names }: NamedDeal, locale: Locale): string {
  const partner = deal.partner_id ? names.find('partner', deal.partner_id) : undefined
  const parts = [partner ?? accountsOf(deal, names), yen(deal.amount), deal.issue_date]
  return textOf(phrase(WAITING.title, { parts: parts.filter(part => part !== '') }), locale)
}

export function storedDeals(cases: readonly CaseReport[], { locale }: View): Html {
  const say = sayIn(locale)
  const rows = cases.map(report => {
    const { case: name, body } = report
    return [
      body?.issue_date ?? '',
      html`<a href="${dealAddressOf(report)}">${name}</a>`,
      textOf(amountText(report), locale),
    ]
  })
  const { issueDate, case: name, amount } = LABELS
  const heads = namesIn(
    [issueDate, name, amount].map(label => phrase(label)),
    locale,
  )
  return html`${box('warn', say(DEALS.down), say(DEALS.downText))}
<h2>${say(DEALS.stored)}</h2>${rows.length === 0 ? html`<p>${say(DEALS.none)}</p>` : listTable(heads, rows, { amountAt: 2 })}`
}
