import { describe, expect, test } from 'vitest'
import { registrarNotices } from '../../lib/registrar/notices.ts'
import { newDeadline } from '../../lib/registrar/orders/deadline.ts'
import type { PurchaseFacts } from '../../lib/registrar/orders/facts.ts'
import { newProgress, type OrderState } from '../../lib/registrar/orders/progress.ts'
import type { PurchaseClaim } from '../../lib/registrar/purchase/purchase.ts'
import { DAY } from '../helpers/remotes/registrar.ts'

const NOW = Date.UTC(2026, 5, 15)
const attempt = { operation: 'op', claimedAt: NOW }
const claim = (changes: Partial<PurchaseClaim>): PurchaseClaim => ({
  state: 'done',
  name: 'team/example.com',
  digest: '',
  operation: 'op',
  until: NOW,
  flags: [],
  steps: [],
  seenAt: NOW,
  ...changes,
})
const facts = (changes: Partial<PurchaseClaim>, more: Partial<PurchaseFacts> = {}): PurchaseFacts => ({
  domain: 'example.com',
  claim: claim(changes),
  ...more,
})
const ordered = (state: OrderState, words = {}) =>
  facts(
    { result: { at: NOW, orderId: 'o' } },
    {
      progress: { ...newProgress(attempt), state, ...words },
      deadline: newDeadline({ ...attempt, boughtAt: NOW }),
    },
  )

describe('registrarNotices()', () => {
  const rows = [
    {
      name: 'an unknown purchase',
      input: facts({ state: 'unknown', reason: 'no answer' }),
      want: [/unknown whether it was bought .*resolve example\.com/],
    },
    {
      name: 'no payment method',
      input: facts({ state: 'refused', reason: 'payment_required' }),
      want: [/no payment method/],
    },
    {
      name: 'another refusal',
      input: facts({ state: 'refused', reason: 'expected_price_mismatch' }),
      want: [],
    },
    { name: 'a purchase under way', input: facts({ state: 'claimed' }), want: [] },
    {
      name: 'an incident',
      input: facts({ result: { at: NOW, incident: true } }),
      want: [/although the price was wrong/],
    },
    { name: 'a good order', input: ordered('registered'), want: [] },
    { name: 'an order under way', input: ordered('purchasing'), want: [] },
    {
      name: 'a failed order',
      input: ordered('failed', { status: 'failed', error: 'payment-failed' }),
      want: [/failed \(failed, payment-failed\); run kura registrar release/],
    },
    { name: 'a refund', input: ordered('refunded', { domainStatus: 'refunded' }), want: [/was refunded/] },
    {
      name: 'a failed refund, which is no release',
      input: ordered('refund-failed'),
      want: [/write to the registrar$/],
    },
    {
      name: 'an unknown status',
      input: ordered('unrecognised', { status: 'held' }),
      want: [/does not know \(held\)/],
    },
  ]
  test.each(rows)('$name', ({ input, want }) => {
    const notices = registrarNotices([input], NOW)
    expect(notices).toHaveLength(want.length)
    for (const [index, text] of want.entries()) expect(notices[index]?.text).toMatch(text)
  })

  test('a reminder a step: the same day gives the same step, the next day another', () => {
    const steps = [1, 1.5, 3, 14, 15, 16].map(
      days => registrarNotices([ordered('registered')], NOW + days * DAY)[0],
    )
    expect(steps.map(notice => notice?.step)).toEqual([
      'op day 1',
      'op day 1',
      'op day 3',
      'op day 14',
      'op day 15',
      'op day 16',
    ])
    expect(steps[0]?.text).toContain('must be confirmed by 2026-06-30 (day 1 of 15)')
    expect(steps[4]?.text).toContain('overdue, may be suspended')
    expect(new Set(steps.map(notice => notice?.key))).toEqual(new Set(['registrar/deadline/example.com']))
  })

  test.each([{ state: 'failed' }, { state: 'refunded' }] as const)(
    'no reminder for a $state order',
    ({ state }) => {
      const notices = registrarNotices([ordered(state)], NOW + 20 * DAY)
      expect(notices.map(({ key }) => key)).toEqual(['registrar/order/example.com'])
    },
  )
})
