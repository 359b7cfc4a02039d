import { describe, expect, test } from 'vitest'
import { textOf } from '../../../../lib/core/language/text.ts'
import { effectOf } from '../../../../lib/core/remote/effect.ts'
import { errorFromResponse } from '../../../../lib/core/remote/error-from-response.ts'
import { PROFILE } from '../../../../lib/services/accounting/remote/client.ts'
import { errorCodes } from '../../../../lib/services/accounting/remote/errors.ts'
import { anyReply } from '../../../../lib/services/accounting/remote/schema.ts'

const call = { method: 'POST', path: '/deals', reply: anyReply } as const
const TOKEN = 'the-access-token'
const JAPANESE = { language: 'ja', timezone: 'Asia/Tokyo' } as const
const errorOf = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  errorFromResponse(call, { reply: { status, body, headers: new Headers(headers) }, token: TOKEN }, PROFILE)

const listed = (...messages: string[]) => ({
  status_code: 400,
  errors: [
    { type: 'status', messages: ['不正なリクエストです。'] },
    { type: 'validation', messages },
  ],
})

describe('errorFromResponse() with the words of the accounting service', () => {
  const rows = [
    { name: '400', status: 400, body: listed('issue_date が不正です。'), want: 'remote_refused' },
    { name: '404', status: 404, body: listed(), want: 'remote_refused' },
    {
      name: '401 of an expired token',
      status: 401,
      body: { code: 'expired_access_token' },
      want: 'remote_refused',
    },
    {
      name: '401 of a user without the permission',
      status: 401,
      body: { codes: ['user_do_not_have_permission'] },
      want: 'permission_missing',
    },
    {
      name: '401 that wants a new authorization',
      status: 401,
      body: { code: 're_authorization_required' },
      want: 'reauthorize',
    },
    {
      name: '401 whose other members are null, or of another type',
      status: 401,
      body: { message: null, messages: 7, codes: null, errors: null, code: 're_authorization_required' },
      want: 'reauthorize',
    },
    {
      name: '401 with one code that is no list',
      status: 401,
      body: { code: null, codes: 'user_do_not_have_permission' },
      want: 'permission_missing',
    },
    {
      name: '401 of a name of every object',
      status: 401,
      body: { code: 'toString' },
      want: 'remote_refused',
    },
    {
      name: '401 whose message alone speaks of a permission',
      status: 401,
      body: { message: 'アクセスする権限がありません' },
      want: 'remote_refused',
    },
    {
      name: '403 whose message names the access right',
      status: 403,
      body: { message: 'アプリケーションにアクセス権がありません' },
      want: 'permission_missing',
    },
    {
      name: '403 whose code names a permission',
      status: 403,
      body: { message: '…', codes: ['application_do_not_have_permission'] },
      want: 'permission_missing',
    },
    { name: '403 that says nothing of it', status: 403, body: { message: 'Forbidden' }, want: 'limited' },
    { name: '403 without a body', status: 403, body: undefined, want: 'limited' },
    { name: '429', status: 429, body: { message: 'Too Many Requests' }, want: 'limited' },
    { name: '500', status: 500, body: listed(), want: 'remote_answer' },
    { name: '503 without a body', status: 503, body: undefined, want: 'remote_answer' },
    { name: '408, which may have had its effect', status: 408, body: undefined, want: 'remote_answer' },
  ]
  test.each(rows)('$name is $want, with its status', ({ status, body, want }) => {
    expect(errorOf(status, body)).toMatchObject({ code: want, status, details: { upstream: status } })
  })

  const SAYS = 'ご利用中のプランでは、これ以上登録できません。'
  const codes = [
    {
      code: 'expired_access_token',
      want: 'remote_refused',
      en: 'refuses this endpoint',
      ja: '拒否されています',
    },
    {
      code: 'invalid_access_token',
      want: 'remote_refused',
      en: 'refuses this endpoint',
      ja: '拒否されています',
    },
    { code: 're_authorization_required', want: 'reauthorize', en: 'has ended', ja: '認可のやり直し' },
    {
      code: 'user_do_not_have_permission',
      want: 'permission_missing',
      en: 'the user may not',
      ja: 'ユーザーに権限',
    },
    {
      code: 'application_do_not_have_permission',
      want: 'permission_missing',
      en: 'the application may not',
      ja: 'アプリに権限',
    },
    { code: 'company_not_found', want: 'remote_refused', en: 'does not exist', ja: '所属していません' },
    { code: 'freee_plan_limit', want: 'remote_refused', en: 'is used up', ja: '上限に達しています' },
    { code: 'receipt_plan_limit', want: 'limited', en: 'is used up', ja: '上限に達しています' },
    {
      code: 'source_ip_address_limit',
      want: 'permission_missing',
      en: 'IP addresses',
      ja: '接続元のアドレス',
    },
  ]
  test.each(codes)(
    '401 and 403 $code have words in both languages, and the service’s',
    ({ code, want, en, ja }) => {
      for (const status of [401, 403]) {
        const error = errorOf(status, { code, message: SAYS })
        const isPause = status === 403 && code.endsWith('_plan_limit')
        expect(error?.code).toBe(isPause ? 'limited' : want)
        expect(error?.message).toContain(en)
        expect(error?.hint).toContain(`; the service says: ${SAYS}`)
        const japanese = [error?.phrase, error?.hintPhrase].map(said => said && textOf(said, JAPANESE))
        expect(japanese[0]).toContain(ja)
        expect(japanese[1]).toBe(`サービスの説明：${SAYS}`)
      }
    },
  )

  test('a limit names its endpoint without ids', () => {
    expect(errorOf(429, undefined)?.details).toMatchObject({ endpoint: 'POST /deals' })
  })

  test('a redirect is no answer and does not pass as one', () => {
    expect(errorOf(302, undefined)).toMatchObject({ code: 'remote_answer', status: 502 })
  })

  test.each([200, 201, 202, 204])('%d is a success', status => {
    expect(errorOf(status, {})).toBeUndefined()
  })

  test('gathers the messages of every shape, and the request id', () => {
    const error = errorOf(400, listed('甲', '乙'), { 'x-freee-request-id': 'id-1' })
    expect(error?.details).toEqual({
      upstream: 400,
      messages: ['不正なリクエストです。', '甲', '乙'],
      requestId: 'id-1',
    })
    expect(error?.hint).toBe('the service says: 不正なリクエストです。 / 甲 / 乙')
    expect(errorOf(401, { message: '一', codes: ['a', 'b'] })?.details).toMatchObject({
      messages: ['一'],
      codes: ['a', 'b'],
    })
    expect(errorOf(403, { messages: '一つの文' })?.details).toMatchObject({ messages: ['一つの文'] })
  })

  test('keeps the service’s words out of the message, which is logged', () => {
    expect(errorOf(400, listed('髙﨑 花子様'))?.message).toBe(
      'Cannot POST "/deals": the accounting service answered 400',
    )
  })

  test('leaves out a message that repeats the token', () => {
    const error = errorOf(400, listed(`Bearer ${TOKEN}`))
    expect(JSON.stringify([error, error?.message, error?.hint])).not.toContain(TOKEN)
  })

  test('a missing permission says that scopes added later need a new authorization', () => {
    expect(errorOf(403, { message: 'no permission' })?.hint).toMatch(
      /does not gain scopes that are added later: press "Authorize the books" .*kura accounting authorize/,
    )
  })

  test('an excess says when to try again', () => {
    const error = errorOf(429, undefined, { 'x-ratelimit-reset': '2026-06-15T12:10:00+09:00' })
    expect(error?.hint).toMatch(/try again after ten minutes/)
    expect(error?.details).toMatchObject({ retryAfter: '2026-06-15T12:10:00+09:00' })
  })

  test('a body of no known shape says nothing', () => {
    for (const body of ['text', 7, null, [], { errors: 'x' }, { code: 5 }])
      expect(errorOf(400, body)).toMatchObject({ code: 'remote_answer' })
  })

  test('a long list is cut', () => {
    const { messages } = errorOf(400, listed(...Array(100).fill('あ'.repeat(900))))?.details ?? {}
    expect(messages).toHaveLength(20)
    expect(JSON.stringify(messages).length).toBeLessThan(11_000)
  })
})

test.each([
  { name: 'that says why', body: { message: 'x' }, none: [400, 401, 403, 404, 429] },
  { name: 'that says nothing', body: {}, none: [401, 403, 429] },
  { name: 'of a proxy', body: undefined, none: [401, 403, 429] },
])('a 4xx $name leaves the books as they were, another reply may not', ({ body, none }) => {
  const statuses = [302, 400, 401, 403, 404, 408, 409, 425, 429, 499, 500, 503]
  expect(statuses.filter(status => effectOf(errorOf(status, body)) === 'none')).toEqual(none)
})

test('errorCodes() reads a code and a list of codes', () => {
  expect(errorCodes({ code: 'a' })).toEqual(['a'])
  expect(errorCodes({ codes: ['a', 'b'] })).toEqual(['a', 'b'])
  expect(errorCodes({ message: 'm' })).toEqual([])
  expect(errorCodes(undefined)).toEqual([])
})
