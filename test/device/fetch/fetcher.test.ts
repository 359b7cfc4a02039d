import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { AppError } from '../../../lib/core/errors.ts'
import { newNonce, signRequest } from '../../../lib/core/signatures/sign.ts'
import { createFetcher, type FetcherDeps } from '../../../lib/device/fetch/fetcher.ts'
import { type FetchHandler, listen } from '../../../sandbox/listen.ts'
import { DEVICE_SECRET, expectNoSecret } from '../../helpers/device/device.ts'
import { HOST_NOW } from '../../helpers/device/publisher.ts'

const HOUR = 3_600_000

async function host(handler: FetchHandler, parts: Partial<FetcherDeps> = {}) {
  const server = await listen(handler)
  onTestFinished(() => server.close())
  const slept: number[] = []
  const root = { signed: '', signatures: [] }
  const credentials = { url: `${server.url}/`, keyid: 'demo:device:1', secret: DEVICE_SECRET, root }
  const fetcher = createFetcher(credentials, {
    fetch,
    sign: signRequest,
    newNonce,
    now: () => HOST_NOW,
    sleep: async milliseconds => void slept.push(milliseconds),
    random: () => 1,
    ...parts,
  })
  return { fetcher, slept, server }
}

async function failure(work: Promise<unknown>): Promise<AppError> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(AppError)
  expectNoSecret(error)
  return error as AppError
}

const refusal = (status: number, code: string, more = {}) =>
  Response.json({ error: `Cannot do it: ${code}`, code, ...more }, { status })

test('ask() signs what it sends, with a nonce of its own each time', async () => {
  const seen: Request[] = []
  const { fetcher } = await host(request => {
    seen.push(request)
    return new Response('{}')
  })
  await fetcher.ask({ query: { have: 'x y', root: '1' } })
  await fetcher.ask({ body: { want: [] } })
  const [get, post] = seen
  expect(get?.url).toMatch(/\/api\/distribution\?v=1&have=x\+y&root=1$/)
  expect(get?.headers.get('signature-input')).toMatch(/^kura=\("@method" "@authority" "@path" "@query"\)/)
  expect(post?.method).toBe('POST')
  expect(post?.headers.get('content-digest')).toMatch(/^sha-256=:/)
  const nonces = seen.map(({ headers }) => /nonce="([^"]+)"/.exec(headers.get('signature-input') ?? '')?.[1])
  expect(new Set(nonces).size).toBe(2)
})

test('traffic counts bodies as they were sent, and every request', async () => {
  const { fetcher } = await host(() => new Response('12345'))
  await fetcher.ask({})
  await fetcher.ask({})
  expect(fetcher.traffic).toEqual({ bytes: 10, requests: 2 })
})

test('a compressed body is counted as it was sent and limited as it is read', async () => {
  const { gzipSync } = await import('node:zlib')
  const body = gzipSync('x'.repeat(100_000))
  const headers = { 'content-encoding': 'gzip', 'content-length': String(body.length) }
  const { fetcher } = await host(() => new Response(body, { headers }))
  expect((await fetcher.ask({ limit: 100_000 })).body).toHaveLength(100_000)
  expect(fetcher.traffic.bytes).toBe(body.length)
  expect((await failure(fetcher.ask({ limit: 99_999 }))).code).toBe('remote_answer')
})

describe('a request is sent again', () => {
  test.each([502, 503, 504])(
    'twice after a %i that is not kura’s, with longer and longer waits',
    async status => {
      let calls = 0
      const { fetcher, slept } = await host(
        () => new Response('busy', { status: ++calls < 3 ? status : 200 }),
      )
      expect((await fetcher.ask({})).status).toBe(200)
      expect(slept).toEqual([1000, 2000])
      expect(fetcher.traffic.requests).toBe(3)
    },
  )

  test('twice if the connection breaks, and then no more', async () => {
    const { fetcher, slept } = await host((_request, connection) => {
      connection.cut()
      return new Response('')
    })
    expect((await failure(fetcher.ask({}))).code).toBe('remote_silent')
    expect(slept).toEqual([1000, 2000])
    expect(fetcher.traffic.requests).toBe(3)
  })

  test('not after an answer that was meant', async () => {
    const answers = [
      () => refusal(401, 'key_revoked'),
      () => refusal(403, 'scope_missing'),
      () => refusal(503, 'release_missing'),
      () => new Response('', { status: 404 }),
      () => new Response('', { status: 429 }),
      () => new Response('', { status: 500 }),
    ]
    for (const answer of answers) {
      const { fetcher, slept } = await host(answer)
      await failure(fetcher.ask({}))
      expect(slept).toEqual([])
      expect(fetcher.traffic.requests).toBe(1)
    }
  })
})

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

test('a signal that is aborted ends the request with its reason', async () => {
  const stop = new AbortController()
  const { fetcher } = await host(
    () => {
      stop.abort(new AppError('interrupted', 'Stopped by Ctrl-C'))
      return new Response('{}')
    },
    { signal: stop.signal },
  )
  await expect(fetcher.ask({})).rejects.toMatchObject({ code: 'interrupted' })
})

describe('a question ends after ten minutes', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
  afterEach(() => void vi.useRealTimers())

  test('if its first answer never ends: it is not sent again', async () => {
    const sent = vi.fn<typeof fetch>((_url, init) => {
      return new Promise((_resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(new TypeError('terminated')))
      })
    })
    const { fetcher } = await host(() => new Response(), { fetch: sent, idleTimeout: 1_000_000 })
    const failed = failure(fetcher.ask({}))
    await vi.advanceTimersByTimeAsync(600_000)
    expect(await failed).toMatchObject({ code: 'remote_silent', message: expect.stringContaining('600 s') })
    expect(sent).toHaveBeenCalledTimes(1)
  })

  test('with its repetitions, if each answer breaks off before that', async () => {
    const sent = vi.fn<typeof fetch>((_url, init) => {
      return new Promise((_resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(new TypeError('terminated')))
        setTimeout(() => reject(new TypeError('terminated')), 400_000)
      })
    })
    const { fetcher } = await host(() => new Response(), { fetch: sent, idleTimeout: 1_000_000 })
    const failed = failure(fetcher.ask({}))
    await vi.advanceTimersByTimeAsync(600_000)
    expect(await failed).toMatchObject({ code: 'remote_silent', message: expect.stringContaining('600 s') })
    expect(sent).toHaveBeenCalledTimes(2)
  })

  test('if that is while it waits to send it again', async () => {
    const sent = vi.fn<typeof fetch>((_url, init) => {
      init?.signal?.throwIfAborted()
      return new Promise((_resolve, reject) => setTimeout(() => reject(new TypeError('terminated')), 599_000))
    })
    const sleep = () => new Promise(resolve => setTimeout(resolve, 2_000))
    const { fetcher } = await host(() => new Response(), { fetch: sent, idleTimeout: 1_000_000, sleep })
    const failed = failure(fetcher.ask({}))
    await vi.advanceTimersByTimeAsync(601_000)
    expect(await failed).toMatchObject({ code: 'remote_silent', message: expect.stringContaining('600 s') })
  })

  test('and the next one has ten minutes again', async () => {
    const answers = [500_000, 500_000]
    const sent = vi.fn<typeof fetch>(
      () => new Promise(resolve => setTimeout(() => resolve(new Response('{}')), answers.shift())),
    )
    const { fetcher } = await host(() => new Response(), { fetch: sent, idleTimeout: 1_000_000 })
    for (const _ of [1, 2]) {
      const asked = fetcher.ask({})
      await vi.advanceTimersByTimeAsync(500_000)
      expect(await asked).toMatchObject({ status: 200 })
    }
  })
})
