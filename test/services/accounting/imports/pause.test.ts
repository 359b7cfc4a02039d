import { describe, expect, test } from 'vitest'
import { AppError } from '../../../../lib/core/errors.ts'
import { ENDPOINTS, pauseAfter, withinLimits } from '../../../../lib/services/accounting/imports/pause.ts'
import { createMemoryStore } from '../../../helpers/memory-store.ts'

const NOW = Date.UTC(2026, 5, 15, 3)
const MINUTE = 60_000

const rows = [
  { name: '403 without a time: ten minutes', refusal: { upstream: 403 }, want: 10 * MINUTE },
  { name: '429 without a time: a minute', refusal: { upstream: 429 }, want: MINUTE },
  { name: 'seconds', refusal: { upstream: 429, retryAfter: '90' }, want: 90_000 },
  {
    name: 'a moment of the service',
    refusal: { upstream: 429, retryAfter: '2026-06-15T12:05:00+09:00' },
    want: 5 * MINUTE,
  },
  {
    name: 'a moment that is over: a minute',
    refusal: { upstream: 429, retryAfter: '2026-06-15T11:00:00+09:00' },
    want: MINUTE,
  },
  { name: 'a text that says nothing', refusal: { upstream: 403, retryAfter: 'soon' }, want: 10 * MINUTE },
  { name: 'an hour at most', refusal: { upstream: 429, retryAfter: '999999' }, want: 60 * MINUTE },
]
test.each(rows)('pauseAfter() reads $name', ({ refusal, want }) => {
  expect(pauseAfter(refusal, NOW) - NOW).toBe(want)
})

describe('withinLimits()', () => {
  const limited = () =>
    Promise.reject(new AppError('limited', 'too many', { details: { upstream: 403, retryAfter: '' } }))
  const RETRY = new Date(NOW + 10 * MINUTE).toISOString()

  test('keeps the pause: another run makes no call until it is over', async () => {
    const time = { now: NOW }
    const deps = { store: createMemoryStore({ now: () => time.now }), now: () => time.now }
    await expect(withinLimits(7, limited, deps)).rejects.toMatchObject({ details: { retryAt: RETRY } })
    const work = async () => 'worked'
    await expect(withinLimits(7, work, deps)).rejects.toMatchObject({
      code: 'limited',
      details: { retryAt: RETRY },
    })
    expect(await withinLimits(8, work, deps), 'another company').toBe('worked')
    time.now += 10 * MINUTE
    expect(await withinLimits(7, work, deps)).toBe('worked')
  })

  test('a pause is of the endpoint that was refused, and has the service’s words', async () => {
    const store = createMemoryStore({ now: () => NOW })
    const says = '今月のアップロードの上限に達しました。'
    const refusal = { upstream: 403, endpoint: 'POST /receipts', messages: [says] }
    const refused = () => Promise.reject(new AppError('limited', 'too many', { details: refusal }))
    const of = (endpoints: readonly string[]) => ({ store, now: () => NOW, endpoints })
    const want = { code: 'limited', hint: expect.stringContaining(says), details: { messages: [says] } }
    await expect(withinLimits(7, refused, of(ENDPOINTS.files))).rejects.toMatchObject(want)
    const work = async () => 'worked'
    await expect(withinLimits(7, work, of(ENDPOINTS.files)), 'said again').rejects.toMatchObject(want)
    expect(await withinLimits(7, work, of(ENDPOINTS.deals))).toBe('worked')
  })

  test('reads the pause that an earlier version stored', async () => {
    const store = createMemoryStore({ now: () => NOW })
    const value = String(NOW + MINUTE)
    await store.swap('accounting/pause/7', undefined, { value, version: 'v' })
    const deps = { store, now: () => NOW, endpoints: ENDPOINTS.files }
    await expect(withinLimits(7, async () => 'worked', deps)).rejects.toMatchObject({ code: 'limited' })
  })

  test('lets every other error pass, and stores nothing', async () => {
    const store = createMemoryStore({ now: () => NOW })
    const error = new AppError('remote_silent', 'nothing')
    const failing = withinLimits(7, () => Promise.reject(error), { store, now: () => NOW })
    await expect(failing).rejects.toBe(error)
    expect(store.calls.swap).toBe(0)
  })
})
