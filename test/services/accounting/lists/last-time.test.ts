/**
 * What the last deal with a partner says about the next receipt: the partner, the deal, and its cells. The deals of
 * last month that a person may enter again: which months, which deals recur, and on which day.
 */
import { describe, expect, test } from 'vitest'
import { cellsOfDeal, newestOf, partnerOfRow } from '../../../../lib/services/accounting/lists/last-time.ts'
import type { RecordNames } from '../../../../lib/services/accounting/lists/names.ts'
import type { ServiceDeal } from '../../../../lib/services/accounting/lists/pages.ts'
import {
  dayOfMonth,
  dealsToRepeat,
  monthsBefore,
} from '../../../../lib/services/accounting/lists/recurring.ts'
import { rateNamedBy } from '../../../../lib/services/accounting/taxes/choose-code.ts'

const PARTNERS = [
  { id: 1, name: '株式会社金山', invoice_registration_number: 'T7000012050002' },
  { id: 2, name: '山田食堂', invoice_registration_number: null },
  { id: 3, name: '双子' },
  { id: 4, name: '双子' },
]

test.each([
  { what: 'by its name, however it is typed', name: '山田 食堂', number: undefined, id: 2 },
  { what: 'by its number, whatever its name', name: '金山', number: 'T7000012050002', id: 1 },
  { what: 'by its name if no partner has the number', name: '山田食堂', number: 'T1234567890123', id: 2 },
  { what: 'not if two have the name', name: '双子', number: undefined, id: undefined },
  { what: 'not without name and number', name: '', number: undefined, id: undefined },
])('a partner is found $what', ({ name, number, id }) => {
  expect(partnerOfRow({ name, number }, PARTNERS)?.id).toBe(id)
})

test('the newest deal is that of the latest day, and of one day the one registered last', () => {
  const deals = [
    { id: 1, issue_date: '2026-04-01' },
    { id: 3, issue_date: '2026-03-01' },
    { id: 2, issue_date: '2026-04-01' },
  ].map(deal => ({ ...deal, amount: 1 as never, status: 'settled' }))
  expect(newestOf(deals)?.id).toBe(2)
  expect(newestOf([])).toBeUndefined()
})

test.each([
  ['課対仕入10%', { rate: 10, qualified: true }],
  ['課対仕入8%（軽）', { rate: 8, qualified: true }],
  ['課対仕入（控80）10%', { rate: 10, qualified: false }],
  ['課対仕入（控50）8%（軽）', { rate: 8, qualified: false }],
  // the rate of 2014 to 2019, which no receipt has today
  ['課対仕入8%', undefined],
  ['対象外', undefined],
] as const)('the category %s names %j', (name, found) => {
  expect(rateNamedBy(name)).toEqual(found)
})

const NAMES: Record<string, string> = {
  'account item 503': '会議費',
  'tax code 1': '課対仕入（控80）10%',
  'tax code 2': '対象外',
  'walletable 601': '現金',
  'section 701': '営業部',
}
const names = { find: (kind, id) => NAMES[`${kind} ${id}`] } as RecordNames
const words = { yes: 'はい', no: 'いいえ' }

describe('the cells of a deal', () => {
  const line = { account_item_id: 503, tax_code: 1, amount: 1100 as never }

  test('are account item, rate, qualified, payment, section and description of each line', () => {
    const payments = [{ date: '2026-04-07', amount: 1100 as never, from_walletable_id: 601 }]
    const details = [
      { ...line, section_id: 701, description: '打合せ' },
      { ...line, tax_code: 2 },
    ]
    expect(cellsOfDeal({ details, payments }, { names, words })).toEqual([
      {
        account_item: '会議費',
        rate: '10',
        qualified: 'いいえ',
        payment: '現金',
        section: '営業部',
        description: '打合せ',
      },
      { account_item: '会議費', rate: '対象外', payment: '現金' },
    ])
  })

  test('lack what has no name any more', () => {
    expect(cellsOfDeal({ details: [{ ...line, account_item_id: 9 }] }, { names, words })).toEqual([
      { rate: '10', qualified: 'いいえ' },
    ])
  })
})

test.each([
  ['2026-11-28', '2026-10', '2026-09'],
  ['2026-01-31', '2025-12', '2025-11'],
  ['2026-02-01', '2026-01', '2025-12'],
])('on %s, last month is %s and the one before %s', (today, last, before) => {
  expect(monthsBefore(today)).toEqual([last, before])
})

test.each([
  ['2026-11', 25, '2026-11-25'],
  ['2026-11', 3, '2026-11-03'],
  ['2026-11', 31, '2026-11-30'],
  ['2027-02', 29, '2027-02-28'],
  ['2028-02', 31, '2028-02-29'],
])('in %s, the day %s is %s', (month, day, found) => {
  expect(dayOfMonth(month, day)).toBe(found)
})

const dealOf = (id: number, day: string, partner: number | null, account: number) =>
  ({
    id,
    issue_date: day,
    partner_id: partner,
    details: [{ account_item_id: account }],
  }) as unknown as ServiceDeal

test.each([
  { before: '2026-01-31', last: '2026-02-28', day: 31 },
  { before: '2026-01-29', last: '2026-02-28', day: 29 },
  { before: '2026-03-31', last: '2026-04-30', day: 31 },
  { before: '2026-01-31', last: '2026-02-27', day: 27 },
  { before: '2026-03-28', last: '2026-04-30', day: 30 },
])('a deal of $before and of $last comes on the day $day', ({ before, last, day }) => {
  const deals = [dealOf(1, last, 7, 501), dealOf(2, before, 7, 501), dealOf(3, '2026-01-31', 8, 501)]
  expect(dealsToRepeat(deals, last.slice(0, 7))).toMatchObject([{ recurs: true, day }])
})

test('a deal recurs if the month before had the partner and the account item too; it comes first', () => {
  const deals = [
    dealOf(1, '2026-10-03', 7, 501),
    dealOf(2, '2026-10-25', 8, 502),
    dealOf(3, '2026-10-26', null, 503),
    dealOf(4, '2026-09-25', 8, 502),
    dealOf(5, '2026-09-03', 7, 509),
    dealOf(6, '2026-09-26', null, 503),
  ]
  const found = dealsToRepeat(deals, '2026-10').map(({ deal: { id }, recurs }) => [id, recurs])
  expect(found).toEqual([
    [2, true],
    [1, false],
    [3, false],
  ])
})
