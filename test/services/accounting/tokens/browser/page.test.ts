/** The text of the pages, in both languages. */

import { expect, test } from 'vitest'
import { phrase } from '../../../../../lib/core/language/catalogue.ts'
import type { Locale } from '../../../../../lib/core/language/language.ts'
import { pageHtml, type Shown } from '../../../../../lib/services/accounting/tokens/browser/page.ts'
import { TOKEN_REASONS } from '../../../../../lib/services/accounting/tokens/exchange/words.ts'
import { LOCALES } from '../../../../helpers/chromium.ts'
import { PAGES } from './every-page.ts'
import { COMPANY, OTHER } from './world.ts'

const cases = Object.keys(PAGES).flatMap(name =>
  LOCALES.map(locale => ({ name, language: locale.language, locale })),
)

function pageOf(name: string, locale: Locale): string {
  return pageHtml(PAGES[name] as Shown, locale)
}

const JAPANESE = /[ぁ-んァ-ヶ一-龯]/

test.each(cases)(
  '$name in $language has its language, one heading and no markup of outside',
  ({ name, locale }) => {
    const html = pageOf(name, locale)
    expect(html).toContain(`<html lang="${locale.language}">`)
    expect(html.match(/<h1>/g)).toHaveLength(1)
    const words = html
      .replaceAll(COMPANY.name, '')
      .replaceAll(OTHER.name, '')
      .replaceAll(/<style>.*?<\/style>/gs, '')
    expect(JAPANESE.test(words)).toBe(locale.language === 'ja')
    expect(html).not.toMatch(/undefined|\[object|&amp;lt;/)
  },
)

test('a text of the service is text', () => {
  const question = PAGES['change'] as Extract<Shown, { kind: 'ask' }>
  const name = '<script>alert(1)</script>" onload="x\u202e'
  const company = { ...COMPANY, name, number: '<i>', role: '<b>' }
  for (const shown of [
    { ...question, company, current: company },
    { kind: 'foreign', companies: [company], current: company, named: '<u>' },
    { kind: 'kept', company },
    { kind: 'failed', reason: '<s>' },
    { kind: 'error', text: '<em>' },
    { kind: 'wrong_request', text: '<em>' },
  ] satisfies Shown[])
    for (const locale of LOCALES) {
      const html = pageHtml(shown, locale)
      expect(html).not.toMatch(/<script|<i>|<b>|<u>|<s>|<em>|" onload|\u202e/)
    }
})

test('the reason of the service is in the language of the page', () => {
  const [, ja] = LOCALES as readonly [Locale, Locale]
  expect(pageHtml({ kind: 'failed', reason: phrase(TOKEN_REASONS.noAnswer) }, ja)).toContain('（応答なし）')
})

test('a page with the books of another company has no button, and the command to change the books', () => {
  for (const name of ['foreign', 'foreignNamed', 'foreignSeveral']) {
    const html = pageOf(name, LOCALES[0] as Locale)
    expect(html).not.toContain('<button')
    expect(html).toMatch(/kura accounting authorize <span>--company<\/span> (0091234567|NUMBER)</)
  }
})
