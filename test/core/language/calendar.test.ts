import { expect, test } from 'vitest'
import { createCalendar, monthOf } from '../../../lib/core/language/calendar.ts'

const rows = [
  { name: 'the end of a day in Tokyo', zone: 'Asia/Tokyo', at: '2026-01-31T14:59:59Z', want: '2026-01-31' },
  { name: 'midnight in Tokyo', zone: 'Asia/Tokyo', at: '2026-01-31T15:00:00Z', want: '2026-02-01' },
  { name: 'summer time in Berlin', zone: 'Europe/Berlin', at: '2026-06-30T22:00:00Z', want: '2026-07-01' },
  { name: 'winter time in Berlin', zone: 'Europe/Berlin', at: '2026-12-31T22:30:00Z', want: '2026-12-31' },
]
test.each(rows)('createCalendar() knows $name', ({ zone, at, want }) => {
  expect(createCalendar(zone)(Date.parse(at))).toBe(want)
})

test('createCalendar() refuses a zone that there is not', () => {
  expect(() => createCalendar('Asia/Edo')).toThrow(
    expect.objectContaining({
      code: 'settings_invalid',
      message: expect.stringContaining('KURA_TIMEZONE: it names no time zone'),
      hint: expect.stringContaining('IANA'),
      cause: expect.any(RangeError),
    }),
  )
})

test('monthOf() is the day without its day', () => expect(monthOf('2026-02-01')).toBe('2026-02'))
