import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { centsOf, dollarsOf, moneyText } from '../../../../lib/services/registrar/spending/money.ts'

describe('centsOf()', () => {
  const rows = [
    { name: 'a number', input: 11.25, want: 1125 },
    { name: 'a numeric string', input: '13.50', want: 1350 },
    { name: 'whole dollars', input: '20', want: 2000 },
    { name: 'a binary fraction beside a cent', input: 19.989999999999998, want: 1999 },
    { name: 'zeros behind the cents', input: '9.9900', want: 999 },
    { name: 'zero', input: 0, want: 0 },
    { name: 'spaces around it', input: ' 13.50 ', want: 1350 },
    { name: 'the most that anyone pays', input: 10_000_000, want: 1_000_000_000 },
    { name: 'half a cent', input: 1.005, want: undefined },
    { name: 'a negative amount', input: -1, want: undefined },
    { name: 'not a number', input: Number.NaN, want: undefined },
    { name: 'an exponent', input: '1e3', want: undefined },
    { name: 'words', input: 'free', want: undefined },
    { name: 'nothing', input: '', want: undefined },
    { name: 'more than anyone pays', input: 10_000_000.01, want: undefined },
  ]
  test.each(rows)('$name', ({ input, want }) => expect(centsOf(input)).toBe(want))

  test('every amount comes back from the wire, as a number and as text', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000_000 }), cents => {
        const wire = JSON.parse(JSON.stringify(dollarsOf(cents)))
        expect(centsOf(wire)).toBe(cents)
        expect(centsOf(moneyText(cents).slice(3))).toBe(cents)
      }),
    )
  })
})

test('moneyText() shows two decimals', () => expect(moneyText(990)).toBe('US$9.90'))
