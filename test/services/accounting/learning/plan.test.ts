import { describe, expect, test } from 'vitest'
import { createMatcher } from '../../../../lib/services/accounting/learning/match.ts'
import {
  candidateCodes,
  chooseAccountItem,
  distinctAmounts,
} from '../../../../lib/services/accounting/learning/plan.ts'
import type { Candidate } from '../../../../lib/services/accounting/learning/schema.ts'
import type { Deal } from '../../../../lib/services/accounting/remote/deal-schema.ts'
import { yen } from '../../../helpers/remotes/yen.ts'

const accountItems = [
  { id: 1, name: '消耗品費', taxCode: 136, available: true },
  { id: 2, name: '会議費', taxCode: 163, available: true },
]

function deal(lines: readonly { item: number; code: number; amount?: number }[], type = 'expense'): Deal {
  return {
    id: 1,
    companyId: 1,
    issueDate: '2026-06-15',
    type,
    amount: yen(lines.reduce((sum, { amount = 1 }) => sum + amount, 0)),
    status: 'unsettled',
    refNumber: undefined,
    partnerId: undefined,
    lines: lines.map(({ item, code, amount = 1 }) => ({
      id: 1,
      accountItemId: item,
      taxCode: code,
      amount: yen(amount),
      description: '',
    })),
  }
}

describe('candidateCodes()', () => {
  test('are those that account items and earlier deals name, each once', () => {
    const deals = [
      deal([
        { item: 1, code: 189 },
        { item: 2, code: 136 },
      ]),
    ]
    expect(candidateCodes(undefined, { accountItems, deals })).toEqual([136, 163, 189])
  })

  test('are those that were given', () => {
    expect(candidateCodes([9, 8, 9], { accountItems, deals: [] })).toEqual([8, 9])
  })
})

describe('chooseAccountItem()', () => {
  test('takes the one of most earlier expenses', () => {
    const deals = [
      deal([
        { item: 2, code: 1 },
        { item: 2, code: 1 },
        { item: 1, code: 1 },
      ]),
      deal([{ item: 1, code: 1 }], 'income'),
    ]
    expect(chooseAccountItem(undefined, { accountItems, deals }).name).toBe('会議費')
  })

  test('takes the one that was named', () => {
    expect(chooseAccountItem('消耗品費', { accountItems, deals: [] }).id).toBe(1)
  })

  const refused = [
    { name: 'if nothing tells one', named: undefined, hint: /消耗品費, 会議費/ },
    { name: 'a misspelt one', named: '消耗費', hint: /: 消耗品費,/ },
  ]
  test.each(refused)('refuses $name', ({ named, hint }) => {
    expect(() => chooseAccountItem(named, { accountItems, deals: [] })).toThrow(
      expect.objectContaining({ code: 'bad_request', hint: expect.stringMatching(hint) }),
    )
  })
})

test('distinctAmounts() are of no other deal of the day', () => {
  const sameDay = [
    deal([{ item: 1, code: 1, amount: 1002 }]),
    deal([
      { item: 1, code: 1, amount: 500 },
      { item: 1, code: 1, amount: 503 },
    ]),
  ]
  expect(distinctAmounts([7, 8, 9], sameDay).map(({ amount }) => amount)).toEqual([1001, 1004, 1005])
})

describe('createMatcher()', () => {
  const candidates: Candidate[] = [
    { code: 136, amount: yen(1001), state: 'created', deal: 11 },
    { code: 163, amount: yen(1002), state: 'created', deal: 12 },
  ]
  const match = (rows: Record<string, string>[]) => {
    const matcher = createMatcher(candidates)
    for (const row of rows) matcher.read(row)
    return Object.fromEntries(matcher.categories())
  }
  const rows = [
    {
      name: 'by 取引ID, whatever the amount',
      rows: [{ 取引ID: '11', 借方金額: '1', 借方税区分: 'A' }],
      want: { 136: 'A' },
    },
    {
      name: 'by 取引ID before the amount of another deal',
      rows: [
        { 取引ID: '99', 借方金額: '1001', 借方税区分: 'B' },
        { 取引ID: '11', 借方金額: '1001', 借方税区分: 'A' },
      ],
      want: { 136: 'A' },
    },
    {
      name: 'by 借方金額 if there is no 取引ID',
      rows: [
        { 借方金額: '1,001', 借方税区分: 'A' },
        { 借方金額: '1002', 借方税区分: 'B' },
      ],
      want: { 136: 'A', 163: 'B' },
    },
    {
      name: 'not if two rows of the amount differ',
      rows: [
        { 借方金額: '1001', 借方税区分: 'A' },
        { 借方金額: '1001', 借方税区分: 'B' },
      ],
      want: {},
    },
    { name: 'not without a category', rows: [{ 取引ID: '11', 借方金額: '1001', 借方税区分: '' }], want: {} },
    { name: 'not without an amount', rows: [{ 借方金額: '', 借方税区分: 'A' }], want: {} },
  ]
  test.each(rows)('finds a category $name', ({ rows, want }) => {
    expect(match(rows)).toEqual(want)
  })
})
