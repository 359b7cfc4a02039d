import { afterEach, describe, expect, test, vi } from 'vitest'
import { retryAfter } from '../../../lib/core/http/retry-after.ts'

afterEach(() => {
  vi.unstubAllEnvs()
})

describe('retryAfter()', () => {
  const now = Date.parse('2026-01-01T00:00:00Z')
  const rows = [
    { input: '120', want: 120_000 },
    { input: ' 0 ', want: 0 },
    { input: '99999999999999999999', want: 999_999_999_000 },
    { input: 'Thu, 01 Jan 2026 00:01:00 GMT', want: 60_000 },
    { input: 'Wed, 31 Dec 2025 23:00:00 GMT', want: 0 },
    { input: 'Thursday, 01-Jan-26 00:01:00 GMT', want: 60_000 },
    { input: 'Thu Jan  1 00:01:00 2026', want: 60_000 },
    { input: 'Thu, 45 Jan 2026 00:01:00 GMT', want: undefined },
    { input: '2026-01-01T00:01:00Z', want: undefined },
    { input: '-1', want: undefined },
    { input: '1.5', want: undefined },
    { input: 'soon 5', want: undefined },
    { input: 'soon', want: undefined },
    { input: '', want: undefined },
    { input: undefined, want: undefined },
  ]
  test.each(rows)('$input', ({ input, want }) => {
    vi.stubEnv('TZ', 'Asia/Tokyo')
    expect(retryAfter(input, now)).toBe(want)
  })
})
