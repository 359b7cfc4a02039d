import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { parseUtc } from '../../../lib/core/language/wall-clock.ts'

beforeEach(() => vi.stubEnv('TZ', 'Asia/Tokyo'))
afterEach(() => vi.unstubAllEnvs())

const MIDNIGHT = Date.UTC(2026, 5, 30)
const NOON = Date.UTC(2026, 5, 30, 12)

test.each([
  ['2026-06-30T12:00:00Z', NOON],
  ['2026-06-30T12:00:00.000Z', NOON],
  ['2026-06-30T21:00:00+09:00', NOON],
  ['2026-06-30T12:00:00', NOON],
  ['2026-06-30T12:00:00.000', NOON],
  ['2026-06-30 12:00:00', NOON],
  ['2026-06-30 12:00', NOON],
  ['2026-06-30T12:00:00.123456', NOON + 123],
  ['2026-06-30t12:00:00', NOON],
  ['2026-06-30t12:00:00z', NOON],
  ['2026-06-30t21:00:00+09:00', NOON],
  ['2026-06-30T21:00:00+0900', NOON],
  ['2026/06/30 12:00:00', NOON],
  ['2026/06/30 21:00:00 +0900', NOON],
  ['2026-06-30 12:00:00 UTC', NOON],
  ['Tue, 30 Jun 2026 12:00:00 GMT', NOON],
  ['30 Jun 2026 12:00:00', NOON],
  ['2026-06-30', MIDNIGHT],
  ['2026/06/30', MIDNIGHT],
  ['2026/6/30', MIDNIGHT],
  ['2026-6-30', MIDNIGHT],
  ['', Number.NaN],
  ['soon', Number.NaN],
])('parseUtc() reads "%s" alike in every zone', (text, want) => {
  expect(parseUtc(text)).toBe(want)
})
