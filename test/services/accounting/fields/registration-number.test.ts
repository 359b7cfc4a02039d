import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  hasCheckDigit,
  readRegistrationNumber,
} from '../../../../lib/services/accounting/fields/registration-number.ts'

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
  ['T870011000590', undefined],
  ['T0700110005901', undefined],
  ['はい', undefined],
])('readRegistrationNumber(%j)', (text, number) => {
  expect(readRegistrationNumber(text)).toBe(number)
})
