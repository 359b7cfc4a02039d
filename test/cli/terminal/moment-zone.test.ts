import { expect, test } from 'vitest'
import { textInZone } from '../../../lib/cli/terminal/moment.ts'
import { dayTimeText, startOfDay } from '../../../lib/core/language/wall-clock.ts'

test.each([
  { day: '2026-10-05', zone: 'Asia/Tokyo', start: '2026-10-04T15:00:00.000Z' },
  { day: '2026-10-05', zone: 'UTC', start: '2026-10-05T00:00:00.000Z' },
  // on these days, the clocks are set forward or back
  { day: '2026-03-29', zone: 'Europe/Berlin', start: '2026-03-28T23:00:00.000Z' },
  { day: '2026-10-25', zone: 'Europe/Berlin', start: '2026-10-24T22:00:00.000Z' },
  { day: '2026-10-26', zone: 'Europe/Berlin', start: '2026-10-25T23:00:00.000Z' },
  { day: '2026-03-08', zone: 'America/New_York', start: '2026-03-08T05:00:00.000Z' },
])('$day in $zone begins at $start', ({ day, zone, start }) => {
  expect(new Date(startOfDay(day, zone) ?? 0).toISOString()).toBe(start)
})

test.each(['2026-02-30', '2026-13-01', 'x', '', '2026-10-05T00:00'])('"%s" is no day', day => {
  expect(startOfDay(day, 'UTC')).toBeUndefined()
})

test('a moment is shown in the zone', () => {
  expect(dayTimeText('2026-10-05T15:03:07.123Z', 'Asia/Tokyo')).toBe('2026-10-06 00:03')
})

test.each([
  {
    text: 'it expired on 2026-10-05T15:03:07.123Z: publish',
    want: 'it expired on 2026-10-06 00:03 +09:00: publish',
  },
  { text: '期限切れです（2026-10-05T15:03:07.123Z）。', want: '期限切れです（2026-10-06 00:03 +09:00）。' },
])('a time in a text is shown in the zone: $text', ({ text, want }) => {
  expect(textInZone(text, 'Asia/Tokyo')).toBe(want)
})
