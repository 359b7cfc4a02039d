/** The deals of last month that a person may enter again: which months, which deals recur, and on which day. */
import { expect, test } from 'vitest'
import type { ServiceDeal } from '../../../../lib/services/accounting/lists/pages.ts'
import {
  dealsToRepeat,
  monthsBefore,
  sameDayIn,
} from '../../../../lib/services/accounting/lists/recurring.ts'

test.each([
  ['2026-11-28', '2026-10', '2026-09'],
  ['2026-01-31', '2025-12', '2025-11'],
  ['2026-02-01', '2026-01', '2025-12'],
])('on %s, last month is %s and the one before %s', (today, last, before) => {
  expect(monthsBefore(today)).toEqual([last, before])
})

test.each([
  ['2026-11', '2026-10-25', '2026-11-25'],
  ['2026-11', '2026-10-31', '2026-11-30'],
  ['2027-02', '2027-01-29', '2027-02-28'],
  ['2028-02', '2028-01-31', '2028-02-29'],
])('in %s, the day of %s is %s', (month, day, found) => {
  expect(sameDayIn(month, day)).toBe(found)
})

test('a deal recurs if the month before had the partner and the account item too; it comes first', () => {
  const deal = (id: number, day: string, partner: number | null, account: number) =>
    ({
      id,
      issue_date: day,
      partner_id: partner,
      details: [{ account_item_id: account }],
    }) as unknown as ServiceDeal
  const deals = [
    deal(1, '2026-10-03', 7, 501),
    deal(2, '2026-10-25', 8, 502),
    deal(3, '2026-10-26', null, 503),
    deal(4, '2026-09-25', 8, 502),
    deal(5, '2026-09-03', 7, 509),
    deal(6, '2026-09-26', null, 503),
  ]
  const found = dealsToRepeat(deals, '2026-10').map(({ deal: { id }, recurs }) => [id, recurs])
  expect(found).toEqual([
    [2, true],
    [1, false],
    [3, false],
  ])
})
