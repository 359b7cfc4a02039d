import type { View } from '../../lib/console/page.ts'
import type { Language } from '../../lib/core/language/language.ts'

/** A text from outside that would break a page which does not escape it, and reverse the text after it. */
export const HOSTILE = '<b onclick="x">\u202Eshop</b>'

/** Returns the facts that a page has about a reader who has not signed in. */
export function viewIn(language: Language = 'en', path = '/console'): View {
  return { language, locale: { language, timezone: 'Asia/Tokyo' }, path, address: path, nonce: 'n' }
}
