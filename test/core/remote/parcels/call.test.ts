/**
 * A new remote needs only one folder, like this one, with its calls and its error words; `lib/core/remote/` does the
 * rest.
 */
import { describe, expect, test } from 'vitest'
import { effectOf } from '../../../../lib/core/remote/effect.ts'
import { fixedSession } from '../../../../lib/core/remote/remote.ts'
import { UNREACHABLE } from '../../../helpers/http/unreachable.ts'
import { parcelCall, registerSenderCall, sendParcelCall } from './calls.ts'
import { cut, failureOf, PARCEL, serve, TOKEN } from './world.ts'

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
