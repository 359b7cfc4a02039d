/** What a browser is answered with: the headers of every page and redirect, and how much of an error is said. */
import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { AppError, type ErrorCode } from '../../../../../lib/core/errors.ts'
import { openTrace } from '../../../../../lib/core/http/trace.ts'
import { errorPage, page, redirect } from '../../../../../lib/services/accounting/tokens/browser/responses.ts'
import { CONFIRM } from './world.ts'

const DEPS = { locale: { language: 'en', timezone: 'UTC' } } as const

const PRIVATE = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

test('a page may load nothing but its own style, and be framed, read and kept by nobody', async () => {
  const answer = page({ kind: 'declined' }, DEPS)
  const style = /<style>(.*?)<\/style>/s.exec(await answer.text())?.[1] ?? ''
  const digest = createHash('sha256').update(style).digest('base64')
  expect(Object.fromEntries(answer.headers)).toEqual({
    ...PRIVATE,
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': `default-src 'none'; style-src 'sha256-${digest}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
  })
})

test('a redirect is as private, and may set a cookie', () => {
  const answer = redirect(CONFIRM, 303, { 'set-cookie': 'a=b' })
  expect(answer.status).toBe(303)
  expect(Object.fromEntries(answer.headers)).toEqual({ ...PRIVATE, location: CONFIRM, 'set-cookie': 'a=b' })
})

test.each([
  [{ kind: 'declined' }, 200, null],
  [{ kind: 'waiting' }, 200, '3'],
  [{ kind: 'refused', why: 'not_valid' }, 400, null],
] as const)('%o: status %i, loaded again after %s seconds', (shown, status, again) => {
  const answer = page(shown, DEPS)
  expect([answer.status, answer.headers.get('refresh')]).toEqual([status, again])
})

describe('an error', () => {
  const shownOf = async (error: unknown) => {
    const answer = errorPage(
      error,
      openTrace('r-1', () => 0),
      DEPS,
    )
    const text = await answer.text()
    return { status: answer.status, heading: /<h1>(.*)<\/h1>/.exec(text)?.[1], text }
  }

  const said: readonly ErrorCode[] = [
    'authorization_failed',
    'remote_unreachable',
    'remote_silent',
    'remote_answer',
    'remote_refused',
    'permission_missing',
    'limited',
  ]
  test.each(said)('%s is said, with what to do', async code => {
    const { text } = await shownOf(new AppError(code, 'Cannot ask the service', { hint: 'ask again' }))
    expect(text).toContain('>Cannot ask the service; ask again<')
    expect((await shownOf(new AppError(code, 'Cannot ask the service'))).text).toContain(
      '>Cannot ask the service<',
    )
  })

  const hidden: readonly ErrorCode[] = [
    'store_unavailable',
    'seal_invalid',
    'settings_missing',
    'reauthorize',
  ]
  test.each(hidden)('%s is named, and the rest is in the log only', async code => {
    const { text } = await shownOf(new AppError(code, 'SECRET', { hint: 'SECRET' }))
    expect(text).toContain(`>${code}, request r-1<`)
    expect(text).not.toContain('SECRET')
  })

  test('that is a bug is named as such', async () => {
    const { status, heading, text } = await shownOf(new TypeError('SECRET'))
    expect([status, heading]).toEqual([500, 'That did not work'])
    expect(text).toContain('>internal, request r-1<')
    expect(text).not.toContain('SECRET')
  })

  test.each([
    { code: 'bad_request', status: 400, heading: 'This address does not work' },
    { code: 'authorization_failed', status: 400, heading: 'That did not work' },
    { code: 'store_unavailable', status: 503, heading: 'That did not work' },
    { code: 'not_in_preview', status: 503, heading: 'This is a preview' },
  ] as const)('$code: $heading', async ({ code, ...want }) => {
    expect(await shownOf(new AppError(code, 'x'))).toMatchObject(want)
  })
})
