/** What a device says if the host, or another program in its place, refuses a request. */
import { describe, expect, test } from 'vitest'
import type { FetchHandler } from '../../../sandbox/listen.ts'
import { HOST_NOW } from '../../helpers/device/publisher.ts'
import { failure, host, refusal } from './asked-host.ts'

const HOUR = 3_600_000

const REFUSALS = [
  { code: 'signature_invalid', hint: 'ask the operator to enrol this device again' },
  { code: 'key_revoked', hint: 'ask the operator for new credentials' },
  { code: 'authority_unknown', hint: 'to KURA_AUTHORITIES' },
  { code: 'signature_missing', hint: 'proxies' },
  { code: 'signature_malformed', hint: 'update kura' },
  { code: 'clock_skew', hint: 'set the clock' },
]
test.each(REFUSALS)('a 401 $code says what to ask the operator', async ({ code, hint }) => {
  const { fetcher, server } = await host(() => refusal(401, code))
  const error = await failure(fetcher.ask({}))
  expect(error.code).toBe(code)
  expect(error.message).toBe(
    `Cannot sync: "127.0.0.1:${server.port}" refuses the key of "demo": 401 ${code} (Cannot do it: ${code})`,
  )
  expect(error.hint).toContain(hint)
})

test('a 401 that is not kura’s points at the address', async () => {
  const { fetcher } = await host(() => new Response('<h1>Log in</h1>', { status: 401 }))
  expect(await failure(fetcher.ask({}))).toMatchObject({
    code: 'remote_refused',
    hint: expect.stringContaining('"url" in credentials.json'),
  })
})

const STRANGERS = [
  {
    status: 403,
    headers: { 'x-vercel-mitigated': 'challenge' },
    says: /x-vercel-mitigated: challenge/,
    hint: /firewall/,
  },
  {
    status: 402,
    headers: { 'x-vercel-error': 'DEPLOYMENT_DISABLED' },
    says: /DEPLOYMENT_DISABLED/,
    hint: /plan/,
  },
  {
    status: 404,
    headers: { 'x-vercel-error': 'DEPLOYMENT_NOT_FOUND' },
    says: /DEPLOYMENT_NOT_FOUND/,
    hint: /domains/,
  },
  {
    status: 503,
    headers: { 'x-vercel-error': 'DEPLOYMENT_PAUSED' },
    says: /DEPLOYMENT_PAUSED/,
    hint: /plan/,
  },
  {
    status: 404,
    headers: {},
    says: /it is a web page \(404\)/,
    hint: /"url" in credentials.json.*sign in to the network/,
  },
  {
    status: 401,
    headers: {},
    says: /it is a web page \(401\)/,
    hint: /deployment protection.*sign in to the network/,
  },
  {
    status: 500,
    headers: {},
    says: /it is a web page \(500\)/,
    hint: /fault is at the host.*sign in to the network/,
  },
  {
    status: 502,
    headers: {},
    says: /it is a web page \(502\)/,
    hint: /fault is at the host.*sign in to the network/,
  },
]
test.each(STRANGERS)(
  'a page with $status $headers says what to do',
  async ({ status, headers, says, hint }) => {
    const page = { 'content-type': 'text/html; charset=utf-8', ...headers }
    const { fetcher } = await host(() => new Response('<h1>No</h1>', { status, headers: page }))
    const error = await failure(fetcher.ask({}))
    expect(error.code).toBe('remote_answer')
    expect(error.message).toMatch(says)
    expect(error.hint).toMatch(hint)
    expect(fetcher.traffic.requests).toBe([502, 503].includes(status) ? 3 : 1)
  },
)

test('the words of a host are quoted in one line and in part only', async () => {
  const { fetcher } = await host(() =>
    Response.json({ error: `a\n\u001b[31mb${'x'.repeat(5000)}`, code: 'key_revoked' }, { status: 401 }),
  )
  const { message } = await failure(fetcher.ask({}))
  expect(message).toContain('(a [31mbx')
  expect(message.length).toBeLessThan(450)
})

describe('a wrong clock', () => {
  /** A host whose clock is `ahead` of the device's, and which accepts only signatures of its own time. */
  function clocked(ahead: number): FetchHandler {
    return request => {
      const created = Number(/created=(\d+)/.exec(request.headers.get('signature-input') ?? '')?.[1])
      const time = Math.floor((HOST_NOW + ahead) / 1000)
      return Math.abs(created - time) <= 60
        ? new Response('{}')
        : refusal(401, 'clock_skew', { serverTime: time })
    }
  }

  test.each([5 * HOUR, -5 * HOUR, 24 * HOUR])('by %i ms is corrected once, and reported', async ahead => {
    const { fetcher } = await host(clocked(ahead))
    expect((await fetcher.ask({})).status).toBe(200)
    expect(fetcher.clockOffset()).toBe(ahead)
    expect(fetcher.traffic.requests).toBe(2)
    await fetcher.ask({})
    expect(fetcher.traffic.requests).toBe(3)
  })

  test('by more than a day is not', async () => {
    const { fetcher } = await host(clocked(25 * HOUR))
    expect(await failure(fetcher.ask({}))).toMatchObject({
      code: 'clock_skew',
      hint: expect.stringContaining('set the clock of this device'),
    })
    expect(fetcher.clockOffset()).toBeUndefined()
    expect(fetcher.traffic.requests).toBe(1)
  })

  test('is not corrected a second time, whatever a host says', async () => {
    let time = HOST_NOW / 1000
    const { fetcher } = await host(() => {
      time += 3600
      return refusal(401, 'clock_skew', { serverTime: time })
    })
    expect((await failure(fetcher.ask({}))).code).toBe('clock_skew')
    expect(fetcher.traffic.requests).toBe(2)
  })

  test.each([undefined, 'soon', null])('is not corrected by the time %j', async serverTime => {
    const { fetcher } = await host(() => refusal(401, 'clock_skew', { serverTime }))
    await failure(fetcher.ask({}))
    expect(fetcher.traffic.requests).toBe(1)
  })
})
