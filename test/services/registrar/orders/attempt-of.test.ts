import { describe, expect, test } from 'vitest'
import { attemptOf } from '../../../../lib/services/registrar/orders/watch.ts'
import type { PurchaseClaim } from '../../../../lib/services/registrar/purchase/purchase.ts'
import type { Reserve } from '../../../../lib/services/registrar/spending/budget.ts'
import { DAY, MINUTE } from '../../../helpers/remotes/registrar.ts'

const DOMAIN = 'example.com'

describe('attemptOf()', () => {
  const tolerance = 5 * MINUTE
  const released = (operation: string, at: number, changes: Partial<Reserve> = {}): Reserve => ({
    operation,
    domain: DOMAIN,
    cents: 1125,
    years: 1,
    autoRenew: true,
    at,
    state: 'released',
    ...changes,
  })
  const [first, second] = [released('first', DAY), released('second', 3 * DAY)]
  const claimed = (operation: string, state: PurchaseClaim['state'], at: number): PurchaseClaim => ({
    state,
    operation,
    name: DOMAIN,
    seenAt: at,
    digest: '',
    until: at,
    flags: [],
    steps: [{ state: 'claimed', at, by: 'hana' }],
  })
  const free = claimed('second', 'refused', 3 * DAY)
  const rows = [
    { name: 'a record without a purchase', at: undefined, claim: free, want: undefined },
    { name: 'a purchase before all of them', at: DAY - tolerance - 1, claim: free, want: undefined },
    { name: 'clocks that differ', at: DAY - tolerance, claim: free, want: 'first' },
    { name: 'a purchase between them', at: 2 * DAY, claim: free, want: 'first' },
    { name: 'a purchase after both', at: 4 * DAY, claim: free, want: 'second' },
    {
      name: 'a purchase after a probe that was refused',
      at: 6 * DAY,
      claim: claimed('probe-1', 'refused', 5 * DAY),
      want: 'second',
    },
    {
      name: 'a purchase before a later attempt',
      at: 5 * DAY - tolerance - 1,
      claim: claimed('third', 'unknown', 5 * DAY),
      want: 'second',
    },
    {
      name: 'a purchase of a later attempt',
      at: 5 * DAY - tolerance,
      claim: claimed('third', 'unknown', 5 * DAY),
      want: undefined,
    },
    {
      name: 'an attempt whose claim was taken for it by a process that died',
      at: 4 * DAY,
      claim: claimed('second', 'unknown', 3 * DAY),
      want: 'second',
    },
  ]
  test.each(rows)('$name: $want', ({ at, claim, want }) => {
    const facts = { domain: DOMAIN, claim, released: [first, second] }
    expect(attemptOf(at, facts)?.operation).toBe(want)
  })

  test('one that has appeared before is not taken again', () => {
    const strays = [first, released('second', 3 * DAY, { state: 'spent', stray: true })]
    const facts = { domain: DOMAIN, claim: free, released: strays }
    expect(attemptOf(4 * DAY, facts)?.operation).toBe('first')
  })
})
