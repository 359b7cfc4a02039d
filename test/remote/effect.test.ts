import { describe, expect, test } from 'vitest'
import { AppError, type ErrorCode } from '../../lib/errors.ts'
import { effectOf, isRefusal, isRefusalStatus, isUndecidedStatus } from '../../lib/remote/effect.ts'

describe('effectOf()', () => {
  const none: ErrorCode[] = [
    'remote_unreachable',
    'remote_refused',
    'permission_missing',
    'payment_required',
    'limited',
    'reauthorize',
    'token_busy',
    'not_in_preview',
    'store_unavailable',
    'store_busy',
  ]
  test.each(none)('%s: the call did nothing', code => {
    expect(effectOf(new AppError(code, 'x'))).toBe('none')
  })

  const unknown: ErrorCode[] = ['remote_silent', 'remote_answer', 'internal', 'seal_invalid', 'conflict']
  test.each(unknown)('%s: nobody knows', code => {
    expect(effectOf(new AppError(code, 'x'))).toBe('unknown')
  })

  test('anything else that is thrown: nobody knows', () => {
    const thrown = [new TypeError('x'), 'remote_refused', { code: 'remote_refused' }, undefined]
    expect(thrown.map(effectOf)).toEqual(Array(4).fill('unknown'))
  })
})

test.each([
  { status: 302, undecided: false, refusal: false },
  { status: 399, undecided: false, refusal: false },
  { status: 400, undecided: false, refusal: true },
  { status: 407, undecided: false, refusal: true },
  { status: 408, undecided: true, refusal: false },
  { status: 409, undecided: false, refusal: true },
  { status: 499, undecided: false, refusal: true },
  { status: 500, undecided: true, refusal: false },
  { status: 599, undecided: true, refusal: false },
])('$status: undecided $undecided, a refusal $refusal', ({ status, undecided, refusal }) => {
  expect([isUndecidedStatus(status), isRefusalStatus(status)]).toEqual([undecided, refusal])
})

test('isRefusal() knows the status that the remote answered, and not the one that kura answers', () => {
  const error = new AppError('remote_refused', 'x', { details: { upstream: 404 }, status: 502 })
  expect(isRefusal(error, 403, 404)).toBe(true)
  expect(isRefusal(error, 403, 502)).toBe(false)
  expect(isRefusal(new AppError('remote_silent', 'x'), 404)).toBe(false)
  expect(isRefusal(new TypeError('404'), 404)).toBe(false)
})
