import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { createCalendar } from '../../../../lib/core/language/calendar.ts'
import { createLedger, type SpendingLedger } from '../../../../lib/services/registrar/spending/ledger.ts'
import { centsOf, dollarsOf, moneyText } from '../../../../lib/services/registrar/spending/money.ts'
import { createMemoryStore, type MemoryStore, OUTAGE } from '../../../helpers/memory-store.ts'

const NOW = Date.UTC(2026, 5, 15, 3)
const limits = {
  caps: { order: 2_000, day: 2_000, month: 2_000 },
  calendar: createCalendar('UTC'),
  until: NOW,
}
const asked = { operation: 'op', domain: 'a.com', cents: 1_500, years: 1, autoRenew: false }

let store: MemoryStore
let ledger: SpendingLedger
beforeEach(() => {
  store = createMemoryStore({ now: () => NOW })
  ledger = createLedger({ store, team: 'team', updates: { deadline: 0 } })
})

describe('the ledger', () => {
  test('keeps what was reserved, spent and freed', async () => {
    await ledger.reserve(asked, limits)
    expect(await ledger.find('op')).toMatchObject({ cents: 1_500, state: 'reserved', at: NOW })
    await ledger.spend('op')
    expect(await ledger.find('op')).toMatchObject({ state: 'spent' })
    await ledger.free('op')
    expect((await ledger.read()).spending.reserves).toEqual([])
  })

  test('keeps each change so that a failover of the store cannot undo it', async () => {
    await ledger.reserve(asked, limits)
    await ledger.chargeOrphan({ operation: 'op' })
    expect(store.durable).toEqual(Array(2).fill('registrar/spending/team'))
  })

  test('keeps what was released, and what of it appeared after all', async () => {
    await ledger.reserve(asked, limits)
    await ledger.release('op')
    expect(await ledger.find('op')).toMatchObject({ state: 'released' })
    await ledger.chargeOrphan({ operation: 'op', orderId: 'o1' })
    expect(await ledger.find('op')).toMatchObject({ state: 'spent', stray: true, orderId: 'o1' })
  })

  test('two at once do not pass the cap together', async () => {
    const both = [
      ledger.reserve(asked, limits),
      ledger.reserve({ ...asked, operation: 'two', domain: 'b.com' }, limits),
    ]
    const outcomes = await Promise.allSettled(both)
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  test('nothing is reserved once the claim has expired', async () => {
    await expect(ledger.reserve(asked, { ...limits, until: NOW - 1 })).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('its claim expired'),
      hint: 'try again',
    })
    expect(await ledger.find('op')).toBeUndefined()
  })

  test('a change that changes nothing is not written', async () => {
    await ledger.free('other')
    await ledger.spend('other')
    expect(store.calls.swap).toBe(0)
  })

  test('teams have records of their own', async () => {
    await ledger.reserve(asked, limits)
    expect(await createLedger({ store, team: 'team/2' }).find('op')).toBeUndefined()
  })

  test('a store that is down is said to be', async () => {
    store.failure = OUTAGE
    await expect(ledger.reserve(asked, limits)).rejects.toMatchObject({ code: 'store_unavailable' })
  })
})

describe('centsOf()', () => {
  const rows = [
    { name: 'a number', input: 11.25, want: 1125 },
    { name: 'a numeric string', input: '13.50', want: 1350 },
    { name: 'whole dollars', input: '20', want: 2000 },
    { name: 'a binary fraction beside a cent', input: 19.989999999999998, want: 1999 },
    { name: 'zeros behind the cents', input: '9.9900', want: 999 },
    { name: 'zero', input: 0, want: 0 },
    { name: 'spaces around it', input: ' 13.50 ', want: 1350 },
    { name: 'the most that anyone pays', input: 10_000_000, want: 1_000_000_000 },
    { name: 'half a cent', input: 1.005, want: undefined },
    { name: 'a negative amount', input: -1, want: undefined },
    { name: 'not a number', input: Number.NaN, want: undefined },
    { name: 'an exponent', input: '1e3', want: undefined },
    { name: 'words', input: 'free', want: undefined },
    { name: 'nothing', input: '', want: undefined },
    { name: 'more than anyone pays', input: 10_000_000.01, want: undefined },
  ]
  test.each(rows)('$name', ({ input, want }) => expect(centsOf(input)).toBe(want))

  test('every amount comes back from the wire, as a number and as text', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000_000 }), cents => {
        const wire = JSON.parse(JSON.stringify(dollarsOf(cents)))
        expect(centsOf(wire)).toBe(cents)
        expect(centsOf(moneyText(cents).slice(3))).toBe(cents)
      }),
    )
  })
})

test('moneyText() shows two decimals', () => expect(moneyText(990)).toBe('US$9.90'))
