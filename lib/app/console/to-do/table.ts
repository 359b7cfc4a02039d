/** Many deals of one kind in one table: a person ticks what they have checked, and approves all of it at once. */
import { type Html, html, type Piece } from '../../../core/http/html.ts'
import { type Say, sayIn } from '../../../core/language/text.ts'
import { itemPage } from '../../open-items/pages.ts'
import { box, pageLinks } from '../frame/parts.ts'
import type { PageAnswer, SignedInCall } from '../page.ts'
import type { ItemView } from './item.ts'
import { type DealTable, MOST_ROWS, readDeals } from './read.ts'
import { ITEM, TO_DO } from './words.ts'

/** Shows one page of the open deals of a kind. */
export async function showTable(
  table: DealTable,
  after: string | undefined,
  call: SignedInCall<'toDo'>,
): Promise<PageAnswer> {
  const { view } = call
  const say = sayIn(view.locale)
  const { deals, next } = await readDeals(table, after, call)
  const path = `/console?show=${table}`
  const rows = deals.slice(0, MOST_ROWS)
  return {
    title: say(TO_DO.title),
    body: html`<p><a href="/console">${say(TO_DO.back)}</a></p>
${rows.length === 0 ? box('good', say(TO_DO.none)) : tableForm(table, rows, say)}
${pageLinks({ after, next, path }, view)}`,
  }
}

function tableForm(table: DealTable, deals: readonly ItemView[], say: Say): Html {
  const acts = new Map(
    deals.flatMap(({ acts }) => acts).map(({ name, label, asks }) => [name, { label, asks }]),
  )
  const columns = [TO_DO.tick, TO_DO.item, TO_DO.day, TO_DO.partner, TO_DO.booked, ITEM.files, TO_DO.why].map(
    name => say(name),
  )
  const heads = columns.map(name => html`<th scope="col">${name}</th>`)
  return html`<p>${say(TO_DO.tableText)}</p>
<form method="post" action="/console/item"><input type="hidden" name="show" value="${table}">
<table class="many"><thead><tr>${heads}<th scope="col" class="n">${say(TO_DO.amount)}</th></tr></thead>
<tbody>${deals.map((deal, at) => rowOf(deal, at, say))}</tbody></table>
<div class="acts">${[...acts].map(([name, { label }]) => html`<button name="act" value="${name}">${label}</button>`)}
${deals.some(({ looks }) => looks) ? html`<button name="act" value="look">${say(ITEM.look)}</button>` : ''}</div></form>`
}

function rowOf(
  {
    name,
    title,
    day = '',
    partner = '',
    booked = '',
    files = '',
    unusual,
    proposer,
    money = '',
    kind,
  }: ItemView,
  at: number,
  say: Say,
): Html {
  const why: Piece = unusual.length > 0 ? html`<mark>${unusual.join(' ')}</mark>` : ''
  const reason: Piece = proposer === undefined ? '' : html` <q>${proposer}</q>`
  return html`<tr><td><input type="checkbox" name="pick-${at}" value="${name}" aria-label="${say(TO_DO.tickNamed, { name: title })}"></td>
<td data-name="${say(TO_DO.item)}"><a href="${itemPage(kind, name)}">${title}</a></td>
<td class="d" data-name="${say(TO_DO.day)}">${day}</td><td data-name="${say(TO_DO.partner)}">${partner}</td>
<td data-name="${say(TO_DO.booked)}">${booked}</td><td data-name="${say(ITEM.files)}">${files}</td>
<td data-name="${say(TO_DO.why)}">${why}${reason}</td><td class="n" data-name="${say(TO_DO.amount)}">${money}</td></tr>`
}
