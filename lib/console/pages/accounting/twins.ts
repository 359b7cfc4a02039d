import { type Html, html, type Piece } from '../../../core/http/html.ts'
import { catalogue, phrase } from '../../../core/language/catalogue.ts'
import { sayIn, textOf } from '../../../core/language/text.ts'
import { stateOfCase } from '../../../services/accounting/deals/cases/words.ts'
import { type AlikeDeal, partnerOf, yen } from '../../../services/accounting/lists/deal-rows.ts'
import type { RecordNames } from '../../../services/accounting/lists/names.ts'
import { WAITING } from '../../../services/accounting/lists/waiting-words.ts'
import { LABELS } from '../../../services/accounting/lists/words.ts'
import { isMade } from '../../drafts/drafts.ts'
import { itemPage } from '../../frame/addresses.ts'
import { factsIn } from '../../frame/lists.ts'
import { facts } from '../../frame/parts.ts'
import type { View } from '../../page.ts'
import { addressInBox } from './receipts/file.ts'

export const TWINS = catalogue('console.twins', {
  twins: { en: 'These look the same', ja: '似ている取引' },
  twinsText: {
    en: 'Compare them. If it is the same receipt, decline one of them.',
    ja: '見比べてください。同じ領収書の場合は、どちらかを却下してください。',
  },
  sameFacts: { en: 'The same day, amount and partner', ja: '日付・金額・取引先が同じ' },
  sameFile: { en: 'The same file', ja: '証憑のファイルが同じ' },
  mayBeCorrection: {
    en: 'It waits, and differs in one fact: one may be the correction of the other',
    ja: '1か所だけ違う確認待ちの取引（どちらかが修正したものかもしれません）',
  },
  text: { en: 'description', ja: '摘要' },
  openTwin: { en: 'Open {name}', ja: '{name}を開く' },
  file: { en: 'Open the file', ja: '証憑を開く' },
  fileAt: { en: 'Open file {at}', ja: '証憑{at}を開く' },
})

interface Books {
  readonly company: number
  readonly names: RecordNames
  /** The pictures of the receipts, by the names of the receipts' cases. */
  readonly pictures?: ReadonlyMap<string, Piece> | undefined
}

export function twinCard(twin: AlikeDeal, { company, names, pictures }: Books, { locale }: View): Html {
  const say = sayIn(locale)
  const { case: name, deal, state, day = '', amount, descriptions, corrects, file, files } = twin
  const called = name === undefined || isMade(name) ? undefined : name
  const parts = [partnerOf(twin, names) || (descriptions[0] ?? ''), yen(amount), day].filter(
    part => part !== '',
  )
  const title = called ?? textOf(phrase(WAITING.title, { parts }), locale)
  const page =
    deal === undefined && name !== undefined
      ? itemPage('deal', name)
      : `/console/deals/deal?${new URLSearchParams({ company: String(company), id: String(deal) })}`
  const why = corrects ? TWINS.mayBeCorrection : file === undefined ? TWINS.sameFacts : TWINS.sameFile
  const rows = factsIn(
    [
      [phrase(LABELS.issueDate), day],
      [phrase(LABELS.partner), partnerOf(twin, names)],
      [phrase(TWINS.text), descriptions.filter(text => text !== '').join(' / ')],
      [phrase(LABELS.state), state === undefined ? '' : stateOfCase(state)],
    ],
    locale,
  )
  return html`<article class="card"><h3>${title}</h3><p>${say(why)}</p>
<p class="money">${textOf(yen(amount), locale)}</p>
${facts(rows)}
${pictures?.get(name ?? '') ?? fileLinks({ company, ids: files }, { locale })}
<p><a class="button" href="${page}">${say(TWINS.openTwin, { name: title })}</a></p></article>`
}

/** Links to files in the file box. */
export function fileLinks(
  { company, ids }: { readonly company: number; readonly ids: readonly number[] },
  { locale }: Pick<View, 'locale'>,
): Html[] {
  const say = sayIn(locale)
  return ids.map((id, at) => {
    const name = ids.length === 1 ? say(TWINS.file) : say(TWINS.fileAt, { at: at + 1 })
    return html`<p><a href="${addressInBox({ company, id })}">${name}</a></p>`
  })
}
