import { expect, test } from 'vitest'
import { momentText } from '../../../lib/cli/terminal/moment.ts'

const rows = [
  { timezone: undefined, iso: '2026-11-20T14:03:59Z', want: '2026-11-20 14:03 UTC' },
  { timezone: 'UTC', iso: '2026-11-20T14:03:00Z', want: '2026-11-20 14:03 UTC' },
  { timezone: 'Asia/Tokyo', iso: '2026-11-20T15:03:00Z', want: '2026-11-21 00:03 +09:00' },
  { timezone: 'America/New_York', iso: '2026-07-01T03:30:00Z', want: '2026-06-30 23:30 -04:00' },
]
test.each(rows)('momentText() of $iso in $timezone is $want', ({ timezone, iso, want }) => {
  expect(momentText(iso, timezone)).toBe(want)
})
