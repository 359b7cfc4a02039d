import { describe, expect, test } from 'vitest'
import { joined } from '../../../../lib/core/language/outside.ts'
import { english, textOf } from '../../../../lib/core/language/text.ts'
import { contentPhrases, orderErrorText } from '../../../../lib/services/registrar/orders/error-text.ts'
import { orderError } from '../../../../lib/services/registrar/remote/order-error.ts'
import { JAPANESE } from '../../../helpers/notice-words.ts'
import { CONTACT_TEXTS } from '../../../helpers/remotes/registrar-sandbox.ts'

const ENDS = Date.UTC(2026, 5, 30, 3)

describe("an order's error", () => {
  const rows = [
    {
      name: 'a code',
      told: { code: 'payment-failed' },
      want: { code: 'payment-failed' },
      text: 'payment-failed',
    },
    {
      name: 'the invalid field',
      told: { code: 'invalid-contact', details: { invalidField: 'phone' } },
      want: { code: 'invalid-contact', field: 'phone' },
      text: 'invalid-contact: the field phone',
    },
    {
      name: 'the detected language',
      told: { code: 'incorrect-language-code', details: { detectedLanguageCode: 'jpn' } },
      want: { code: 'incorrect-language-code', language: 'jpn' },
      text: 'incorrect-language-code: the name is in the language jpn',
    },
    {
      name: 'both prices',
      told: { code: 'price-mismatch', details: { expectedPrice: 11.25, actualPrice: '12.50' } },
      want: { code: 'price-mismatch', expectedCents: 1125, actualCents: 1250 },
      text: 'price-mismatch: the price is US$12.50, not US$11.25',
    },
    {
      name: 'the price that was sent alone',
      told: { code: 'price-mismatch', details: { expectedPrice: 11.25 } },
      want: { code: 'price-mismatch', expectedCents: 1125 },
      text: 'price-mismatch: the price is not US$11.25',
    },
    {
      name: 'the real price alone',
      told: { code: 'price-change', details: { actualPrice: 12 } },
      want: { code: 'price-change', actualCents: 1200 },
      text: 'price-change: the price is US$12.00',
    },
    {
      name: 'the end of an outage',
      told: {
        code: 'tld-outage',
        details: {
          tlds: [
            { tldName: 'com', endsAt: new Date(ENDS).toISOString() },
            { tldName: 'net', endsAt: 'soon' },
            { endsAt: '2026-06-30' },
          ],
        },
      },
      want: { code: 'tld-outage', outages: [{ tld: 'com', endsAt: ENDS }] },
      text: 'tld-outage: .com is out of service until 2026-06-30 03:00 UTC',
    },
    {
      name: 'two things at once',
      told: { code: 'x', details: { invalidField: 'zip', detectedLanguageCode: 'jpn' } },
      want: { code: 'x', field: 'zip', language: 'jpn' },
      text: 'x: the field zip; the name is in the language jpn',
    },
    {
      name: 'an outage without a domain',
      told: { code: 'tld-outage', details: { tlds: [] } },
      want: { code: 'tld-outage' },
      text: 'tld-outage',
    },
    { name: 'details of another shape', told: { code: 'x', details: 'no' }, want: { code: 'x' }, text: 'x' },
    { name: 'another shape', told: 'declined', want: { code: 'unreadable' }, text: 'unreadable' },
  ]
  test.each(rows)('$name', ({ told, want, text }) => {
    const error = orderError.parse(told)
    expect(error).toEqual(want)
    expect(error && english(orderErrorText(error))).toBe(text)
  })

  test('is read in Japanese, with the words of the registrar in quotes', () => {
    const phrases = contentPhrases({ field: 'zip', language: 'jpn', actualCents: 1125 })
    expect(textOf(joined(phrases), JAPANESE)).toBe(
      '入力項目「zip」、ドメイン名の言語は「jpn」、価格はUS$11.25',
    )
  })

  test.each([undefined, null])('%s is none', told => expect(orderError.parse(told)).toBe(told))

  test('contact data goes nowhere, whichever member repeats it', () => {
    for (const text of CONTACT_TEXTS) {
      const details = {
        invalidField: `is ${text}`,
        detectedLanguageCode: `${text}1`,
        expectedPrice: text,
        actualPrice: text,
        message: text,
        domainNames: [text],
        tlds: [{ tldName: `${text}@`, endsAt: text }],
        contact: { value: text },
      }
      expect(orderError.parse({ code: 'claims-required', details, message: text })).toEqual({
        code: 'claims-required',
      })
    }
  })
})
