/**
 * A table of many items of one kind: a person ticks the items that they have checked, and approves all of these at
 * once.
 */

import { attributes, type Html, html, type Piece } from '../../../core/http/html.ts'
import { phrase } from '../../../core/language/catalogue.ts'
import { type Say, sayIn } from '../../../core/language/text.ts'
import { LABELS } from '../../../services/accounting/lists/words.ts'
import { fields } from '../../approvals/form.ts'
import { itemPage } from '../../frame/addresses.ts'
import { namesIn } from '../../frame/lists.ts'
import { box, pageLinks } from '../../frame/parts.ts'
import type { PageAnswer, SignedInCall, View } from '../../page.ts'
import { type ItemView, inField } from './item.ts'
import { readTable } from './tables.ts'
import { ITEM, TO_DO } from './words.ts'

/** Shows one page of the open items of one kind of notice. */
export async function showTable(
  kind: string,
  after: string | undefined,
  call: SignedInCall<'toDo'>,
): Promise<PageAnswer> {
  const { view, core } = call
  const say = sayIn(view.locale)
  const { items, next } = await readTable(kind, after, call)
  const path = `/console?${new URLSearchParams({ show: kind })}`
  const seen = new Date(core.now()).toISOString()
  return {
    title: say(TO_DO.title),
    body: html`<p><a href="/console">${say(TO_DO.back)}</a></p>
${items.length === 0 ? box('good', say(TO_DO.none)) : tableForm(items, seen, view)}
${pageLinks({ after, next, path }, view)}`,
  }
}

/** A column beside the name of an item; left out if all rows lack a value. */
interface Column {
  readonly head: (typeof LABELS)['amount']
  readonly class?: 'd' | 'n'
  cell(item: ItemView): Piece
}

const COLUMNS: readonly Column[] = [
  { head: LABELS.issueDate, class: 'd', cell: ({ day = '' }) => day },
  { head: LABELS.partner, cell: ({ partner = '' }) => partner },
  { head: LABELS.booked, cell: ({ booked = '' }) => booked },
  { head: LABELS.file, cell: ({ files = '' }) => files },
  { head: LABELS.why, cell: whyCell },
  { head: LABELS.amount, class: 'n', cell: ({ money = '' }) => money },
]

function whyCell({ unusual, proposer }: ItemView): Piece {
  if (unusual.length === 0 && proposer === undefined) return ''
  const why = unusual.map(text => html`<mark>${text}</mark><br>`)
  return html`${why}${proposer === undefined ? '' : html`<q>${proposer}</q>`}`
}

function tableForm(items: readonly ItemView[], seen: string, view: View): Html {
  const say = sayIn(view.locale)
  const [{ kind }] = items as [ItemView]
  const columns = COLUMNS.filter(({ cell }) => items.some(item => cell(item) !== ''))
  const labels = columns.map(({ head }) => phrase(head))
  const names = namesIn(labels, view.locale)
  const heads = columns.map(
    (column, at) => html`<th scope="col"${attributes({ class: column.class })}>${names[at] ?? ''}</th>`,
  )
  return html`<p>${say(TO_DO.tableText)}</p>
<form method="post" action="/console/item">${fields({ kind, seen, form: view.nonce })}
<table class="many"><thead><tr><th scope="col">${say(TO_DO.tick)}</th><th scope="col">${say(TO_DO.item)}</th>${heads}</tr></thead>
<tbody>${items.map((item, at) => rowOf(item, { at, columns, names, say }))}</tbody></table>
<div class="acts">${actsOf(items).map(([name, label]) => html`<button name="act" value="${name}">${label}</button>`)}
${items.some(({ looks }) => looks) ? html`<button name="act" value="look">${say(ITEM.look)}</button>` : ''}</div></form>`
}

/**
 * The decisions that a person can take for many items at once. A decision that asks for an identifier is taken on the
 * item's own page.
 */
function actsOf(items: readonly ItemView[]): [name: string, label: string][] {
  const shared = items.flatMap(({ acts }) => acts).filter(({ asks }) => asks?.[0] !== 'value')
  return [...new Map(shared.map(({ name, label }) => [name, label]))]
}

function rowOf(
  item: ItemView,
  { at, columns, names, say }: { at: number; columns: readonly Column[]; names: readonly string[]; say: Say },
): Html {
  const { name, title, kind } = item
  const cells = columns.map(
    (column, place) =>
      html`<td${attributes({ class: column.class })} data-name="${names[place] ?? ''}">${column.cell(item)}</td>`,
  )
  return html`<tr><td><input type="checkbox" name="pick-${at}" value="${inField(name)}" aria-label="${say(TO_DO.tickNamed, { name: title })}"></td>
<td data-name="${say(TO_DO.item)}"><a href="${itemPage(kind, name)}">${title}</a></td>${cells}</tr>`
}
