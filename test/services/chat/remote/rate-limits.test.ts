import { describe, expect, test } from 'vitest'
import {
  addLimit,
  createRateLimits,
  exhaustion,
  limitOf,
} from '../../../../lib/services/chat/remote/rate-limits.ts'
import { createMemoryStore } from '../../../helpers/memory-store.ts'

const reply = (
  status: number,
  { headers = {}, body }: { headers?: Record<string, string>; body?: unknown },
) => ({ status, headers: new Headers(headers), body })

describe('limitOf()', () => {
  const rows = [
    { name: 'an answer that is none', input: reply(200, {}), want: undefined },
    {
      name: 'of a route',
      input: reply(429, { body: { retry_after: 0.4, global: false } }),
      want: { global: false, wait: 400 },
    },
    {
      name: 'of the whole bot',
      input: reply(429, { body: { retry_after: 2, global: true } }),
      want: { global: true, wait: 2000 },
    },
    {
      name: 'said by headers alone',
      input: reply(429, { headers: { 'retry-after': '3', 'x-ratelimit-scope': 'global' } }),
      want: { global: true, wait: 3000 },
    },
    {
      name: 'of a proxy that names the date of its end (RFC 9110, 10.2.3)',
      input: reply(429, {
        headers: { 'retry-after': 'Sun, 29 Nov 2026 09:10:00 GMT', date: 'Sun, 29 Nov 2026 09:00:00 GMT' },
      }),
      want: { global: false, wait: 600_000 },
    },
    {
      name: 'whose other members are odd',
      input: reply(429, { body: { code: null, retry_after: 2, global: 'yes' } }),
      want: { global: false, wait: 2000 },
    },
    {
      name: 'that asks for more than anybody waits',
      input: reply(429, { body: { retry_after: 1e300 } }),
      want: { global: false, wait: 86_400_000 },
    },
    {
      name: 'that asks for less than nothing',
      input: reply(429, { headers: { 'retry-after': '-1' } }),
      want: { global: false, wait: 1000 },
    },
    { name: 'that names no time', input: reply(429, {}), want: { global: false, wait: 1000 } },
  ]
  test.each(rows)('a limit $name', ({ input, want }) => {
    expect(limitOf(input)).toEqual(want)
  })
})

describe('exhaustion()', () => {
  const rows = [
    {
      name: 'calls are left',
      input: { 'x-ratelimit-remaining': '1', 'x-ratelimit-reset-after': '2' },
      want: 0,
    },
    {
      name: 'none is left',
      input: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset-after': '1.25' },
      want: 1250,
    },
    { name: 'no headers', input: {}, want: 0 },
  ]
  test.each(rows)('$name', ({ input, want }) => {
    expect(exhaustion(new Headers(input as Record<string, string>))).toBe(want)
  })
})

test('addLimit() keeps the longest, drops what is over, and lives as long as the last of them', () => {
  expect(addLimit('a', 500)({ a: 2000, b: 999, c: 4000 }, 1000)).toEqual({
    write: { a: 2000, c: 4000 },
    ttl: 3000,
    result: undefined,
  })
})

describe('createRateLimits()', () => {
  function instance({ mayStore = true } = {}) {
    const clock = { now: 10_000 }
    const slept: number[] = []
    const store = createMemoryStore({ now: () => 1_800_000_000_000 + clock.now })
    const sleep = async (milliseconds: number) => {
      slept.push(milliseconds)
      clock.now += milliseconds
    }
    const parts = { store, clock: () => clock.now, sleep, deadline: 20_000, mayStore }
    return { clock, slept, store, open: () => createRateLimits('1', parts) }
  }

  test('another instance waits for a stored limit, and a route for its own alone', async () => {
    const { open, slept } = instance()
    await open().learn('a', reply(429, { body: { retry_after: 2, global: false } }))
    const other = open()
    await other.wait('b')
    expect(slept).toEqual([])
    await other.wait('a')
    expect(slept).toEqual([2000])
  })

  test('a limit of the whole bot is one of every route', async () => {
    const { open, slept } = instance()
    await open().learn('a', reply(429, { body: { retry_after: 2, global: true } }))
    await open().wait('b')
    expect(slept).toEqual([2000])
  })

  test('a wait past the deadline is not begun', async () => {
    const { open, slept } = instance()
    await open().learn('a', reply(429, { body: { retry_after: 10.001, global: false } }))
    await expect(open().wait('a')).rejects.toMatchObject({ code: 'limited', details: { retryAfter: 11 } })
    expect(slept).toEqual([])
  })

  test('a preview stores nothing', async () => {
    const { open, store } = instance({ mayStore: false })
    await open().learn('a', reply(429, { body: { retry_after: 2, global: false } }))
    expect(store.calls.swap).toBe(0)
  })
})
