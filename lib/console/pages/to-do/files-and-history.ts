/** The parts of an item's page that show its files and what happened to it. */
import { type Html, html, type Piece } from '../../../core/http/html.ts'
import type { Say } from '../../../core/language/text.ts'
import type { SignedInCall } from '../../page.ts'
import { pictureOfCase } from '../accounting/receipts/file.ts'
import { TWINS } from '../accounting/twin-words.ts'
import { fileLinks } from '../accounting/twins.ts'
import type { ItemView } from './item.ts'
import { ITEM } from './words.ts'

/** The picture of a receipt that was sent to the console, or links to the files of the deal at the service. */
export async function filesOfItem(
  { name, attached }: ItemView,
  { core, view }: Pick<SignedInCall, 'core' | 'view'>,
): Promise<Piece> {
  const picture = await pictureOfCase(name, { store: core.store(), view })
  if (picture !== '' || !attached) return picture
  return html`${fileLinks(attached, view)}`
}

/** What happened to an item, the oldest first, folded. */
export function historyOf({ history = [] }: ItemView, say: Say): Html | '' {
  if (history.length === 0) return ''
  const steps = history.map(text => html`<li>${text}</li>`)
  return html`<details><summary>${say(ITEM.history)}</summary><ol>${steps}</ol></details>`
}

/** The other deals that look like the item, beside it. */
export function twinsOf({ twins = [] }: ItemView, say: Say): Html | '' {
  if (twins.length === 0) return ''
  return html`<h2>${say(TWINS.twins)}</h2><p>${say(TWINS.twinsText)}</p>${twins}`
}
