/** The limits of a call, the decisions of a session, and replies that are not JSON. */
import { describe, expect, test } from 'vitest'
import { effectOf } from '../../../../lib/core/remote/effect.ts'
import type { RemoteSession } from '../../../../lib/core/remote/remote.ts'
import type { FetchHandler } from '../../../../sandbox/listen.ts'
import { labelCall, parcelCall, sendParcelCall } from './calls.ts'
import { failureOf, PARCEL, serve, TOKEN } from './world.ts'

/** Milliseconds in which a call of the test must end, long before its usual time-out. */
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
  /** Returns the tokens in order, the next one after each 401. */
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
