import { describe, expect, test } from 'vitest'
import {
  type Failure,
  failRefresh,
  isInterrupted,
  LONGEST_PAUSE,
  markRejected,
  releaseLease,
} from '../../../../../lib/services/accounting/tokens/keeper.ts'
import type { Credential } from '../../../../../lib/services/accounting/tokens/schema.ts'
import { credential, EXPIRED, EXPIRES, failures, NO_CODE, refreshing } from './credentials.ts'

const call = { generation: 3, operation: 'theirs' }

describe('failRefresh()', () => {
  const fail = (stored: Credential, failure: Partial<Failure>, change: Partial<typeof call> = {}) =>
    failRefresh(
      stored,
      { ...call, ...change, failure: { kind: 'undecided', reason: 'why', pause: 100, ...failure } },
      7,
    )

  test('refused is reauthorize, whatever came before', () => {
    const stored = credential({ lifecycle: refreshing(9), failures: failures() })
    const { lifecycle, updatedAt } = fail(stored, { kind: 'refused' })
    expect({ lifecycle, updatedAt }).toEqual({
      lifecycle: { state: 'reauthorize', reason: 'why', since: 7 },
      updatedAt: 7,
    })
  })

  const rows = [
    { name: 'a first failure pauses', before: undefined, pause: 100, until: 107, count: 1, since: 7 },
    {
      name: 'a second one pauses twice as long',
      before: failures(1),
      pause: 100,
      until: 207,
      count: 2,
      since: 5,
    },
    {
      name: 'a fifth one pauses sixteen times as long',
      before: failures(4),
      pause: 100,
      until: 1607,
      count: 5,
      since: 5,
    },
    {
      name: 'the longest pause is an hour',
      before: failures(10),
      pause: 60_000,
      until: 7 + LONGEST_PAUSE,
      count: 11,
      since: 5,
    },
    {
      name: 'so is the pause after very many failures',
      before: failures(5000),
      pause: 100,
      until: 7 + LONGEST_PAUSE,
      count: 5001,
      since: 5,
    },
  ]
  test.each(rows)('$name', ({ before, pause, until, count, since }) => {
    for (const kind of ['undecided', 'unsent'] as const) {
      const stored = credential({ lifecycle: refreshing(9), failures: before })
      const { lifecycle, failures: after, updatedAt } = fail(stored, { kind, pause })
      expect({ lifecycle, after, updatedAt }).toEqual({
        lifecycle: { state: 'paused', until },
        after: { count, reason: 'why', since },
        updatedAt: 7,
      })
    }
  })

  const strangers = [
    {
      name: 'of another operation',
      stored: credential({ lifecycle: refreshing(9) }),
      change: { operation: 'other' },
    },
    {
      name: 'after a newer generation',
      stored: credential({ generation: 4, lifecycle: refreshing(9) }),
      change: {},
    },
    { name: 'if no intent is open', stored: credential(), change: {} },
  ]
  test.each(strangers)('$name changes nothing', ({ stored, change }) => {
    expect(fail(stored, { kind: 'refused' }, change)).toBe(stored)
    expect(releaseLease(stored, { ...call, ...change }, 7)).toBe(stored)
  })
})

describe('releaseLease()', () => {
  const rows = [
    { name: 'leaves the credential current', before: undefined, lifecycle: { state: 'current' } },
    {
      name: 'lets the next attempt begin after failures',
      before: failures(3),
      lifecycle: { state: 'paused', until: 7 },
    },
  ]
  test.each(rows)('$name, and counts nothing', ({ before, lifecycle }) => {
    const stored = credential({ lifecycle: refreshing(9), failures: before })
    expect(releaseLease(stored, call, 7)).toEqual({ ...stored, lifecycle, updatedAt: 7 })
  })
})

test('isInterrupted() is an intent past its time', () => {
  expect(isInterrupted(credential({ lifecycle: refreshing(9) }), 9)).toBe(true)
  expect(isInterrupted(credential({ lifecycle: refreshing(9) }), 8)).toBe(false)
  expect(isInterrupted(credential(), 9)).toBe(false)
})

describe('markRejected()', () => {
  const rows = [
    { name: 'marks by its code', rejected: EXPIRED, now: 0, want: true },
    {
      name: 'marks by one code of several',
      rejected: { generation: 3, codes: ['x', ...EXPIRED.codes] },
      now: 0,
      want: true,
    },
    {
      name: 'marks by expired_token',
      rejected: { generation: 3, codes: ['expired_token'] },
      now: 0,
      want: true,
    },
    {
      name: 'marks by token_expired',
      rejected: { generation: 3, codes: ['token_expired'] },
      now: 0,
      want: true,
    },
    { name: 'marks by the stored expiry', rejected: NO_CODE, now: EXPIRES, want: true },
    { name: 'does not mark a living token without a code', rejected: NO_CODE, now: EXPIRES - 1, want: false },
    {
      name: 'does not mark past the expiry if a code says otherwise',
      rejected: { generation: 3, codes: ['company_not_found'] },
      now: EXPIRES,
      want: false,
    },
    {
      name: 'does not mark another generation',
      rejected: { ...EXPIRED, generation: 2 },
      now: 0,
      want: false,
    },
  ]
  test.each(rows)('$name', ({ rejected, now, want }) => {
    expect(markRejected(credential(), rejected, now).accessRejected).toBe(want)
  })
})
