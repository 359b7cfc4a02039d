import { expect, test } from 'vitest'
import { readStructuredData } from '../../../lib/move/facts/structured-data.ts'

const rows = [
  { input: '{"a":"b"}', want: ['a', 'b'] },
  { input: '["x\\/y", 1, null, true, {"z": ["w"]}]', want: ['x/y', 'z', 'w'] },
  { input: '"\\u006fld"', want: ['old'] },
  { input: '3', want: [] },
]
test.each(rows)('readStructuredData() finds every string of $input', ({ input, want }) => {
  const { problem, strings } = readStructuredData(input)
  expect({ problem, strings: [...strings].sort() }).toEqual({ problem: undefined, strings: want.sort() })
})

test('readStructuredData() says why text is not JSON', () => {
  expect(readStructuredData('{x')).toEqual({ problem: expect.stringContaining('JSON'), strings: [] })
})
