/** The link to a deal on the accounting service's own page, where a person can change or delete it. */
import { html, type Piece } from '../../core/http/html.ts'
import { sayIn } from '../../core/language/text.ts'
import type { View } from '../page.ts'
import { FRAME } from './words.ts'

/**
 * The link; empty without an id or a service. The service documents no address of a deal; this is the address in its
 * own list (`#deal_id=`), which its programs for agents use too.
 */
export function dealAtService(id: number | undefined, { books, locale }: View): Piece {
  if (id === undefined || books === undefined) return ''
  return html`<a href="${`${books}/deals#deal_id=${id}`}" target="_blank" rel="noreferrer">${sayIn(locale)(FRAME.atService)}</a>`
}
