import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { parseUtc } from '../../../lib/core/language/wall-clock.ts'

beforeEach(() => vi.stubEnv('TZ', 'Asia/Tokyo'))
afterEach(() => vi.unstubAllEnvs())

const NOON = Date.UTC(2026, 5, 30, 12)

test.each([
  ['2026-06-30T12:00:00Z', NOON],
  ['2026-06-30T12:00:00.000Z', NOON],
  ['2026-06-30T21:00:00+09:00', NOON],
  ['2026-06-30T12:00:00', NOON],
  ['2026-06-30T12:00:00.000', NOON],
  ['2026-06-30 12:00:00', NOON],
  ['2026-06-30 12:00', NOON],
  ['2026-06-30', Date.UTC(2026, 5, 30)],
  ['soon', Number.NaN],
])('parseUtc() reads "%s" alike in every zone', (text, want) => {
  expect(parseUtc(text)).toBe(want)
})
