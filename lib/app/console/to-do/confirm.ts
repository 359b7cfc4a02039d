/** The end of a page on which a person decides: what follows from the decision, and the button for the passkey. */
import { type Html, html } from '../../../core/http/html.ts'
import { sayIn } from '../../../core/language/text.ts'
import { box } from '../frame/parts.ts'
import { FRAME } from '../frame/words.ts'
import type { SignedInCall } from '../page.ts'
import type { ActRequest, ItemAct } from './item.ts'

interface Confirmed {
  readonly act: ItemAct
  /** The page that the outcome leads to. */
  readonly back: string
}

/** Returns the block that asks for the passkey. */
export async function confirmBlock(
  _requests: readonly ActRequest[],
  { act }: Confirmed,
  { view }: Pick<SignedInCall, 'core' | 'view'>,
): Promise<Html> {
  return html`<h2>${act.label}</h2><p>${act.effect}</p>${box('warn', sayIn(view.locale)(FRAME.later))}`
}
