import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createCalendar } from '../../../../lib/core/language/calendar.ts'
import {
  chargeOrphan,
  checkCaps,
  findReserve,
  free,
  NOTHING_SPENT,
  release,
  releasedAttempts,
  reserve,
  type Spending,
  spend,
  spentSums,
} from '../../../../lib/services/registrar/spending/budget.ts'

const calendar = createCalendar('Asia/Tokyo')
const caps = { order: 2_000, day: 3_000, month: 5_000 }
const at = (text: string) => Date.parse(text)
const NOON = at('2026-06-15T03:00:00Z')
const asked = (operation: string, cents: number, domain = `${operation}.com`) => ({
  operation,
  domain,
  cents,
  years: 1,
  autoRenew: true,
})
const DAY = 86_400_000
const states = ({ reserves }: Spending) =>
  Object.fromEntries(reserves.map(({ operation, state }) => [operation, state]))
const take = (spending: Spending, operation: string, cents: number, now = NOON) =>
  reserve(spending, asked(operation, cents), { caps, calendar, now })

describe('reserve()', () => {
  const over = [
    { name: 'the order', before: [], cents: 2_001, want: /US\$20\.01: the cap of the order is US\$20\.00/ },
    { name: 'the day', before: [2_000], cents: 1_001, want: /after US\$20\.00: the cap of the day/ },
    { name: 'the month', before: [2_000, 1_000], cents: 1, want: /the cap of the day/ },
  ]
  test.each(over)('refuses what passes the cap of $name', ({ before, cents, want }) => {
    const spent = before.reduce((all, amount, index) => take(all, `o${index}`, amount), NOTHING_SPENT)
    expect(() => take(spent, 'next', cents)).toThrow(want)
  })

  test('what fits exactly is reserved, and spent money counts like reserved money', () => {
    const first = spend(take(NOTHING_SPENT, 'a', 2_000), 'a')
    expect(spentSums(take(first, 'b', 1_000), { calendar, now: NOON })).toEqual({ day: 3_000, month: 3_000 })
  })

  const midnight = at('2026-06-15T15:00:00Z')
  test('the day ends at midnight of the company, the month with it', () => {
    const first = take(NOTHING_SPENT, 'a', 2_000, midnight - 1)
    expect(() => take(first, 'b', 2_000, midnight - 1)).toThrow(/the cap of the day/)
    const second = take(first, 'b', 2_000, midnight)
    expect(spentSums(second, { calendar, now: midnight })).toEqual({ day: 2_000, month: 4_000 })
    expect(() => take(second, 'c', 2_000, midnight)).toThrow(/the cap of the (day|month)/)
    expect(() => take(second, 'c', 1_001, midnight + 86_400_000)).toThrow(/the cap of the month/)
    const july = at('2026-06-30T15:00:00Z')
    expect(spentSums(take(second, 'c', 2_000, july), { calendar, now: july })).toEqual({
      day: 2_000,
      month: 2_000,
    })
  })

  test('the same operation is reserved once', () => {
    const once = take(NOTHING_SPENT, 'a', 1_500)
    expect(take(once, 'a', 1_500)).toBe(once)
  })

  test('a reserve whose attempt was let go is released by the next one of its domain; money that is spent stays', () => {
    const left = reserve(NOTHING_SPENT, asked('old', 1_000, 'x.com'), { caps, calendar, now: NOON })
    const next = reserve(left, asked('new', 1_500, 'x.com'), { caps, calendar, now: NOON })
    expect(states(next)).toEqual({ old: 'released', new: 'reserved' })
    expect(spentSums(next, { calendar, now: NOON })).toEqual({ day: 1_500, month: 1_500 })
    const more = reserve(spend(next, 'new'), asked('newer', 1_000, 'x.com'), { caps, calendar, now: NOON })
    expect(states(more)).toEqual({ old: 'released', new: 'spent', newer: 'reserved' })
    const other = reserve(left, asked('other', 1_000, 'y.com'), { caps, calendar, now: NOON })
    expect(states(other)).toEqual({ old: 'reserved', other: 'reserved' })
  })

  test('what counts for no cap any more is dropped, an unknown outcome stays', () => {
    const old = spend(take(take(NOTHING_SPENT, 'spent', 100), 'unknown', 100), 'spent')
    const later = take(old, 'next', 100, NOON + 63 * 86_400_000)
    expect(later.reserves.map(entry => entry.operation)).toEqual(['unknown', 'next'])
  })
})

describe('a released attempt', () => {
  const released = release(take(NOTHING_SPENT, 'a', 1_000), 'a')
  const sums = (spending: Spending) => spentSums(spending, { calendar, now: NOON })

  test('counts for no cap, and counts again once its purchase has appeared', () => {
    expect(sums(released)).toEqual({ day: 0, month: 0 })
    const stray = chargeOrphan(released, { operation: 'a', orderId: 'o1' })
    expect(stray.reserves).toMatchObject([{ state: 'spent', stray: true, orderId: 'o1' }])
    expect(sums(stray)).toEqual({ day: 1_000, month: 1_000 })
    expect(chargeOrphan(released, { operation: 'a' }).reserves[0]).not.toHaveProperty('orderId')
  })

  test('is kept as long as its purchase can appear, and no longer', () => {
    const lasts = take(released, 'b', 100, NOON + 62 * DAY)
    expect(states(lasts)).toEqual({ a: 'released', b: 'reserved' })
    expect(states(take(released, 'b', 100, NOON + 62 * DAY + 1))).toEqual({ b: 'reserved' })
  })

  const attempts = (spending: Spending, changes: { free?: string; now?: number; domain?: string } = {}) =>
    releasedAttempts(spending, { domain: 'a.com', now: NOON, ...changes }).map(({ state }) => state)

  test('is found by its domain, for 62 days', () => {
    expect(attempts(released)).toEqual(['released'])
    expect(attempts(released, { domain: 'b.com' })).toEqual([])
    expect(attempts(released, { now: NOON + 62 * DAY })).toEqual(['released'])
    expect(attempts(released, { now: NOON + 62 * DAY + 1 })).toEqual([])
    expect(attempts(chargeOrphan(released, { operation: 'a' }))).toEqual(['spent'])
  })

  test('is one too if its claim is free and a crash kept its reserve', () => {
    const reserved = take(NOTHING_SPENT, 'a', 1_000)
    expect(attempts(reserved)).toEqual([])
    expect(attempts(reserved, { free: 'b' })).toEqual([])
    expect(attempts(reserved, { free: 'a' })).toEqual(['released'])
    expect(attempts(spend(reserved, 'a'), { free: 'a' })).toEqual([])
  })
})

test('free() gives back, and only the operation itself', () => {
  const both = take(take(NOTHING_SPENT, 'a', 100), 'b', 200)
  expect(findReserve(free(both, 'a'), 'a')).toBeUndefined()
  expect(spentSums(free(both, 'a'), { calendar, now: NOON }).day).toBe(200)
  expect(free(both, 'other')).toEqual(both)
})

const named = [
  { cap: 'order', sums: { day: 0, month: 0 }, cents: 9_999, setting: 'REGISTRAR_CAP_ORDER' },
  { cap: 'day', sums: { day: 3_000, month: 3_000 }, cents: 1, setting: 'REGISTRAR_CAP_DAY' },
  { cap: 'month', sums: { day: 0, month: 5_000 }, cents: 1, setting: 'REGISTRAR_CAP_MONTH' },
]
test.each(named)(
  'checkCaps() names the cap of the $cap, and its setting',
  ({ cap, sums, cents, setting }) => {
    expect(() => checkCaps({ domain: 'a.com', cents }, { caps, sums })).toThrow(
      expect.objectContaining({
        code: 'cap_reached',
        hint: expect.stringContaining(setting),
        details: { cap },
      }),
    )
  },
)

test('no sequence of purchases passes a cap', () => {
  const step = fc.record({
    operation: fc.integer({ min: 0, max: 8 }).map(String),
    cents: fc.integer({ min: 0, max: 2_500 }),
    what: fc.constantFrom('reserve', 'spend', 'free'),
    hours: fc.integer({ min: 0, max: 30 }),
  })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), steps => {
      let now = NOON
      let spending = NOTHING_SPENT
      for (const { operation, cents, what, hours } of steps) {
        now += hours * 3_600_000
        try {
          if (what === 'reserve') spending = take(spending, operation, cents, now)
          else spending = what === 'spend' ? spend(spending, operation) : free(spending, operation)
        } catch {
          // refused: nothing changed
        }
        const sums = spentSums(spending, { calendar, now })
        expect(sums.day).toBeLessThanOrEqual(caps.day)
        expect(sums.month).toBeLessThanOrEqual(caps.month)
      }
    }),
  )
})
