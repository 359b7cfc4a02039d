import { expect, test } from 'vitest'
import { wholeNumber } from '../../../lib/cli/terminal/whole-number.ts'

const read = wholeNumber('--days', 365)

test.each([
  ['1', 1],
  ['365', 365],
  ['３０', 30],
  [' 7 ', 7],
])('wholeNumber() reads "%s"', (text, want) => {
  expect(read(text)).toBe(want)
})

test.each(['0', '366', '-1', '1.5', '1e2', '', '三', '00000001'])('wholeNumber() refuses "%s"', text => {
  expect(() => read(text)).toThrow(`Cannot use --days "${text}": expected a whole number from 1 to 365`)
})
