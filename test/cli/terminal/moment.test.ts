import { expect, test } from 'vitest'
import { momentText, textInZone } from '../../../lib/cli/terminal/moment.ts'

const rows = [
  { timezone: 'UTC', iso: '2026-11-20T14:03:59Z', want: '2026-11-20 14:03 UTC' },
  { timezone: 'UTC', iso: '2026-11-20T14:03:00Z', want: '2026-11-20 14:03 UTC' },
  { timezone: 'Asia/Tokyo', iso: '2026-11-20T15:03:00Z', want: '2026-11-21 00:03 +09:00' },
  { timezone: 'America/New_York', iso: '2026-07-01T03:30:00Z', want: '2026-06-30 23:30 -04:00' },
]
test.each(rows)('momentText() of $iso in $timezone is $want', ({ timezone, iso, want }) => {
  expect(momentText(iso, timezone)).toBe(want)
})
const texts = [
  {
    text: 'until 2026-11-20T14:03:00.000Z at the latest',
    want: 'until 2026-11-20 23:03 +09:00 at the latest',
  },
  { text: 'until 2026-11-20 14:03 UTC', want: 'until 2026-11-20 23:03 +09:00' },
  { text: '(2026-11-20T14:03Z), then', want: '(2026-11-20 23:03 +09:00), then' },
  { text: 'the case "x 2026-11-20T14:03:00Z" is', want: 'the case "x 2026-11-20T14:03:00Z" is' },
  { text: 'status/2026-11-20T14:03:00Z', want: 'status/2026-11-20T14:03:00Z' },
  { text: 'the day 2026-11-20', want: 'the day 2026-11-20' },
]
test.each(texts)('textInZone() of $text is $want', ({ text, want }) => {
  expect(textInZone(text, 'Asia/Tokyo')).toBe(want)
})
