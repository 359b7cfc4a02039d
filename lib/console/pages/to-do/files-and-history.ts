/** The parts of an item's page that show its files and what happened to it. */
import { type Html, html, type Piece } from '../../../core/http/html.ts'
import { reasonIn, type Say, sayIn, textOf } from '../../../core/language/text.ts'
import { stateOfCase } from '../../../services/accounting/deals/cases/words.ts'
import type { SignedInCall, View } from '../../page.ts'
import { pictureOfCase } from '../accounting/receipts/file.ts'
import { TWINS } from '../accounting/twin-words.ts'
import { fileLinks } from '../accounting/twins.ts'
import type { ItemView } from './item.ts'
import { ITEM } from './words.ts'

/**
 * The picture of a receipt that was sent to the console, for a person who may open the pages of receipts; else links to
 * the files of the deal at the service.
 */
export async function filesOfItem(
  { name, deal }: ItemView,
  { core, view }: Pick<SignedInCall, 'core' | 'view'>,
): Promise<Piece> {
  if (!deal) return ''
  const mayOpen = view.session.scopes.includes('accounting.write')
  const picture = mayOpen ? await pictureOfCase(name, { store: core.store(), view }) : ''
  if (picture !== '') return picture
  const { body, asked } = deal.report
  const { company_id: company, receipt_ids: ids = [] } = body ?? asked ?? {}
  return html`${fileLinks({ company: Number(company), ids }, view)}`
}

/** What happened to the case of a deal, the oldest first, folded. */
export function historyOf({ deal }: ItemView, { locale }: View): Html | '' {
  if (!deal) return ''
  const say = sayIn(locale)
  const steps = deal.report.steps.map(({ state, at, by, ...step }) => {
    const why = textOf(reasonIn(step) ?? '', locale)
    return html`<li>${say(ITEM.step, { at: Date.parse(at), by, state: stateOfCase(state), why })}</li>`
  })
  return html`<details><summary>${say(ITEM.history)}</summary><ol>${steps}</ol></details>`
}

/** The other deals that look like the item, beside it. */
export function twinsOf({ deal }: ItemView, say: Say): Html | '' {
  if (!deal || deal.twins.length === 0) return ''
  return html`<h2>${say(TWINS.twins)}</h2><p>${say(TWINS.twinsText)}</p>${deal.twins}`
}
