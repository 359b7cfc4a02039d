/** A deal that differs from a waiting one in one fact may be its correction. */
import { expect, test } from 'vitest'
import { type Facts, mayCorrect } from '../../../../../lib/services/accounting/deals/cases/waiting.ts'

const WAITING: Facts = { day: '2027-04-07', amount: 2200, partner: 1, descriptions: ['pens'] }

test.each<[name: string, change: Partial<Facts>, expected: boolean]>([
  ['the same facts', {}, true],
  ['another day', { day: '2026-04-07' }, true],
  ['another amount', { amount: 2000 }, true],
  ['the amount with the other sign', { amount: -2200 }, true],
  ['another day, and the other sign', { day: '2026-04-07', amount: -2200 }, true],
  ['another partner', { partner: 2 }, true],
  ['another day, and no partner', { day: '2026-04-07', partner: undefined }, true],
  ['another day and amount', { day: '2026-04-07', amount: 2000 }, false],
  ['another day and partner', { day: '2026-04-07', partner: 2 }, false],
  ['another description', { descriptions: ['paper'] }, false],
  ['another line', { descriptions: ['pens', 'paper'] }, false],
])('%s', (_, change, expected) => {
  expect(mayCorrect(WAITING, { ...WAITING, ...change })).toBe(expected)
})

test('a waiting deal whose day could not be read may be corrected by a deal of any day', () => {
  expect(mayCorrect({ ...WAITING, day: undefined }, WAITING)).toBe(true)
  expect(mayCorrect({ ...WAITING, day: undefined }, { ...WAITING, amount: 1 })).toBe(false)
})
