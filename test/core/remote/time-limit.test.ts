import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { fetchJson } from '../../../lib/core/remote/fetch-json.ts'
import { TimeLimit } from '../../../lib/core/remote/time-limit.ts'
import { openUpstashStore } from '../../../lib/core/store/upstash.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('TimeLimit', () => {
  test.each([
    { name: 'aborts with a TimeoutError', ends: false, reason: 'TimeoutError' },
    { name: 'does not abort what has ended', ends: true, reason: undefined },
  ])('$name', ({ ends, reason }) => {
    const limit = new TimeLimit()
    const signal = limit.start(1_000)
    if (ends) limit.end()
    vi.advanceTimersByTime(1_000)
    expect(signal.reason?.name).toBe(reason)
  })
})

describe('a call that was answered leaves no timer', () => {
  test('fetchJson()', async () => {
    const deps = { fetch: async () => Response.json({}), clock: () => 0 }
    await fetchJson({ remote: 'parcels', method: 'GET', url: new URL('http://parcels.test/') }, deps)
    expect(vi.getTimerCount()).toBe(0)
  })

  test('the store', async () => {
    vi.stubGlobal('fetch', async () => Response.json({ result: ['1', null] }))
    const store = openUpstashStore({ url: 'http://store.test', token: 'none' })
    expect(await store.read('a/b')).toEqual({ record: undefined, now: 1 })
    expect(vi.getTimerCount()).toBe(0)
  })
})
