/** The error for a reply, from the reply alone: the tests make a `new Response(…)` and need no server. */
import { describe, expect, test } from 'vitest'
import type { AppError } from '../../../lib/core/errors.ts'
import { errorFromResponse, isCode, parseReply } from '../../../lib/core/remote/error-from-response.ts'
import { type JsonReply, readJson } from '../../../lib/core/remote/fetch-json.ts'
import type { RemoteProfile } from '../../../lib/core/remote/profile.ts'
import { parcelCall, sendParcelCall } from './parcels/calls.ts'
import { PROFILE } from './parcels/profile.ts'

const TOKEN = 'the-secret-token'

const replyOf = (response: Response): Promise<JsonReply> =>
  readJson({ remote: 'parcels', method: 'GET', url: new URL('http://parcels.test/') }, response)

async function errorOf(
  response: Response,
  profile: Partial<RemoteProfile> = {},
): Promise<AppError | undefined> {
  const answered = { reply: await replyOf(response), token: TOKEN }
  return errorFromResponse(sendParcelCall('Tokyo'), answered, { ...PROFILE, ...profile })
}

describe('errorFromResponse()', () => {
  test.each([200, 201, 202, 204])('%d is a success', async status => {
    expect(await errorOf(new Response(null, { status }))).toBeUndefined()
  })

  test.each([
    { status: 302, want: ['remote_answer', 502] },
    { status: 400, want: ['remote_answer', 400] },
    { status: 401, want: ['remote_refused', 401] },
    { status: 408, want: ['remote_answer', 408] },
    { status: 429, want: ['limited', 429] },
    { status: 499, want: ['remote_answer', 499] },
    { status: 500, want: ['remote_answer', 500] },
    { status: 599, want: ['remote_answer', 599] },
  ])('$status, of which the profile has no words, is $want', async ({ status, want }) => {
    const error = await errorOf(new Response('<html>', { status }))
    expect([error?.code, error?.status]).toEqual(want)
    expect(error?.details).toEqual({ upstream: status })
    expect(error?.message).toBe(`Cannot POST "/parcels": the parcel service answered ${status}`)
  })

  test('when to try again: the first header that is there, else the body', async () => {
    const retryAfterHeaders = ['retry-after', 'x-reset']
    const wait = async (headers: Record<string, string>) => {
      const response = Response.json({ seconds: 30 }, { status: 429, headers })
      return (await errorOf(response, { retryAfterHeaders }))?.details['retryAfter']
    }
    expect(await wait({ 'x-reset': '20', 'retry-after': '10' })).toBe('10')
    expect(await wait({ 'x-reset': '20' })).toBe('20')
    expect(await wait({})).toBe('30')
  })

  test('details of the remote’s own stand beside the common ones', async () => {
    const readErrorBody = () => ({ details: { platform: 50013 } })
    const error = await errorOf(new Response('', { status: 403 }), { readErrorBody })
    expect(error?.details).toEqual({ upstream: 403, platform: 50013 })
  })

  test('codes and messages are cut', async () => {
    const codes = Array.from({ length: 50 }, (_, index) => `code-${index}`)
    const messages = Array.from({ length: 50 }, () => 'あ'.repeat(900))
    const readErrorBody = () => ({ codes, messages })
    const { details } = (await errorOf(new Response('', { status: 400 }), { readErrorBody })) ?? {}
    expect(details?.['codes']).toHaveLength(20)
    expect(details?.['messages']).toEqual(Array(20).fill('あ'.repeat(500)))
  })

  test('a word that does not read like a code is left out', async () => {
    const readErrorBody = () => ({ codes: ['hanako@x.example', 'denied'] })
    const error = await errorOf(new Response('', { status: 400 }), { readErrorBody })
    expect(error?.details['codes']).toEqual(['denied'])
    expect(error?.message).not.toContain('hanako')
  })
})

describe('parseReply()', () => {
  test('gives what the schema makes of the body', async () => {
    const reply = await replyOf(Response.json({ parcel: { id: 'p1', state: 'sent' } }))
    expect(parseReply(parcelCall('p1'), { reply, token: TOKEN }, PROFILE)).toEqual({
      id: 'p1',
      state: 'sent',
    })
  })

  test.each(['', 'not json', '{"parcel":{"id":5}}'])('refuses %j, with the request id', async text => {
    const headers = { 'x-parcel-request': 'r1', 'retry-after': '5' }
    const reply = await replyOf(new Response(text, { headers }))
    expect(() => parseReply(parcelCall('p1'), { reply, token: TOKEN }, PROFILE)).toThrow(
      expect.objectContaining({
        code: 'remote_answer',
        message: 'Cannot read the reply to GET "/parcels/p1": the parcel service sent another shape',
        details: { requestId: 'r1', retryAfter: '5' },
      }),
    )
  })
})

test.each([
  { text: 'expired_access_token', want: true },
  { text: 'a', want: true },
  { text: '', want: false },
  { text: '50013', want: false },
  { text: 'two words', want: false },
  { text: `c${'o'.repeat(60)}`, want: false },
])('isCode($text) is $want', ({ text, want }) => expect(isCode(text)).toBe(want))
