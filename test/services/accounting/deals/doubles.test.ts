import { expect, test } from 'vitest'
import {
  type Candidate,
  type Existing,
  findDoubles,
} from '../../../../lib/services/accounting/deals/doubles.ts'

const candidate = (name: string, change: Partial<Candidate> = {}): Candidate => ({
  case: name,
  type: 'expense',
  date: '2026-04-01',
  amount: 2200,
  partner: 21,
  reference: `kura-${name}`,
  ...change,
})
const existing = (change: Partial<Existing> = {}): Existing => ({
  deal: 7,
  type: 'expense',
  date: '2026-04-01',
  amount: 2200,
  partner: 21,
  reference: undefined,
  ...change,
})

const rows = [
  { name: 'a deal of the same date, amount and partner', deals: [existing()], want: [[{ deal: 7 }]] },
  { name: 'a deal of another day', deals: [existing({ date: '2026-04-02' })], want: [[]] },
  { name: 'a deal of another amount', deals: [existing({ amount: 2201 })], want: [[]] },
  { name: 'a deal of another partner', deals: [existing({ partner: 22 })], want: [[]] },
  { name: 'an income', deals: [existing({ type: 'income' })], want: [[]] },
  { name: 'a deal without a partner', deals: [existing({ partner: undefined })], want: [[{ deal: 7 }]] },
  { name: 'its own deal', deals: [existing({ reference: 'kura-a' })], want: [[]] },
  { name: 'the deal of another case', deals: [existing({ reference: 'kura-b' })], want: [[{ deal: 7 }]] },
]
test.each(rows)('findDoubles() compares with $name', ({ deals, want }) => {
  expect(findDoubles([candidate('a')], deals)).toEqual(want)
})

test('findDoubles() compares a row with a new partner by day and amount', () => {
  const row = candidate('a', { partner: '新しい商店' })
  expect(findDoubles([row], [existing(), existing({ deal: 8, amount: 2201 })])).toEqual([[{ deal: 7 }]])
  expect(findDoubles([candidate('b'), row], [])).toEqual([[], [{ case: 'b' }]])
  expect(findDoubles([candidate('b', { partner: '別の商店' }), row], [])).toEqual([[], []])
})

test('findDoubles() names the earlier rows of a later one, and compares an unreadable one with nothing', () => {
  const rows = [
    candidate('a'),
    undefined,
    candidate('b', { partner: undefined }),
    candidate('c', { partner: 22 }),
  ]
  expect(findDoubles(rows, [])).toEqual([[], [], [{ case: 'a' }], [{ case: 'b' }]])
})
