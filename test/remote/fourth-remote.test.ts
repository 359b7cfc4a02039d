/** A fourth remote costs one folder: `parcels/` has its calls and its error words, and everything else is `lib/remote/`. */
import { describe, expect, onTestFinished, test } from 'vitest'
import type { AppError } from '../../lib/errors.ts'
import { type FetchHandler, listen } from '../../lib/http/listen.ts'
import type { RemoteCall } from '../../lib/http/trace.ts'
import { effectOf } from '../../lib/remote/effect.ts'
import type { RemoteProfile } from '../../lib/remote/profile.ts'
import { createRemote, fixedSession, type RemoteSession } from '../../lib/remote/remote.ts'
import { UNREACHABLE } from '../helpers/http/unreachable.ts'
import { labelCall, parcelCall, pickUpCall, registerSenderCall, sendParcelCall } from './parcels/calls.ts'
import { PROFILE } from './parcels/profile.ts'

const TOKEN = 'the-secret-token'
const PARCEL = { parcel: { id: 'p1', state: 'on its way', weight: 3 } }

interface Options {
  readonly profile?: Partial<RemoteProfile>
  readonly session?: (baseUrl: string) => RemoteSession
}

/** A remote whose service answers as the test says; the server is closed when the test ends. */
async function serve(handler: FetchHandler, { profile, session }: Options = {}) {
  const requests: string[] = []
  const server = await listen((request, connection) => {
    requests.push(`${request.method} ${new URL(request.url).pathname}`)
    return handler(request, connection)
  })
  onTestFinished(() => server.close())
  const baseUrl = `${server.url}/v3`
  const calls: RemoteCall[] = []
  const waits: number[] = []
  const remote = createRemote(
    { ...PROFILE, ...profile },
    session?.(baseUrl) ?? fixedSession({ baseUrl, token: TOKEN, query: { account: 'kura' } }),
    {
      fetch,
      clock: () => 0,
      sleep: async milliseconds => void waits.push(milliseconds),
      random: () => 1,
      observe: call => calls.push(call),
    },
  )
  return { ...remote, requests, calls, waits }
}

const failureOf = (reply: Promise<unknown>): Promise<AppError> =>
  reply.then(
    () => {
      throw new Error('it succeeded')
    },
    (error: AppError) => error,
  )

const cut: FetchHandler = (_request, connection) => {
  connection.cut()
  return new Response()
}

describe('a call', () => {
  test('carries the address, the access and the body, and gives the reply in our words', async () => {
    const seen: unknown[] = []
    const { call } = await serve(async request => {
      const { pathname, search } = new URL(request.url)
      seen.push([
        request.method,
        pathname + search,
        request.headers.get('authorization'),
        await request.text(),
      ])
      return Response.json(PARCEL, { status: 201 })
    })
    expect(await call(parcelCall('p 1'))).toEqual({ id: 'p1', state: 'on its way' })
    expect(await call(sendParcelCall('Tokyo'))).toEqual({ id: 'p1', state: 'on its way' })
    await call(registerSenderCall('kura'))
    const bearer = `Bearer ${TOKEN}`
    expect(seen).toEqual([
      ['GET', '/v3/parcels/p%201?fields=id%2Cstate&account=kura', bearer, ''],
      ['POST', '/v3/parcels?account=kura', bearer, '{"to":"Tokyo"}'],
      ['PUT', '/v3/senders/kura?account=kura', bearer, 'name=kura'],
    ])
  })

  test('leaves its status and the request id in the trace, one line for each attempt', async () => {
    let asked = 0
    const { call, calls } = await serve(() =>
      Response.json(PARCEL, {
        status: ++asked < 2 ? 503 : 200,
        headers: { 'x-parcel-request': `r${asked}` },
      }),
    )
    await call(parcelCall('p1'))
    const line = { remote: 'parcels', method: 'GET', path: '/v3/parcels/p1', milliseconds: 0 }
    expect(calls).toEqual([
      { ...line, status: 503, requestId: 'r1' },
      { ...line, status: 200, requestId: 'r2' },
    ])
  })

  test('that the service did not get is traced as unreachable', async () => {
    const { call, calls } = await serve(cut)
    await failureOf(call(sendParcelCall('Tokyo')))
    expect(calls).toMatchObject([{ status: 'unreachable' }])
  })
})

describe('each class of errors', () => {
  const rows = [
    {
      name: 'a refusal that the service has a code for',
      status: 422,
      body: { problem: 'address_unknown', explanation: 'Hanako is not there' },
      want: {
        code: 'remote_refused',
        status: 422,
        hint: 'check the address; the service says: Hanako is not there',
        details: { upstream: 422, codes: ['address_unknown'], messages: ['Hanako is not there'] },
      },
      effect: 'none',
    },
    {
      name: 'a missing permission',
      status: 403,
      body: {},
      want: { code: 'permission_missing', status: 403, hint: 'ask the parcel service for access' },
      effect: 'none',
    },
    {
      name: 'too many calls',
      status: 429,
      body: { seconds: 30 },
      want: { code: 'limited', status: 429, details: { upstream: 429, retryAfter: '30' } },
      effect: 'none',
    },
    {
      name: 'a bad token',
      status: 401,
      body: {},
      want: { code: 'remote_refused', status: 401 },
      effect: 'none',
    },
    {
      name: 'nothing there',
      status: 404,
      body: { problem: 'no_such_town' },
      want: { code: 'remote_refused' },
      effect: 'none',
    },
    {
      name: 'a page of something in between',
      status: 404,
      body: 'x',
      want: { code: 'remote_answer', status: 404 },
      effect: 'unknown',
    },
    {
      name: 'a time-out of the service',
      status: 408,
      body: {},
      want: { code: 'remote_answer' },
      effect: 'unknown',
    },
    {
      name: 'a fault of the service',
      status: 500,
      body: {},
      want: { code: 'remote_answer' },
      effect: 'unknown',
    },
    {
      name: 'a fault of the service that carries the code of a refusal',
      status: 500,
      body: { problem: 'address_unknown' },
      want: { code: 'remote_answer', hint: undefined },
      effect: 'unknown',
    },
    {
      name: 'a redirect, which is not followed',
      status: 302,
      body: {},
      want: { code: 'remote_answer', status: 502 },
      effect: 'unknown',
    },
    {
      name: 'a success of another shape',
      status: 200,
      body: { parcel: 'secret' },
      want: {
        code: 'remote_answer',
        message: 'Cannot read the reply to POST "/parcels": the parcel service sent another shape',
      },
      effect: 'unknown',
    },
  ]
  test.each(rows)('$name', async ({ status, body, want, effect }) => {
    const { call, requests } = await serve(() =>
      Response.json(body, { status, headers: { 'x-parcel-request': 'r1' } }),
    )
    const error = await failureOf(call(sendParcelCall('Tokyo')))
    const details = { requestId: 'r1', ...('details' in want && want.details) }
    expect(error).toMatchObject({ ...want, details })
    expect(effectOf(error)).toBe(effect)
    expect(requests).toHaveLength(1)
  })

  test('the message has the call, the status, the code and our reason, and no sentence of the service', async () => {
    const body = { problem: 'address_unknown', explanation: 'Hanako is not there' }
    const { call } = await serve(() => Response.json(body, { status: 422 }))
    expect((await failureOf(call(sendParcelCall('Tokyo')))).message).toBe(
      'Cannot POST "/parcels": the parcel service answered 422 address_unknown: nobody lives there',
    )
  })

  test('a service that nothing listens for got nothing', async () => {
    const { call } = await serve(() => new Response(), {
      session: () => fixedSession({ baseUrl: UNREACHABLE, token: TOKEN }),
    })
    const error = await failureOf(call(sendParcelCall('Tokyo')))
    expect(error.code).toBe('remote_unreachable')
    expect(effectOf(error)).toBe('none')
  })

  test('a profile may keep the status to itself, and say what explains a refusal', async () => {
    const profile = { passesStatus: false, readErrorBody: () => ({ isExplained: true }) }
    const { call } = await serve(() => Response.json({}, { status: 400 }), { profile })
    const error = await failureOf(call(sendParcelCall('Tokyo')))
    expect(error).toMatchObject({ code: 'remote_refused', status: undefined })
  })
})

describe('what is sent again', () => {
  const passing: { name: string; fault: FetchHandler }[] = [
    ...[502, 503, 504].map(status => ({ name: `a ${status}`, fault: () => new Response('', { status }) })),
    { name: 'a cut connection', fault: cut },
  ]

  test.each(passing)('a read after $name, up to three times', async ({ fault }) => {
    const { call, requests, waits } = await serve((request, connection) =>
      requests.length < 3 ? fault(request, connection) : Response.json(PARCEL),
    )
    expect(await call(parcelCall('p1'))).toMatchObject({ id: 'p1' })
    expect(requests).toHaveLength(3)
    expect(waits).toEqual([400, 800])
  })

  test.each(passing)('a read fails if $name comes for the third time', async ({ fault }) => {
    const { call, requests } = await serve(fault)
    await expect(call(parcelCall('p1'))).rejects.toMatchObject({
      code: expect.stringMatching(/^remote_(answer|silent)$/),
    })
    expect(requests).toHaveLength(3)
  })

  test('a read after a service that cannot be reached', async () => {
    const { call, calls } = await serve(() => new Response(), {
      session: () => fixedSession({ baseUrl: UNREACHABLE, token: TOKEN }),
    })
    await expect(call(parcelCall('p1'))).rejects.toMatchObject({ code: 'remote_unreachable' })
    expect(calls).toHaveLength(3)
  })

  test.each(passing)(
    'an act is sent once, also after $name, and its effect is unknown',
    async ({ fault }) => {
      for (const act of [sendParcelCall('Tokyo'), pickUpCall()]) {
        const { call, requests } = await serve(fault)
        expect(effectOf(await failureOf(call(act)))).toBe('unknown')
        expect(requests).toHaveLength(1)
      }
    },
  )

  test('an act that the table calls repeatable', async () => {
    const { call, requests } = await serve(() =>
      requests.length < 2 ? new Response('', { status: 503 }) : new Response(null, { status: 204 }),
    )
    await call(registerSenderCall('kura'))
    expect(requests).toHaveLength(2)
  })

  test.each([400, 404, 429, 500])('no read after a %d', async status => {
    const { call, requests } = await serve(() => new Response('', { status }))
    await failureOf(call(parcelCall('p1')))
    expect(requests).toHaveLength(1)
  })
})

/** Milliseconds for a test in which a call must end long before its usual time. */
const SOON = 10_000

describe('limits', () => {
  test.each([
    { name: 'announced', reply: () => new Response('x'.repeat(1001)) },
    { name: 'streamed', reply: () => new Response(new Blob(['x'.repeat(1001)]).stream()) },
  ])('a body over the limit, $name, is not read', async ({ reply }) => {
    const { call, requests } = await serve(reply)
    await expect(call(parcelCall('p1'))).rejects.toMatchObject({
      code: 'remote_answer',
      message: expect.stringContaining('over 1000 bytes'),
    })
    expect(requests).toHaveLength(1)
  })

  test('a call ends when its time is over', { timeout: SOON }, async () => {
    const { call } = await serve(() => new Promise(() => undefined))
    const error = await failureOf(call({ ...sendParcelCall('Tokyo'), timeout: 20 }))
    expect(error.code).toBe('remote_silent')
    expect(effectOf(error)).toBe('unknown')
  })

  test('reads and acts have the times of the profile', { timeout: SOON }, async () => {
    const profile = { timeouts: { read: 60_000, act: 20 } }
    const { call } = await serve(
      ({ method }) => (method === 'GET' ? Response.json(PARCEL) : new Promise(() => undefined)),
      { profile },
    )
    await expect(call(sendParcelCall('Tokyo'))).rejects.toMatchObject({ code: 'remote_silent' })
    expect(await call(parcelCall('p1'))).toMatchObject({ id: 'p1' })
  })
})

test.each([
  { name: 'a message', body: { problem: 'denied', explanation: `Bearer ${TOKEN} is bad` } },
  { name: 'a message that holds it behind its cut', body: { explanation: `${'x'.repeat(495)}${TOKEN}` } },
  { name: 'a code', body: { problem: TOKEN } },
  { name: 'a header', body: {}, headers: { 'x-parcel-request': TOKEN, 'retry-after': TOKEN } },
  { name: 'a header of a success', body: {}, status: 200, headers: { 'x-parcel-request': TOKEN } },
  { name: 'a body of another shape', body: { parcel: TOKEN }, status: 200 },
])('$name that repeats the token goes no further', async ({ body, status = 400, headers = {} }) => {
  const { call } = await serve(() => Response.json(body, { status, headers: new Headers(headers) }))
  const { message, hint, details, cause } = await failureOf(call(parcelCall('p1')))
  const shown = JSON.stringify([message, hint, details, cause, String(cause)])
  expect(shown).toContain('the parcel service')
  expect(shown).not.toContain(TOKEN.slice(0, 5))
})

describe('a session', () => {
  /** Gives the tokens in their order, one after each 401. */
  const sessionOf =
    (...tokens: string[]) =>
    (baseUrl: string): RemoteSession => {
      let given = 0
      const access = () => ({ baseUrl, token: tokens[given] ?? '' })
      return {
        access: async () => access(),
        async retry({ reply }) {
          if (reply.status !== 401 || given + 1 >= tokens.length) return undefined
          given += 1
          return access()
        },
      }
    }
  const byToken: FetchHandler = request =>
    request.headers.get('authorization') === 'Bearer good'
      ? Response.json(PARCEL)
      : Response.json({ explanation: request.headers.get('authorization') }, { status: 401 })

  test('decides from a reply whether the call is sent again, and with which token', async () => {
    const { call, requests } = await serve(byToken, { session: sessionOf('old', 'good') })
    expect(await call(sendParcelCall('Tokyo'))).toMatchObject({ id: 'p1' })
    expect(requests).toHaveLength(2)
  })

  test('ends the attempts; the error leaves out the token of the last one', async () => {
    const { call, requests } = await serve(byToken, { session: sessionOf('old', 'older') })
    const error = await failureOf(call(sendParcelCall('Tokyo')))
    expect(error).toMatchObject({ status: 401, hint: undefined })
    expect(requests).toHaveLength(2)
  })

  test('has a call checked after every wait, and each time before it is sent', async () => {
    const steps: string[] = []
    const waiting = (baseUrl: string): RemoteSession => ({
      async access() {
        steps.push('waits for a token')
        return { baseUrl, token: 'old' }
      },
      async retry({ count }) {
        steps.push('waits for a limit')
        return count === 1 ? { baseUrl, token: 'good' } : undefined
      },
    })
    const before = async () => void steps.push('is checked')
    const sent: FetchHandler = (...exchange) => {
      steps.push('is sent')
      return byToken(...exchange)
    }
    const { call } = await serve(sent, { session: waiting })
    await call({ ...sendParcelCall('Tokyo'), before })
    expect(steps).toEqual([
      'waits for a token',
      'is checked',
      'is sent',
      'waits for a limit',
      'is checked',
      'is sent',
      'waits for a limit',
    ])
  })

  test('sends nothing that its last check refuses', async () => {
    const { call, requests } = await serve(byToken, { session: sessionOf('good') })
    const refused = new Error('the claim is not held')
    const before = () => Promise.reject(refused)
    await expect(call({ ...sendParcelCall('Tokyo'), before })).rejects.toBe(refused)
    expect(requests).toEqual([])
  })

  test('is asked for a file too', async () => {
    const { open } = await serve(byToken, { session: sessionOf('old', 'good') })
    expect(await (await open(labelCall('p1'))).json()).toEqual(PARCEL)
  })
})

describe('open(), relay() and send()', () => {
  test('open() gives the file as it comes, whatever its size', async () => {
    const { open } = await serve(() => new Response('x'.repeat(5000)))
    expect(await (await open(labelCall('p1'))).text()).toHaveLength(5000)
  })

  test.each([
    { status: 404, want: { code: 'remote_refused', status: 404 } },
    { status: 202, want: { code: 'remote_answer' } },
  ])('open() of a file that is not there: $status', async ({ status, want }) => {
    const { open, requests } = await serve(() => Response.json({}, { status }))
    await expect(open(labelCall('p1'))).rejects.toMatchObject(want)
    expect(requests).toHaveLength(1)
  })

  test('relay() gives a success as it is, and throws what is none', async () => {
    const replies = [
      Response.json('odd', { status: 202 }),
      new Response(null, { status: 204 }),
      Response.json({}, { status: 404 }),
      new Response('<html>'),
    ]
    const { relay } = await serve(() => replies.shift() ?? new Response())
    expect(await relay(parcelCall('p1'))).toMatchObject({ status: 202, body: 'odd' })
    expect(await relay(parcelCall('p1'))).toMatchObject({ status: 204, body: undefined })
    await expect(relay(parcelCall('p1'))).rejects.toMatchObject({ code: 'remote_refused' })
    await expect(relay(parcelCall('p1'))).rejects.toMatchObject({ code: 'remote_answer' })
  })

  test('send() gives every reply', async () => {
    const { send } = await serve(() => Response.json({ problem: 'x' }, { status: 404 }))
    expect(await send(parcelCall('p1'))).toMatchObject({ status: 404, body: { problem: 'x' } })
  })
})
