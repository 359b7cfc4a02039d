import { describe, expect, test } from 'vitest'
import { textOf } from '../../../../lib/core/language/text.ts'
import {
  differenceOf,
  effectOfBody,
  signedEffect,
} from '../../../../lib/services/accounting/deals/compare.ts'
import {
  type Candidate,
  type Existing,
  findDoubles,
} from '../../../../lib/services/accounting/deals/doubles.ts'
import type { Deal, DealBody } from '../../../../lib/services/accounting/remote/deal-schema.ts'
import { ENGLISH, JAPANESE } from '../../../helpers/notice-words.ts'
import { yen } from '../../../helpers/remotes/yen.ts'

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
test('findDoubles() knows a refund whose sign and type the service has turned around', () => {
  const refund = candidate('a', { amount: -2200 })
  const turned = existing({ type: 'income', amount: 2200 })
  expect(findDoubles([refund, candidate('b')], [turned])).toEqual([[{ deal: 7 }], []])
})

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

test.each([
  [{ type: 'expense', amount: 2200 }, 2200],
  [{ type: 'expense', amount: -2200 }, -2200],
  [{ type: 'income', amount: 2200 }, -2200],
  [{ type: 'income', amount: -2200 }, 2200],
  [{ type: 'income', amount: 0 }, 0],
  [{ amount: 2200 }, 2200],
])('signedEffect(%j)', (deal, effect) => {
  expect(signedEffect(deal)).toBe(effect)
})

describe('differenceOf()', () => {
  const line = { account_item_id: 501, tax_code: 136, amount: yen(1100), vat: yen(100) }
  const body: DealBody = {
    company_id: 1,
    issue_date: '2026-04-07',
    type: 'expense',
    details: [line],
    partner_id: 7,
    ref_number: 'kura-1',
  }
  const stored = {
    id: 1,
    accountItemId: 501,
    taxCode: 136,
    amount: yen(1100),
    vat: yen(100),
    description: '',
  }
  const deal: Deal = {
    id: 9,
    companyId: 1,
    issueDate: '2026-04-07',
    type: 'expense',
    amount: yen(1100),
    status: 'unsettled',
    refNumber: 'kura-1',
    partnerId: 7,
    lines: [stored],
  }
  const paid = {
    payments: [
      { amount: yen(1100), date: '2026-04-07', from_walletable_type: 'wallet', from_walletable_id: 1 },
    ],
  }
  const NO_LINE =
    'no line like line 1 with its account item, tax code, amount, tax, description, item and section'
  const refund = { ...body, details: [{ ...line, amount: yen(-2200), vat: yen(-200) }] }
  const turned = {
    ...deal,
    type: 'income',
    amount: yen(2200),
    lines: [{ ...stored, amount: yen(2200), vat: yen(200) }],
  }

  test.each<[string, DealBody, Deal]>([
    ['the same deal', body, deal],
    ['a paid deal with a negative total, turned around', refund, turned],
    [
      'its lines in another order',
      { ...body, details: [line, { ...line, tax_code: 163 }] },
      { ...deal, amount: yen(2200), lines: [{ ...stored, taxCode: 163 }, stored] },
    ],
    [
      'only what the service has to return',
      body,
      { ...deal, type: undefined, refNumber: undefined, lines: [] },
    ],
    ['tax that the service has computed', { ...body, details: [{ ...line, vat: undefined }] }, deal],
    [
      'what stands beside the lines, as it was sent',
      { ...body, ...paid, details: [{ ...line, description: 'tea ' }], receipt_ids: [5] },
      {
        ...deal,
        status: 'settled',
        lines: [{ ...stored, description: 'tea', itemId: null }],
        payments: [{ date: '2026-04-07', amount: yen(1100), from_walletable_id: 1 }],
        files: [5],
      },
    ],
    ['a payment that settled it', { ...body, ...paid }, { ...deal, status: 'settled' }],
  ])('none: %s', (_, sent, back) => {
    expect(differenceOf(sent, back)).toBeUndefined()
  })

  test.each<[string, DealBody, Deal, string]>([
    ['another day', body, { ...deal, issueDate: '2026-04-08' }, 'the day 2026-04-08 instead of 2026-04-07'],
    ['another amount', body, { ...deal, amount: yen(1000) }, '1,000 yen instead of 1,100 yen, as an expense'],
    [
      'another direction',
      body,
      { ...deal, type: 'income' },
      '-1,100 yen instead of 1,100 yen, as an expense',
    ],
    ['another company', body, { ...deal, companyId: 2 }, 'the company 2 instead of 1'],
    ['no partner', body, { ...deal, partnerId: undefined }, 'the partner – instead of 7'],
    ['another reference', body, { ...deal, refNumber: 'mine' }, 'another reference number'],
    ['no payment', { ...body, ...paid }, deal, 'not paid'],
    ['another number of lines', body, { ...deal, lines: [stored, stored] }, '2 lines instead of 1'],
    ['another tax code', body, { ...deal, lines: [{ ...stored, taxCode: 189 }] }, NO_LINE],
    ['another tax', body, { ...deal, lines: [{ ...stored, vat: yen(99) }] }, NO_LINE],
    [
      'another description',
      { ...body, details: [{ ...line, description: 'tea' }] },
      { ...deal, lines: [{ ...stored, description: 'coffee' }] },
      NO_LINE,
    ],
    ['another section', body, { ...deal, lines: [{ ...stored, sectionId: 3 }] }, NO_LINE],
    [
      'an item lost',
      { ...body, details: [{ ...line, item_id: 4 }] },
      { ...deal, lines: [{ ...stored, itemId: null }] },
      NO_LINE,
    ],
    [
      'another due date',
      { ...body, due_date: '2026-05-31' },
      { ...deal, dueDate: '2026-05-30' },
      'due on 2026-05-30 instead of 2026-05-31',
    ],
    [
      'a payment of another day',
      { ...body, ...paid },
      { ...deal, status: 'settled', payments: [{ date: '2026-04-08', amount: yen(1100) }] },
      'no payment of 1,100 yen on 2026-04-07',
    ],
    ['a file lost', { ...body, receipt_ids: [5, 6] }, { ...deal, files: [6] }, 'without the file 5'],
    [
      'two facts',
      body,
      { ...deal, issueDate: '2026-04-08', partnerId: 8 },
      'the day 2026-04-08 instead of 2026-04-07 and the partner 8 instead of 7',
    ],
  ])('%s', (_, sent, back, facts) => {
    const difference = differenceOf(sent, back)
    expect(difference && textOf(difference, ENGLISH)).toBe(`the service stored the deal otherwise: ${facts}`)
    expect(difference && textOf(difference, JAPANESE)).toMatch(/^会計サービスに登録された内容が/)
  })

  test('effectOfBody() adds the lines', () => {
    expect(effectOfBody({ type: 'income', details: [{ amount: 100 }, { amount: -30 }] })).toBe(-70)
  })
})
