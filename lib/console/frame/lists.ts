import { attributes, type Html, html, type Piece } from '../../core/http/html.ts'
import { catalogue } from '../../core/language/catalogue.ts'
import type { Locale } from '../../core/language/language.ts'
import { sayIn, textOf } from '../../core/language/text.ts'
import type { Reason } from '../../core/phrase.ts'
import type { View } from '../page.ts'
import { type Fact, type Field, field } from './parts.ts'

const LISTS = catalogue('console.lists', {
  show: { en: 'Show', ja: '表示するもの' },
  shown: { en: 'Show: {choice}', ja: '表示：{choice}' },
  filter: { en: 'Filter', ja: '絞り込む' },
})

/** The part of a list after the item `after`, or the first part. If more items follow, `next` names its last item. */
export function pageOf<T extends { readonly name: string }>(
  list: readonly T[],
  { after, most }: { after: string | undefined; most: number },
): { readonly some: readonly T[]; readonly next: string | undefined } {
  const first = list.findIndex(({ name }) => name === after) + 1
  const some = list.slice(first, first + most)
  return { some, next: list.length > first + most ? some.at(-1)?.name : undefined }
}

export function textsIn(cells: readonly Reason[], locale: Locale): string[] {
  return cells.map(cell => textOf(cell, locale))
}

/** The names of columns and rows, with a capital. They come in small letters, as the command line shows them. */
export function namesIn(names: readonly Reason[], locale: Locale): string[] {
  return textsIn(names, locale).map(name => name.slice(0, 1).toUpperCase() + name.slice(1))
}

export function factsIn(rows: readonly (readonly [Reason, Reason])[], locale: Locale): Fact[] {
  return rows.map(([name, text]) => [namesIn([name], locale)[0] ?? '', textOf(text, locale)])
}

/** A table. On a phone, its rows are blocks, and each cell has its column's name. Column `amountAt` has amounts. */
export function listTable(
  heads: readonly string[],
  rows: readonly (readonly Piece[])[],
  { amountAt }: { readonly amountAt?: number } = {},
): Html {
  const isAmount = (at: number) => at === amountAt && 'n'
  const cell = (piece: Piece, at: number) =>
    html`<td${attributes({ class: isAmount(at) })} data-name="${heads[at] ?? ''}">${piece}</td>`
  return html`<table class="many"><thead><tr>${heads.map((head, at) => html`<th scope="col"${attributes({ class: isAmount(at) })}>${head}</th>`)}</tr></thead><tbody>${rows.map(row => html`<tr>${row.map(cell)}</tr>\n`)}</tbody></table>`
}

/** The choice of what a long list shows (`show` in the address). It is folded until the person has chosen. */
export function filterForm(
  { action, show, choices }: { action: string; show: string; choices: NonNullable<Field['choices']> },
  view: View,
): Html {
  const say = sayIn(view.locale)
  const label = say(LISTS.show)
  const [, chosen = ''] = choices.find(([value]) => value === show) ?? []
  return html`<details${attributes({ open: show !== '' })}><summary>${say(LISTS.shown, { choice: chosen })}</summary><form action="${action}">${field({ name: 'show', label, value: show, choices }, {}, view)}<button>${say(LISTS.filter)}</button></form></details>`
}
