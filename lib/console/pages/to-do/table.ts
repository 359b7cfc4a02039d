/** A person ticks the items that they have checked, and decides all ticked items at once. */

import { attributes, type Html, html, type Piece } from '../../../core/http/html.ts'
import { phrase } from '../../../core/language/catalogue.ts'
import { type Say, sayIn, textOf } from '../../../core/language/text.ts'
import { sumOf } from '../../../services/accounting/fields/amount.ts'
import { yen } from '../../../services/accounting/lists/deal-rows.ts'
import { LABELS } from '../../../services/accounting/lists/words.ts'
import { fields } from '../../approvals/form.ts'
import { itemPage } from '../../frame/addresses.ts'
import { namesIn } from '../../frame/lists.ts'
import { box, pageLinks } from '../../frame/parts.ts'
import type { PageAnswer, SignedInCall, View } from '../../page.ts'
import { type ItemView, inField, spokenName } from './item.ts'
import { readTable } from './tables.ts'
import { ITEM, TO_DO } from './words.ts'

export async function showTable(kind: string, call: SignedInCall<'toDo'>): Promise<PageAnswer> {
  const { view, core } = call
  const { after, all } = call.query
  const say = sayIn(view.locale)
  const { items, next } = await readTable(kind, after, call)
  const path = `/console?${new URLSearchParams({ show: kind })}`
  const seen = new Date(core.now()).toISOString()
  return {
    title: say(TO_DO.title),
    body: html`<p><a href="/console">${say(TO_DO.back)}</a></p>
${items.length === 0 ? box('good', say(TO_DO.none)) : tableForm(items, { seen, path: `${path}${after === undefined ? '' : `&after=${encodeURIComponent(after)}`}`, isAll: all === '1' }, view)}
${pageLinks({ after, next, path }, view)}`,
  }
}

/** A column, which is left out if all rows lack a value. */
interface Column {
  readonly head: (typeof LABELS)['amount']
  readonly class?: 'd' | 'n'
  cell(item: ItemView): Piece
}

const COLUMNS: readonly Column[] = [
  { head: LABELS.issueDate, class: 'd', cell: ({ deal }) => deal?.day ?? '' },
  { head: LABELS.partner, cell: ({ deal }) => deal?.partner ?? '' },
  { head: LABELS.booked, cell: ({ deal }) => deal?.booked ?? '' },
  { head: LABELS.file, cell: ({ deal }) => deal?.files ?? '' },
  { head: LABELS.why, cell: whyCell },
  { head: LABELS.amount, class: 'n', cell: ({ money = '' }) => money },
]

function whyCell({ unusual }: ItemView): Piece {
  return unusual.length === 0 ? '' : html`${unusual.map(text => html`<mark>${text}</mark><br>`)}`
}

interface ShownTable {
  readonly seen: string
  readonly path: string
  readonly isAll: boolean
}

function tableForm(items: readonly ItemView[], { seen, path, isAll }: ShownTable, view: View): Html {
  const say = sayIn(view.locale)
  const [{ kind }] = items as [ItemView]
  const columns = COLUMNS.filter(({ cell }) => items.some(item => cell(item) !== ''))
  const labels = columns.map(({ head }) => phrase(head))
  const names = namesIn(labels, view.locale)
  const heads = columns.map(
    (column, at) => html`<th scope="col"${attributes({ class: column.class })}>${names[at] ?? ''}</th>`,
  )
  return html`<p>${say(TO_DO.tableText)}</p>
${items.length > 1 ? allOf(items, path, view) : ''}
<form method="post" action="/console/item">${fields({ kind, seen, form: view.nonce })}
<table class="many"><thead><tr><th scope="col">${say(TO_DO.tick)}</th><th scope="col">${say(TO_DO.item)}</th>${heads}</tr></thead>
<tbody>${items.map((item, at) => rowOf(item, { at, columns, names, isAll, say }))}</tbody></table>
<div class="acts">${actsOf(items, view).map(([name, label]) => html`<button name="act" value="${name}">${label}</button>`)}
${items.some(({ look }) => look) ? html`<button name="act" value="look">${say(ITEM.look)}</button>` : ''}</div></form>`
}

function allOf(items: readonly ItemView[], path: string, view: View): Html {
  const sum = sumIn(items, view)
  const say = sayIn(view.locale)
  const count = { count: items.length }
  const label = sum === '' ? say(TO_DO.tickAll, count) : say(TO_DO.tickAllOf, { ...count, sum })
  return html`<p><a class="button" href="${`${path}&all=1`}">${label}</a></p>`
}

/** The sum of the deals; empty if any item is no deal, or has no amount yet. */
export function sumIn(items: readonly ItemView[], { locale }: View): string {
  const amounts = items.flatMap(({ deal }) =>
    deal?.report.body ? [sumOf(deal.report.body.details.map(({ amount }) => amount))] : [],
  )
  return amounts.length === items.length ? textOf(yen(sumOf(amounts)), locale) : ''
}

/** The decisions that the table offers. A decision that asks for an identifier is taken on the item's own page. */
function actsOf(items: readonly ItemView[], { locale }: View): [name: string, label: string][] {
  const shared = items.flatMap(({ acts }) => acts).filter(({ asks }) => asks?.[0] !== 'value')
  return [...new Map(shared.map(({ name, label }) => [name, textOf(label, locale)]))]
}

interface RowState {
  readonly at: number
  readonly columns: readonly Column[]
  readonly names: readonly string[]
  readonly isAll: boolean
  readonly say: Say
}

function rowOf(item: ItemView, { at, columns, names, isAll, say }: RowState): Html {
  const { name, title, kind } = item
  const called = spokenName(item)
  const cells = columns.map(
    (column, place) =>
      html`<td${attributes({ class: column.class })} data-name="${names[place] ?? ''}">${column.cell(item)}</td>`,
  )
  return html`<tr><td><input type="checkbox" name="pick-${at}" value="${inField(name)}"${attributes({ checked: isAll })} aria-label="${say(TO_DO.tickNamed, { name: title })}"></td>
<td data-name="${say(TO_DO.item)}"><a href="${itemPage(kind, name)}">${title}</a>${called === '' ? '' : html`<br><small>${called}</small>`}</td>${cells}</tr>`
}
