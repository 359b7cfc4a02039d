import { describe, expect, test } from 'vitest'
import { AppError, type ErrorCode } from '../../../lib/core/errors.ts'
import {
  effectOf,
  isExplainedRefusal,
  isRefusal,
  isRefusalReply,
  isRefusalStatus,
  isUndecidedStatus,
} from '../../../lib/core/remote/effect.ts'

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
  test.each(unknown)('%s: the effect is unknown', code => {
    expect(effectOf(new AppError(code, 'x'))).toBe('unknown')
  })

  test('any other exception: the effect is unknown', () => {
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
  { status: 409, undecided: true, refusal: false },
  { status: 410, undecided: false, refusal: true },
  { status: 425, undecided: true, refusal: false },
  { status: 498, undecided: false, refusal: true },
  { status: 499, undecided: true, refusal: false },
  { status: 500, undecided: true, refusal: false },
  { status: 599, undecided: true, refusal: false },
])('$status: undecided $undecided, a refusal $refusal', ({ status, undecided, refusal }) => {
  expect([isUndecidedStatus(status), isRefusalStatus(status)]).toEqual([undecided, refusal])
})

test.each([
  { status: 302, explained: false, bare: false },
  { status: 400, explained: true, bare: false },
  { status: 401, explained: true, bare: true },
  { status: 403, explained: true, bare: true },
  { status: 404, explained: true, bare: false },
  { status: 408, explained: false, bare: false },
  { status: 409, explained: false, bare: false },
  { status: 425, explained: false, bare: false },
  { status: 429, explained: true, bare: true },
  { status: 499, explained: false, bare: false },
  { status: 500, explained: false, bare: false },
])('a reply with $status refuses if it says why: $explained; if it does not: $bare', row => {
  const { status, explained, bare } = row
  const told = [true, false].map(isExplained => isRefusalReply({ status, isExplained }))
  expect(told).toEqual([explained, bare])
})

test('isRefusal() knows the status that the remote answered, and not the one that kura answers', () => {
  const error = new AppError('remote_refused', 'x', { details: { upstream: 404 }, status: 502 })
  expect(isRefusal(error, 403, 404)).toBe(true)
  expect(isRefusal(error, 403, 502)).toBe(false)
  expect(isRefusal(new AppError('remote_silent', 'x'), 404)).toBe(false)
  expect(isRefusal(new TypeError('404'), 404)).toBe(false)
})

test.each([
  { told: { codes: ['not_found'] }, is: true },
  { told: { messages: ['no such deal'] }, is: true },
  { told: {}, is: false },
])('a 404 with $told is the remote’s own refusal: $is', ({ told, is }) => {
  const error = new AppError('remote_refused', 'x', { details: { upstream: 404, ...told } })
  expect(isExplainedRefusal(error, 404)).toBe(is)
  expect(isExplainedRefusal(error, 403)).toBe(false)
})
