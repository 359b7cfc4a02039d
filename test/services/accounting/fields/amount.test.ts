import { describe, expect, test } from 'vitest'
import type { GivenBody } from '../../../../lib/core/http/contract.ts'
import type { AccountingContract } from '../../../../lib/services/accounting/contract.ts'
import { readAmount, sumOf } from '../../../../lib/services/accounting/fields/amount.ts'

describe('readAmount()', () => {
  const read = [
    ['2200', 2200],
    ['2,200', 2200],
    ['¥2,200', 2200],
    ['￥２，２００', 2200],
    ['\\2,200', 2200],
    ['2,200円', 2200],
    [' 1,234,567 円 ', 1_234_567],
    ['-2,200', -2200],
    ['¥-2,200', -2200],
    ['－２２００', -2200],
    ['−2200', -2200],
    ['▲2,200', -2200],
    ['△2200', -2200],
    ['¥▲2,200', -2200],
    ['▲¥ 2,200', -2200],
    ['(2,200)', -2200],
    ['（２，２００）', -2200],
    ['(¥2,200)', -2200],
    ['¥ (2,200.00)', -2200],
    ['2,200.00', 2200],
    ['2200.0', 2200],
    ['￥２，２００．００', 2200],
    ['¥2,200-', 2200],
    ['￥2,200−', 2200],
    ['１２００', 1200],
    // the formats [$JPY] of a spreadsheet, and the form of app stores
    ['JPY 2,200', 2200],
    ['-JPY 2,200', -2200],
    ['JPY -2,200', -2200],
    ['2,200 JPY', 2200],
    ['JP¥2,200', 2200],
    ['￥1200', 1200],
    ['▲500', -500],
    ['0', 0],
    ['(0)', 0],
    ['-0', 0],
    ['999999999999', 999_999_999_999],
  ] as const
  test.each(read)('reads "%s"', (text, want) => {
    expect(readAmount(text)).toBe(want)
  })

  const unread = [
    '',
    'many',
    '2.200',
    '1,100.5',
    '2,20',
    '22,00',
    '1,1000',
    '--5',
    '▲-5',
    '1e3',
    'JP2,200',
    'JPY¥2,200',
    '¥',
    '$5',
    '1,,000',
    '1 1,100',
    '1 100',
    '1,100 1',
    '1,\n100',
    '2.000',
    '2200.000',
    '2200.',
    '1,20',
    '12円34',
    '2,200,0',
    '2200-',
    '2,200円-',
    '-¥2,200-',
    '(2,200',
    '2,200)',
    '(-2,200)',
    '▲(2,200)',
    '((2,200))',
    '①1,100',
    '⑽',
    '2²',
  ]
  test.each([...unread, '1000000000000'])('does not guess "%s"', text => {
    expect(readAmount(text)).toBeUndefined()
  })
})

test('a number that was read in another way does not compile as the amount of a deal', () => {
  type Line = GivenBody<AccountingContract, 'registerDeal'>['details'][number]
  const read = readAmount('2,200') ?? sumOf([])
  const line: Line = { account_item: '消耗品費', tax_code: 136, amount: read }
  // @ts-expect-error: only `readAmount`, its sums and the schemas make yen
  const other: Line = { account_item: '消耗品費', tax_code: 136, amount: Number('2,200'.replace(',', '')) }
  expect(line).toEqual(other)
})
