/** For expenses that recur, such as rent: kura proposes a copy of last month's deal, and a person confirms the copy. */
import { attributes, type Html, html, type Piece } from '../../../../../core/http/html.ts'
import { sayIn, textOf } from '../../../../../core/language/text.ts'
import { accountsOf, partnerOf } from '../../../../../services/accounting/lists/deal-rows.ts'
import { cellsOfDeal } from '../../../../../services/accounting/lists/last-time.ts'
import { createNames, type RecordNames } from '../../../../../services/accounting/lists/names.ts'
import { readDeals, type ServiceDeal } from '../../../../../services/accounting/lists/pages.ts'
import {
  dayOfMonth,
  dealsToRepeat,
  type LastMonthDeal,
  lastDayOf,
  monthsBefore,
} from '../../../../../services/accounting/lists/recurring.ts'
import { dayIn } from '../../../../../services/accounting/taxes/issue-date.ts'
import { fields } from '../../../../approvals/form.ts'
import type { Fields, NextPage, PersonCall, View } from '../../../../page.ts'
import { addDraft, draftName, readDraft } from '../drafts.ts'
import { refuseMore } from '../limits.ts'
import { booksOf, yen } from '../rows.ts'
import { COPIES } from '../words.ts'
import { type Proposal, proposalsOf } from './proposals.ts'
import { ANSWERS } from './service-reading.ts'

const MOST = 500

interface LastMonth {
  readonly company: number
  /** The present month, YYYY-MM. */
  readonly month: string
  readonly deals: readonly LastMonthDeal[]
  readonly names: RecordNames
}

/** The purchases of last month that have no copy yet. @throws AppError of the endpoints */
async function readLastMonth(call: PersonCall): Promise<LastMonth> {
  const { core, view } = call
  const { api, company } = await booksOf(call)
  const today = dayIn(view.locale.timezone, core.now())
  const [last, before] = monthsBefore(today)
  const filter = {
    type: 'expense' as const,
    start_issue_date: `${before}-01`,
    end_issue_date: lastDayOf(last),
  }
  const deals: ServiceDeal[] = []
  for await (const page of readDeals({ api, company }, filter)) {
    deals.push(...page)
    if (deals.length >= MOST) break
  }
  const names = await createNames({ api, company }).load([
    'account item',
    'tax code',
    'partner',
    'walletable',
    ...(deals.some(({ details = [] }) => details.some(line => line.section_id))
      ? (['section'] as const)
      : []),
  ])
  const month = today.slice(0, 7)
  const rows = dealsToRepeat(deals, last)
  const known = await Promise.all(
    rows.map(({ deal }) => readDraft(nameOf(deal, { company, month }), core.store())),
  )
  return { company, month, names, deals: rows.filter((_, at) => known[at] === undefined) }
}

function nameOf({ id }: ServiceDeal, { company, month }: Pick<LastMonth, 'company' | 'month'>): string {
  return draftName(`copy ${company} ${id} ${month}`)
}

/** Lists last month's purchases; the purchases that recur are ticked. @throws AppError of the endpoints */
export async function lastMonthList(call: PersonCall): Promise<Html> {
  const { view } = call
  const say = sayIn(view.locale)
  const { deals, names } = await readLastMonth(call)
  if (deals.length === 0) return html`<p>${say(COPIES.none)}</p>`
  return html`<p>${say(COPIES.about)}</p>
<form method="post" action="/console/receipts/row">${fields({ form: view.nonce })}
${deals.map(row => choice(row, { names, view }))}
<div class="acts"><button class="first" name="act" value="copy">${say(COPIES.copy)}</button></div></form>`
}

function choice(
  { deal, recurs }: LastMonthDeal,
  { names, view }: { readonly names: RecordNames; readonly view: View },
): Piece {
  const say = sayIn(view.locale)
  const said = [partnerOf(deal, names), accountsOf(deal, names)].map(reason => textOf(reason, view.locale))
  const description = deal.details?.[0]?.description ?? ''
  const texts = [deal.issue_date, ...said, yen(deal.amount, view), description].filter(text => text !== '')
  return html`<p><label><input type="checkbox" name="copy-${String(deal.id)}" value="yes"${attributes({ checked: recurs })}> ${texts.join('　')}</label>${recurs ? html` <small>${say(COPIES.recurs)}</small>` : ''}</p>
`
}

/** Adds a row for each ticked deal; returns the next page. @throws AppError as `refuseMore`, and of the endpoints */
export async function copyRows(given: Fields, call: PersonCall): Promise<NextPage> {
  const { core, view } = call
  await refuseMore(0, core)
  const { deals, names, company, month } = await readLastMonth(call)
  const chosen = deals.filter(({ deal }) => given[`copy-${deal.id}`] !== undefined)
  const rows: string[] = []
  for (const { deal, day } of chosen) {
    const row = nameOf(deal, { company, month })
    const partner = textOf(partnerOf(deal, names), view.locale)
    const copied = {
      deal: deal.id,
      name: `${partner || (deal.details?.[0]?.description ?? '')} ${month}`.trim(),
    }
    const proposed = proposalsOfDeal(deal, { names, date: dayOfMonth(month, day), partner, view })
    const by = view.session.person.name
    await addDraft(row, { case: `console ${row}`, lines: [{}], copied, by, proposed }, core.store())
    rows.push(row)
  }
  const [first] = rows
  return { to: first === undefined ? '/console/receipts?show=last' : `/console/receipts/row?row=${first}` }
}

function proposalsOfDeal(
  deal: ServiceDeal,
  { names, date, partner, view }: { names: RecordNames; date: string; partner: string; view: View },
): Proposal[] {
  const lines = cellsOfDeal(deal, { names, words: ANSWERS[view.language] })
  const shared = { date, partner }
  return lines.flatMap(({ qualified, payment, ...own }, line) => {
    const once = line === 0 ? { ...shared, qualified, payment } : {}
    const amount = String(deal.details?.[line]?.amount ?? '')
    return proposalsOf({ ...once, ...own, amount }, 'last').map(proposal => ({ ...proposal, line }))
  })
}
