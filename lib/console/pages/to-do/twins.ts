/** The deals and cases that look like a waiting one, as its page shows them: facts, files and the page of each. Pure. */

import { itemPage } from '../../../app/open-items/pages.ts'
import type { ReplyOf } from '../../../core/http/contract.ts'
import { type Html, html } from '../../../core/http/html.ts'
import { sayIn, textOf } from '../../../core/language/text.ts'
import type { AccountingContract } from '../../../services/accounting/contract.ts'
import { stateOfCase } from '../../../services/accounting/deals/cases/words.ts'
import { partnerOf, yen } from '../../../services/accounting/lists/deal-rows.ts'
import type { RecordNames } from '../../../services/accounting/lists/names.ts'
import { facts } from '../../frame/parts.ts'
import type { View } from '../../page.ts'
import { ITEM } from './words.ts'

/** Another case or deal that looks like a waiting one. */
export type AlikeDeal = Extract<
  ReplyOf<AccountingContract, 'releaseCase'>,
  { readonly mode: 'dry-run' }
>['alike'][number]

interface Books {
  readonly company: number
  readonly names: RecordNames
}

/** Returns the card of another deal or case: its facts, its files, and a link to its page. */
export function twinCard(twin: AlikeDeal, { company, names }: Books, { locale }: View): Html {
  const say = sayIn(locale)
  const { case: name, deal, state, day = '', amount, descriptions, corrects, file, files } = twin
  const title = name ?? say(ITEM.dealNumber, { id: String(deal) })
  const page =
    deal === undefined && name !== undefined
      ? itemPage('deal', name)
      : `/console/deals/deal?${new URLSearchParams({ company: String(company), id: String(deal) })}`
  const why = corrects ? ITEM.mayBeCorrection : file === undefined ? ITEM.sameFacts : ITEM.sameFile
  return html`<article class="card"><h3>${title}</h3><p>${say(why)}</p>
<p class="money">${textOf(yen(amount), locale)}</p>
${facts([
  [say(ITEM.day), day],
  [say(ITEM.partner), textOf(partnerOf(twin, names), locale)],
  [say(ITEM.text), descriptions.filter(text => text !== '').join(' / ')],
  [say(ITEM.state), state === undefined ? '' : textOf(stateOfCase(state), locale)],
])}
${fileLinks({ company, ids: files }, { locale })}
<p><a class="button" href="${page}">${say(ITEM.openTwin, { name: title })}</a></p></article>`
}

/** Returns a link to each file of a deal, in the file box of the service. */
export function fileLinks(
  { company, ids }: { readonly company: number; readonly ids: readonly number[] },
  { locale }: Pick<View, 'locale'>,
): Html[] {
  const say = sayIn(locale)
  return ids.map(id => {
    const query = new URLSearchParams({ company: String(company), id: String(id) })
    return html`<p><a href="/console/deals/file?${String(query)}">${say(ITEM.file, { id: String(id) })}</a></p>`
  })
}
