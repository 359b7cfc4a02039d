import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { GivenBody } from '../../../../lib/core/http/contract.ts'
import type { AccountingContract } from '../../../../lib/services/accounting/contract.ts'
import { readAmount, sumOf } from '../../../../lib/services/accounting/fields/amount.ts'
import {
  hasCheckDigit,
  readRegistrationNumber,
} from '../../../../lib/services/accounting/fields/registration-number.ts'

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
    // the key of the minus while a person writes kana
    ['ー2,200', -2200],
    ['￥2,200ー', 2200],
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

// the first number is the example in the National Tax Agency's rule for check digits
test.each(['T8700110005901', 'T1000000000009'.replace('1000000000009', '8000000000001')])(
  '%s has a right check digit',
  number => expect(hasCheckDigit(number)).toBe(true),
)

test('a wrong digit changes the check digit', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 12 }), fc.integer({ min: 1, max: 8 }), (at, by) => {
      const digits = [...'8700110005901'].map(Number)
      const wrong = digits.with(at, ((digits[at] ?? 0) + by) % 10).join('')
      // the check digit is a sum modulo 9, to which 0 and 9 are the same
      fc.pre(!/[09]/.test(`${digits[at]}${wrong[at]}`))
      expect(hasCheckDigit(`T${wrong}`)).toBe(false)
    }),
  )
})

test.each([
  ['T8700110005901', 'T8700110005901'],
  ['８７００１１０００５９０１', 'T8700110005901'],
  ['t8-7001-1000-5901', 'T8700110005901'],
  ['T8─7001─1000─5901\u200b', 'T8700110005901'],
  ['T870011000590', undefined],
  ['T0700110005901', undefined],
  ['はい', undefined],
])('readRegistrationNumber(%j)', (text, number) => {
  expect(readRegistrationNumber(text)).toBe(number)
})
