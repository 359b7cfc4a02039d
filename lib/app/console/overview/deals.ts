/**
 * 取引 / Deals: the deals of each company as the accounting service has them now, newest first. While the service does
 * not answer, the page shows the deals that kura has sent itself.
 */
import { AppError } from '../../../core/errors.ts'
import type { Client } from '../../../core/http/client.ts'
import type { ReplyOf } from '../../../core/http/contract.ts'
import { attributes, type Html, html } from '../../../core/http/html.ts'
import { type Say, sayIn } from '../../../core/language/text.ts'
import { type AccountingContract, accountingContract } from '../../../services/accounting/contract.ts'
import { createNames, type RecordNames } from '../../../services/accounting/lists/names.ts'
import { clientOf } from '../client.ts'
import { box, pageLinks } from '../frame/parts.ts'
import { FRAME } from '../frame/words.ts'
import type { ShownPage, SignedInCall, View } from '../page.ts'
import { DEALS } from './words.ts'

type Api = Client<AccountingContract>
type Deal = ReplyOf<AccountingContract, 'deals'>['deals'][number]

/** The number of deals on a page. */
const PAGE = 20
const PATH = '/console/deals'

export async function showDeals(call: SignedInCall<'showDeals'>): Promise<ShownPage> {
  const { view, query } = call
  const say = sayIn(view.locale)
  const title = say(FRAME.deals)
  if (!view.session.scopes.includes('accounting.read'))
    return { title, body: box('warn', say(DEALS.noScope), say(DEALS.noScopeText)) }
  const api = clientOf(accountingContract, call)
  const from = Math.max(0, Math.trunc(Number(query.after ?? 0)) || 0)
  try {
    const { companies } = await api.companies()
    const lists = await Promise.all(companies.map(company => companyDeals(company, { api, from, view })))
    return { title, body: html`${lists}` }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return {
      title,
      body: html`${box('warn', say(DEALS.down), say(DEALS.downText))}${await storedDeals(api, say)}`,
    }
  }
}

interface Shown {
  readonly api: Api
  /** How many deals come before this page. */
  readonly from: number
  readonly view: View
}

async function companyDeals(
  { id, display_name: name }: ReplyOf<AccountingContract, 'companies'>['companies'][number],
  { api, from, view }: Shown,
): Promise<Html> {
  const say = sayIn(view.locale)
  const query = { company_id: String(id), limit: String(PAGE), offset: String(from) }
  const [{ deals, meta }, names] = await Promise.all([
    api.deals({ query }),
    createNames({ api, company: id }).load(['account item', 'partner']),
  ])
  const total = meta.total_count
  const next = from + deals.length < total ? String(from + deals.length) : undefined
  const after = from > 0 ? String(from) : undefined
  return html`<h2>${say(DEALS.inBooks, { name: name ?? String(id) })}</h2>
${deals.length === 0 ? html`<p>${say(DEALS.none)}</p>` : html`<p class="soft">${say(DEALS.page, { first: from + 1, last: from + deals.length, total })}</p>${dealTable(deals, names, say)}`}
${pageLinks({ after, next, path: PATH }, view)}`
}

function dealTable(deals: readonly Deal[], names: RecordNames, say: Say): Html {
  const rows = deals.map(deal => {
    const accounts = new Set(
      (deal.details ?? []).map(line => nameOf('account item', line.account_item_id, names, say)),
    )
    const partner = deal.partner_id ? nameOf('partner', deal.partner_id, names, say) : ''
    const kind = deal.type === 'income' ? ` (${say(DEALS.income)})` : ''
    return [
      deal.issue_date,
      partner,
      `${[...accounts].join(', ')}${kind}`,
      say(DEALS.yen, { amount: deal.amount }),
    ]
  })
  return table(rows, say)
}

function nameOf(kind: 'account item' | 'partner', id: number, names: RecordNames, say: Say): string {
  return names.find(kind, id) ?? say(DEALS.unnamed, { id })
}

/** Returns the deals that kura has sent, from the store: without names, which only the service knows. */
async function storedDeals(api: Api, say: Say): Promise<Html> {
  const { cases } = await api.cases({ query: { state: 'done', limit: '500' } })
  const newest = cases.toSorted((one, other) => (one.since < other.since ? 1 : -1)).slice(0, PAGE)
  const rows = newest.map(({ case: name, body }) => [
    body?.issue_date ?? '',
    name,
    '',
    body ? say(DEALS.yen, { amount: body.details.reduce((sum, { amount }) => sum + amount, 0) }) : '',
  ])
  return html`<h2>${say(DEALS.stored)}</h2>${rows.length === 0 ? html`<p>${say(DEALS.none)}</p>` : table(rows, say)}`
}

function table(rows: readonly (readonly string[])[], say: Say): Html {
  const heads = [DEALS.day, DEALS.partner, DEALS.account, DEALS.amount].map(head => say(head))
  const cell = (text: string, at: number) =>
    html`<td${attributes({ class: at === 3 && 'n' })} data-name="${heads[at] ?? ''}">${text}</td>`
  return html`<table class="many"><thead><tr>${heads.map(head => html`<th scope="col">${head}</th>`)}</tr></thead><tbody>${rows.map(row => html`<tr>${row.map(cell)}</tr>`)}</tbody></table>`
}
