import { html, type Piece } from '../../core/http/html.ts'
import { sayIn } from '../../core/language/text.ts'
import type { View } from '../page.ts'
import { FRAME } from './words.ts'

/** Empty without an id or a service. The service documents no address of a deal; its own list uses this one. */
export function dealAtService(id: number | undefined, { books, locale }: View): Piece {
  if (id === undefined || books === undefined) return ''
  return html`<a href="${`${books}/deals#deal_id=${id}`}" target="_blank" rel="noreferrer">${sayIn(locale)(FRAME.atService)}</a>`
}
