import { describe, expect, test } from 'vitest'
import { ACTING, createRegistrarWorld } from '../../../helpers/remotes/registrar.ts'
import { CONTACT } from '../../../helpers/remotes/registrar-sandbox.ts'

const DOMAIN = 'example.com'

describe('a quote', () => {
  test('says what it costs and what is missing, and gives a token only if nothing is', async () => {
    const { registrar } = await createRegistrarWorld()
    const quote = await registrar.quote({
      domain: 'example.net',
      years: 2,
      contact: { ...CONTACT, phone: '1', zip: '', adress1: 'x' },
    })
    expect(quote).toMatchObject({ purchaseCents: 2700, renewalCents: 2700, years: 2 })
    expect(quote.lacking).toEqual([
      'auto-renew, on or off: it has no default',
      "the contact's zip",
      expect.stringContaining('a usable phone'),
      'a contact without "adress1": the registrar has no such field',
    ])
    expect(quote).not.toHaveProperty('quote')
    const whole = await registrar.quote({ domain: DOMAIN, autoRenew: false, contact: CONTACT })
    expect(whole).toMatchObject({
      purchaseCents: 1125,
      lacking: [],
      quote: expect.stringMatching(/^quote1\.1\./),
    })
  })

  test('of an international name lacks its language until that is said, and is bought with it', async () => {
    const { registrar, remote } = await createRegistrarWorld()
    const terms = { domain: 'xn--r8jz45g.com', autoRenew: true, contact: CONTACT }
    const { lacking, quote } = await registrar.quote(terms)
    expect({ lacking, quote }).toEqual({
      lacking: ['the language code of an international name, such as JPN'],
      quote: undefined,
    })
    const spoken = { ...terms, languageCode: 'JPN' }
    const { quote: token = '' } = await registrar.quote(spoken)
    await registrar.buy({ ...spoken, confirm: terms.domain, quote: token }, ACTING)
    expect(remote.charges(terms.domain)).toBe(1)
  })

  test.each([0, '0.00', null])('at the price %j is none', async purchasePrice => {
    const { registrar, remote } = await createRegistrarWorld()
    remote.sandbox.state.prices.set('com', { purchasePrice, renewalPrice: 11.25, transferPrice: null })
    const asked = registrar.quote({ domain: DOMAIN, autoRenew: false, contact: CONTACT })
    await expect(asked).rejects.toMatchObject({ code: 'remote_refused' })
    await expect(registrar.requiredFields({ domain: DOMAIN }, ACTING)).rejects.toMatchObject({
      code: 'remote_refused',
    })
    remote.problems.length = 0
  })

  const unsold = [
    {
      name: 'a top-level domain that is not sold',
      request: { domain: 'example.jp' },
      code: 'remote_refused',
    },
    { name: 'a term that is not sold', request: { domain: DOMAIN, years: 11 }, code: 'remote_refused' },
  ]
  test.each(unsold)('the price alone refuses $name', async ({ request, code }) => {
    const { registrar, remote } = await createRegistrarWorld()
    await expect(registrar.quote(request)).rejects.toMatchObject({ code })
    expect(remote.requests.map(line => line.split('?')[0])).toEqual([
      `GET /v1/registrar/domains/${request.domain}/price`,
    ])
  })
})
