import { describe, expect, test } from 'vitest'
import { effectOf } from '../../../../lib/core/remote/effect.ts'
import { errorFromResponse } from '../../../../lib/core/remote/error-from-response.ts'
import { channelCall, postMessageCall } from '../../../../lib/services/chat/remote/calls.ts'
import { PROFILE, refusalOf } from '../../../../lib/services/chat/remote/errors.ts'

const errorOf = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  errorFromResponse(
    channelCall('9'),
    { reply: { status, body, headers: new Headers(headers) }, token: 'bot-token' },
    PROFILE,
  )

describe('errorFromResponse() with the words of the chat platform', () => {
  const rows = [
    { name: 'no access', status: 403, platform: 50001, want: 'remote_refused' },
    { name: 'a permission that is missing', status: 403, platform: 50013, want: 'permission_missing' },
    { name: 'direct messages opened too fast', status: 400, platform: 40003, want: 'limited' },
    { name: 'a rate limit', status: 429, platform: 0, want: 'limited' },
    { name: 'a rate limit with the code of a permission', status: 429, platform: 50013, want: 'limited' },
    { name: 'a token that is not valid', status: 401, platform: 0, want: 'remote_refused' },
    { name: 'a channel that is not there', status: 404, platform: 10003, want: 'remote_refused' },
  ]
  test.each(rows)('$name is $want, a refusal without effect', ({ status, platform, want }) => {
    const error = errorOf(status, { code: platform, message: 'Hanako' }, { 'retry-after': '5' })
    expect(error).toMatchObject({ code: want, status: undefined, hint: undefined })
    expect(error?.details).toEqual({ upstream: status, platform })
    expect(refusalOf(error)).toEqual({ status, code: platform })
    expect(effectOf(error)).toBe('none')
  })

  const invalid = (errors: unknown) => errorOf(400, { code: 50035, message: 'Invalid Form Body', errors })
  const refusedFields = [
    {
      name: 'a forbidden word in a name',
      errors: { name: { _errors: [{ code: 'CONTAINS_FORBIDDEN_WORD', message: 'Contains "Hanako"' }] } },
      fields: ['name: CONTAINS_FORBIDDEN_WORD'],
      hint: /^give the delivery another name/,
    },
    {
      name: 'a text that is too long',
      errors: { content: { _errors: [{ code: 'BASE_TYPE_MAX_LENGTH', message: 'x' }] } },
      fields: ['content: BASE_TYPE_MAX_LENGTH'],
      hint: /^change the text, or shorten it/,
    },
    {
      name: 'a member of a list',
      errors: { permission_overwrites: { 0: { id: { _errors: [{ code: 'NUMBER_TYPE_COERCE' }] } } } },
      fields: ['permission_overwrites.0.id: NUMBER_TYPE_COERCE'],
      hint: /^name other people/,
    },
    {
      name: 'the whole body',
      errors: { _errors: [{ code: 'BASE_TYPE_REQUIRED' }] },
      fields: ['body: BASE_TYPE_REQUIRED'],
      hint: /^change what these members hold/,
    },
    {
      name: 'a path that quotes a text',
      errors: { 'Hanako Sato': { _errors: [{ code: 'X' }] } },
      fields: undefined,
    },
    { name: 'another form', errors: ['x'], fields: undefined },
  ]
  test.each(refusedFields)('50035 names $name, and what to do', ({ errors, fields, hint }) => {
    const error = invalid(errors)
    expect(error?.details['fields']).toEqual(fields)
    expect(JSON.stringify([error?.message, error?.hint, error?.details])).not.toContain('Hanako')
    if (fields === undefined) return
    expect(error?.message).toContain(`the platform refuses ${fields[0]};`)
    expect(error?.hint).toMatch(hint ?? /./)
    expect(refusalOf(error)).toEqual({ status: 400, code: 50035, fields })
  })

  test.each([
    10003, 10004, 10007, 10008, 10013, 40003, 40333, 50001, 50007, 50008, 50013, 50035, 50083, 50278,
  ])('the code %d has words', platform => {
    expect(errorOf(400, { code: platform })?.message).not.toContain('answered 400: refused')
  })

  /** Replies, with the statuses at which they mean that the message was not sent. */
  const acts = [
    { name: 'with a code of the platform', body: { code: 50035 }, none: [400, 401, 403, 404, 429] },
    { name: 'with the code of no reason', body: { code: 0 }, none: [401, 403, 429] },
    { name: 'with another body', body: { error: 'x' }, none: [401, 403, 429] },
    { name: 'of something in between', body: undefined, none: [401, 403, 429] },
  ]
  test.each(acts)('a reply to a message $name', ({ body, none }) => {
    const effect = (status: number) => {
      const answered = { reply: { status, body, headers: new Headers() }, token: 'bot-token' }
      return effectOf(
        errorFromResponse(postMessageCall('9', { content: 'x', nonce: 'n' }), answered, PROFILE),
      )
    }
    const statuses = [302, 400, 401, 403, 404, 408, 409, 425, 429, 499, 500, 503]
    expect(statuses.filter(status => effect(status) === 'none')).toEqual(none)
  })

  test.each([500, 502, 503])('a %d is no refusal, whatever its body says', status => {
    const error = errorOf(status, { code: 50013 })
    expect(error).toMatchObject({ code: 'remote_answer', details: { upstream: status, platform: 50013 } })
    expect(refusalOf(error)).toBeUndefined()
    expect(effectOf(error)).toBe('unknown')
  })

  test('the message has the reason in our words, and nothing that the platform wrote', () => {
    expect(errorOf(403, { code: 50001, message: 'Hanako' })?.message).toBe(
      'Cannot GET "/channels/9": the chat platform answered 403: the bot has no access (code 50001)',
    )
    expect(errorOf(401, 'Hanako')?.message).toBe(
      'Cannot GET "/channels/9": the chat platform answered 401: the token is not valid',
    )
  })
})
