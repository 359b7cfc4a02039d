import { html, type Piece } from '../../core/http/html.ts'
import { sayIn } from '../../core/language/text.ts'
import type { View } from '../page.ts'
import { FRAME } from './words.ts'

/** A link to a deal; empty without an id or a service. The address is undocumented, but the service's list uses it. */
export function dealAtService(id: number | undefined, { books, locale }: View): Piece {
  if (id === undefined || books === undefined) return ''
  return html`<a href="${`${books}/deals#deal_id=${id}`}" target="_blank" rel="noreferrer">${sayIn(locale)(FRAME.atService)}</a>`
}
