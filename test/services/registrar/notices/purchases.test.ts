import { describe, expect, test } from 'vitest'
import { phrase } from '../../../../lib/core/language/catalogue.ts'
import { REGISTRAR_REASONS } from '../../../../lib/services/registrar/words.ts'
import { facts, NOW, noticesOf, RELEASED } from './facts.ts'

describe('the notices of a purchase', () => {
  const raised = [
    {
      name: 'an unknown purchase',
      input: facts({ state: 'unknown', reason: 'no answer' }),
      step: 'unknown op',
      text: /not known whether a domain was bought: example\.com \(no answer\).*kura settle example\.com$/,
    },
    {
      name: 'no payment method',
      input: facts({ state: 'refused', reason: phrase(REGISTRAR_REASONS.paymentRequired) }),
      step: 'payment_required op',
      text: /was not bought: there is no payment method: example\.com\./,
    },
    {
      name: 'an incident',
      input: facts({ result: { at: NOW, incident: true } }),
      step: 'incident op',
      text: /although the price was wrong: example\.com\./,
    },
  ]
  test.each(raised)('$name', ({ input, step, text }) => {
    expect(noticesOf(input, NOW)).toEqual([
      { key: 'registrar/purchase/example.com', step, text: expect.stringMatching(text) },
    ])
  })

  const silent = [
    { name: 'another refusal', input: facts({ state: 'refused', reason: 'expected_price_mismatch' }) },
    { name: 'a purchase under way', input: facts({ state: 'claimed' }) },
    {
      name: 'an incident that was released',
      input: facts({ state: 'refused', reason: 'x', result: { at: NOW, incident: true } }),
    },
  ]
  test.each(silent)('$name raises none', ({ input }) => {
    expect(noticesOf(input, NOW)).toEqual([])
  })

  test.each([{ orderId: 'o1' }, {}])('a purchase that appeared after its release: %o', more => {
    const released = [
      { ...RELEASED, state: 'spent', stray: true, ...more },
      { ...RELEASED, operation: 'older' },
    ] as const
    const input = facts({ state: 'refused', reason: 'x' }, { released })
    expect(noticesOf(input, NOW)).toMatchObject([
      {
        key: 'registrar/stray/example.com/old',
        step: 'orderId' in more ? 'found o1' : 'found',
        text: expect.stringContaining(
          `charged twice: example.com${'orderId' in more ? ' (order o1)' : ''}. An attempt that was released`,
        ),
      },
    ])
  })

  const lost = { operation: 'old', at: NOW, by: 'hana' }
  const bought = { ...lost, result: { at: NOW, orderId: 'o1' } }
  const attempts = [
    {
      name: 'that bought the domain',
      stray: bought,
      step: 'lost o1',
      text: /charged twice: example\.com \(order o1\)\. Another attempt has bought it too/,
    },
    {
      name: 'of unknown outcome',
      stray: lost,
      step: 'lost',
      text: /may have bought it too; the outcome of that attempt is unknown/,
    },
    { name: 'whose order is the own one', stray: bought, own: { at: NOW, orderId: 'o1' } },
    { name: 'of unknown outcome that is watched', stray: lost, released: [RELEASED] },
    {
      name: 'of unknown outcome, beside another that is watched',
      stray: lost,
      released: [{ ...RELEASED, operation: 'older' }],
      step: 'lost',
    },
    { name: 'that is watched and bought the domain', stray: bought, released: [RELEASED], step: 'lost o1' },
    {
      name: 'that has a notice as released',
      stray: bought,
      released: [{ ...RELEASED, stray: true }],
      step: 'found',
    },
  ]
  test.each(attempts)('an attempt without its claim $name', ({ stray, own, released = [], step, text }) => {
    const state = own ? 'done' : 'refused'
    const input = facts({ state, strays: [stray], ...(own && { result: own }) }, { released })
    const notices = noticesOf(input, NOW)
    expect(notices.map(notice => notice.step)).toEqual(step === undefined ? [] : [step])
    if (text) {
      expect(notices[0]).toMatchObject({
        key: 'registrar/stray/example.com/old',
        text: expect.stringMatching(text),
      })
      const command = `kura notices --done registrar/stray/example.com/old --step ${step?.includes(' ') ? `"${step}"` : step}`
      expect(notices[0]?.text.endsWith(`: ${command}`), notices[0]?.text).toBe(true)
    }
  })
})
