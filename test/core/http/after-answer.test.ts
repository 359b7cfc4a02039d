import { afterEach, describe, expect, test, vi } from 'vitest'
import { afterAnswer } from '../../../lib/core/http/after-answer.ts'
import { neverSent } from '../../../lib/core/http/never-sent.ts'
import { retryAfter } from '../../../lib/core/http/retry-after.ts'
import { deferHandlers } from '../../../lib/core/http/serve.ts'
import type { ShelfContract } from '../../helpers/http/sample-contract.ts'

describe('after-answer', () => {
  const CONTEXT = Symbol.for('@vercel/request-context')
  const place = globalThis as { [CONTEXT]?: unknown }

  afterEach(() => {
    delete place[CONTEXT]
  })

  describe('afterAnswer()', () => {
    test.each([
      { name: 'the host has no context', context: undefined },
      { name: 'no request is under way', context: { get: () => undefined } },
      { name: 'the context cannot wait', context: { get: () => ({}) } },
    ])('waits for the work if $name', async ({ context }) => {
      if (context) place[CONTEXT] = context
      const work = Promise.withResolvers<void>()
      const events: string[] = []
      const waited = afterAnswer(work.promise).then(() => events.push('answered'))
      await Promise.resolve()
      events.push('worked')
      work.resolve()
      await waited
      expect(events).toEqual(['worked', 'answered'])
      await expect(afterAnswer(Promise.reject(new Error('no store')))).rejects.toThrow('no store')
    })

    test('gives the work to the host, as a method of its context, and waits for nothing', async () => {
      const given: Promise<unknown>[] = []
      const context = {
        own: given,
        waitUntil(work: Promise<unknown>) {
          this.own.push(work)
        },
      }
      place[CONTEXT] = { get: () => context }
      await afterAnswer(new Promise(() => undefined))
      await afterAnswer(Promise.reject(new Error('no store')))
      expect(given).toHaveLength(2)
      // if no code waits for a failure, the failure must not end the process
      await expect(given[1]).resolves.toBeUndefined()
    })
  })
})

describe('retry-after', () => {
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
})

describe('never-sent', () => {
  const coded = (code: string, cause?: unknown) => Object.assign(new Error(code, { cause }), { code })
  const fetchFailed = (cause: unknown) => new TypeError('fetch failed', { cause })

  const ROWS = [
    { name: 'no listener', input: fetchFailed(coded('ECONNREFUSED')), want: true },
    { name: 'an unknown name', input: fetchFailed(coded('ENOTFOUND')), want: true },
    { name: 'a certificate that is not trusted', input: fetchFailed(coded('CERT_HAS_EXPIRED')), want: true },
    { name: 'a connection that took too long', input: coded('UND_ERR_CONNECT_TIMEOUT'), want: true },
    {
      name: 'two addresses, both refused',
      input: fetchFailed(new AggregateError([coded('ECONNREFUSED'), coded('ENETUNREACH')])),
      want: true,
    },
    {
      name: 'two addresses, one of them reached',
      input: fetchFailed(new AggregateError([coded('ECONNREFUSED'), coded('ECONNRESET')])),
      want: false,
    },
    { name: 'a connection that broke off', input: fetchFailed(coded('ECONNRESET')), want: false },
    { name: 'an answer that was cut', input: fetchFailed(coded('UND_ERR_SOCKET')), want: false },
    { name: 'a time-out', input: new DOMException('timed out', 'TimeoutError'), want: false },
    { name: 'something that is no error', input: 'ECONNREFUSED', want: false },
  ]
  test.each(ROWS)('neverSent() of $name is $want', ({ input, want }) => {
    expect(neverSent(input)).toBe(want)
  })
})

describe('defer-handlers', () => {
  test('deferHandlers() loads the other handlers once, at the first call of one of them', async () => {
    const loads: string[] = []
    const named = async (name: string) => ({ name })
    const contract = { endpoints: { here: {}, there: {}, far: {} } } as unknown as ShelfContract
    const handlers = deferHandlers(contract, { here: () => named('here') } as object, async () => {
      loads.push('others')
      return { there: () => named('there'), far: () => named('far') } as never
    }) as unknown as Readonly<Record<string, (call: object) => Promise<unknown>>>
    expect(await handlers['here']?.({})).toEqual({ name: 'here' })
    expect(loads).toEqual([])
    expect([await handlers['there']?.({}), await handlers['far']?.({})]).toEqual([
      { name: 'there' },
      { name: 'far' },
    ])
    expect(loads).toEqual(['others'])
  })
})
