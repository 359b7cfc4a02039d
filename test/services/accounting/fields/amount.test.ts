import { describe, expect, test } from 'vitest'
import { readAmount } from '../../../../lib/services/accounting/fields/amount.ts'

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
    ['0', 0],
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
    '¥',
    '$5',
    '1,,000',
  ]
  test.each([...unread, '1000000000000'])('does not guess "%s"', text => {
    expect(readAmount(text)).toBeUndefined()
  })
})
