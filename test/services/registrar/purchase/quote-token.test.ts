import { describe, expect, test } from 'vitest'
import {
  openQuote,
  QUOTE_LIFETIME,
  type QuoteTerms,
  sealQuote,
} from '../../../../lib/services/registrar/purchase/quote-token.ts'
import { SECRETS } from '../../../helpers/remotes/registrar.ts'
import { CONTACT, CONTACT_TEXTS } from '../../../helpers/remotes/registrar-sandbox.ts'

const NOW = 1_000_000
const TERMS: QuoteTerms = {
  team: 'team_a',
  domain: 'example.com',
  years: 2,
  autoRenew: false,
  contact: CONTACT,
}
const seal = (secrets = SECRETS) => sealQuote(TERMS, { cents: 2250, now: NOW, secrets }).token
const open = (token: string, changes: Partial<QuoteTerms> = {}, now = NOW, secrets = SECRETS) =>
  openQuote(token, { terms: { ...TERMS, ...changes }, now, secrets })

describe('a quote', () => {
  test('gives its price for exactly its terms', () => {
    expect(open(seal())).toEqual({ cents: 2250, years: 2, until: NOW + QUOTE_LIFETIME })
  })

  test('gives its years if none are named', () => {
    const { years: _, ...terms } = TERMS
    expect(openQuote(seal(), { terms, now: NOW, secrets: SECRETS }).years).toBe(2)
  })

  test('is the same for the same terms, whichever deployment seals it', () => {
    const [form, epoch, , mac] = seal().split('.')
    expect([form, epoch, mac]).toEqual(['quote1', '1', '0omqVChCaFtBbGg4jIf5dutls47l-RnT2jxbOtOXd0w'])
  })

  test('does not mind the order of the contact fields', () => {
    const reversed = Object.fromEntries(Object.entries(CONTACT).reverse())
    expect(open(seal(), { contact: reversed }).cents).toBe(2250)
  })

  const additional = [
    { given: { list: [1, 2] }, other: { list: [12] } },
    { given: { list: ['a'] }, other: { list: ['b'] } },
    { given: { list: ['a'] }, other: { list: { 0: 'a' } } },
    { given: { note: null }, other: { note: {} } },
  ]
  test.each(additional)('with $given is not valid with $other', ({ given, other }) => {
    const contact = { ...CONTACT, additional: given }
    const { token } = sealQuote({ ...TERMS, contact }, { cents: 2250, now: NOW, secrets: SECRETS })
    expect(open(token, { contact }).cents).toBe(2250)
    const changed = { contact: { ...CONTACT, additional: other } }
    expect(() => open(token, changed)).toThrow(/other contact data/)
  })

  const bound = [
    { changes: { team: 'team_b' }, want: /another team/ },
    { changes: { domain: 'example.org' }, want: /another domain/ },
    { changes: { years: 1 }, want: /another number of years/ },
    { changes: { autoRenew: true }, want: /another auto-renew/ },
    { changes: { languageCode: 'JPN' }, want: /another language code/ },
    { changes: { contact: { ...CONTACT, phone: '+81.312345679' } }, want: /other contact data/ },
    { changes: { contact: { ...CONTACT, fax: '+81.312345679' } }, want: /other contact data/ },
  ]
  test.each(bound)('is not valid for other terms: $want', ({ changes, want }) => {
    expect(() => open(seal(), changes)).toThrow(want)
  })

  test('is valid for five minutes', () => {
    expect(open(seal(), {}, NOW + 300_000).cents).toBe(2250)
    expect(() => open(seal(), {}, NOW + 300_001)).toThrow(/expired after five minutes/)
  })

  test('holds no contact data', () => {
    const facts = Buffer.from(seal().split('.')[2] ?? '', 'base64url').toString()
    for (const text of [...CONTACT_TEXTS, 'JP']) expect(facts).not.toContain(text)
  })

  test('of the epoch before is still valid, of an older one no more', () => {
    const older = seal()
    const fresh = (epoch: string) => ({ epoch, secret: Buffer.alloc(32, Number(epoch)) })
    expect(open(older, {}, NOW, [fresh('2'), ...SECRETS]).cents).toBe(2250)
    expect(() => open(older, {}, NOW, [fresh('3'), fresh('2'), ...SECRETS])).toThrow(/not of this deployment/)
    expect(open(seal([fresh('10')]), {}, NOW, [fresh('10')]).cents).toBe(2250)
  })

  test('that was changed anywhere is refused', () => {
    const token = seal()
    for (let index = 0; index < token.length - 1; index++) {
      const other = token[index] === 'A' ? 'B' : 'A'
      const changed = token.slice(0, index) + other + token.slice(index + 1)
      expect(() => open(changed), changed).toThrow(/not of this deployment/)
    }
  })

  const broken = ['', 'quote1', 'quote1.1..', 'quote2.1.e30.x', `${seal()}.x`, `${seal()}=`, `x${seal()}`]
  test.each(broken)('"%s" is refused', token => {
    expect(() => open(token)).toThrow(
      expect.objectContaining({
        code: 'bad_request',
        hint: 'get a new one with the same options: kura registrar quote example.com',
      }),
    )
  })
})
