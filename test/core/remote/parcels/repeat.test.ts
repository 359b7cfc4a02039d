/** The calls that are sent again, and those that are not. */
import { describe, expect, test } from 'vitest'
import { effectOf } from '../../../../lib/core/remote/effect.ts'
import { fixedSession } from '../../../../lib/core/remote/remote.ts'
import type { FetchHandler } from '../../../../sandbox/listen.ts'
import { UNREACHABLE } from '../../../helpers/http/unreachable.ts'
import { parcelCall, pickUpCall, registerSenderCall, sendParcelCall } from './calls.ts'
import { cut, failureOf, PARCEL, serve, TOKEN } from './world.ts'

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
