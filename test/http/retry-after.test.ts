import { describe, expect, test } from 'vitest'
import { retryAfter } from '../../lib/http/retry-after.ts'

describe('retryAfter()', () => {
  const now = Date.parse('2026-01-01T00:00:00Z')
  const rows = [
    { input: '120', want: 120_000 },
    { input: ' 0 ', want: 0 },
    { input: 'Thu, 01 Jan 2026 00:01:00 GMT', want: 60_000 },
    { input: 'Wed, 31 Dec 2025 23:00:00 GMT', want: 0 },
    { input: 'soon', want: undefined },
    { input: '', want: undefined },
    { input: undefined, want: undefined },
  ]
  test.each(rows)('$input', ({ input, want }) => {
    expect(retryAfter(input, now)).toBe(want)
  })
})
