import { describe, expect, test } from 'vitest'
import {
  type AccessRequest,
  commitPair,
  decideAccess,
  type Failure,
  failRefresh,
  isInterrupted,
  LONGEST_PAUSE,
  marginOf,
  markRejected,
  REFRESH_LIFETIME,
  releaseLease,
} from '../../lib/tokens/keeper.ts'
import type { Credential, Failures, Issued, Lifecycle } from '../../lib/tokens/schema.ts'

const EXPIRES = 1_000_000
const MARGIN = 120_000
const LEASE = 65_000
const INSIDE = EXPIRES - MARGIN

const issued: Issued = {
  generation: 3,
  operation: 'op-3',
  follows: 'op-2',
  client: 'client',
  pair: 'sealed-3',
  accessExpiresAt: EXPIRES,
  issuedAt: 0,
  scopes: ['read'],
  by: 'one',
}
const credential = (change: Partial<Credential> = {}): Credential => ({
  ...issued,
  accessRejected: false,
  lifecycle: { state: 'current' },
  updatedAt: 0,
  ...change,
})
const requestOf = (change: Partial<AccessRequest> = {}): AccessRequest => ({
  operation: 'mine',
  owner: 'two',
  client: 'client',
  lease: LEASE,
  ...change,
})
const refreshing = (until: number): Lifecycle => ({
  state: 'refreshing',
  intent: { owner: 'one', operation: 'theirs', until },
})
const failures = (count = 1): Failures => ({ count, reason: 'status_503', since: 5 })
const paused = (until: number): Partial<Credential> => ({
  lifecycle: { state: 'paused', until },
  failures: failures(),
})
const REAUTHORIZE: Lifecycle = { state: 'reauthorize', reason: 'invalid_grant', since: 0 }
const EXPIRED = { generation: 3, codes: ['expired_access_token'] }
const NO_CODE = { generation: 3, codes: [] }

describe('decideAccess()', () => {
  const rows: {
    name: string
    stored?: Partial<Credential>
    request?: Partial<AccessRequest>
    now: number
    want: string
    despite?: string
  }[] = [
    { name: 'a fresh token is used', now: INSIDE - 1, want: 'use' },
    { name: 'inside the margin the caller gets the lease', now: INSIDE, want: 'refresh' },
    { name: 'past the expiry the caller gets the lease', now: EXPIRES, want: 'refresh' },
    {
      name: "another's open intent leaves a living token in use",
      stored: { lifecycle: refreshing(INSIDE + LEASE) },
      now: INSIDE + LEASE - 1,
      want: 'use',
      despite: 'wait',
    },
    {
      name: "another's open intent is waited for past the expiry",
      stored: { lifecycle: refreshing(EXPIRES + 1) },
      now: EXPIRES,
      want: 'wait',
    },
    {
      name: 'an intent past its time is resolved by the caller',
      stored: { lifecycle: refreshing(EXPIRES) },
      now: EXPIRES,
      want: 'refresh',
    },
    {
      name: 'a pause leaves a living token in use',
      stored: paused(EXPIRES),
      now: EXPIRES - 1,
      want: 'use',
      despite: 'paused',
    },
    {
      name: 'a pause holds past the expiry',
      stored: paused(EXPIRES + 1),
      now: EXPIRES,
      want: 'paused',
    },
    {
      name: 'a pause that is over gives the lease',
      stored: paused(EXPIRES),
      now: EXPIRES,
      want: 'refresh',
    },
    {
      name: 'after failures another attempt is made while the refresh token lives',
      stored: { ...paused(0), failures: failures(1000) },
      now: REFRESH_LIFETIME - 1,
      want: 'refresh',
    },
    {
      name: 'after failures no attempt is made once the refresh token is too old',
      stored: paused(0),
      now: REFRESH_LIFETIME,
      want: 'reauthorize',
    },
    {
      name: 'failures do not hide that another is refreshing',
      stored: { lifecycle: refreshing(REFRESH_LIFETIME + 1), failures: failures() },
      now: REFRESH_LIFETIME,
      want: 'wait',
    },
    {
      name: 'a refresh token that is too old is tried once',
      now: REFRESH_LIFETIME,
      want: 'refresh',
    },
    {
      name: 'reauthorize leaves a living token in use',
      stored: { lifecycle: REAUTHORIZE },
      now: EXPIRES - 1,
      want: 'use',
      despite: 'reauthorize',
    },
    {
      name: 'reauthorize past the expiry is final',
      stored: { lifecycle: REAUTHORIZE },
      now: EXPIRES,
      want: 'reauthorize',
    },
    {
      name: 'a preview uses a living token',
      request: { blockedBy: 'not_in_preview' },
      now: EXPIRES - 1,
      want: 'use',
      despite: 'blocked',
    },
    {
      name: 'a preview gets no lease',
      request: { blockedBy: 'not_in_preview' },
      now: EXPIRES,
      want: 'blocked',
    },
    {
      name: 'a blocked caller hears of a pause first',
      stored: paused(EXPIRES + 1),
      request: { blockedBy: 'too_late' },
      now: EXPIRES,
      want: 'paused',
    },
    {
      name: 'another application gets no lease',
      request: { client: 'other' },
      now: EXPIRES,
      want: 'blocked',
    },
    {
      name: 'a 401 whose code says expired gives the lease',
      request: { rejected: EXPIRED },
      now: 0,
      want: 'refresh',
    },
    {
      name: 'a 401 without a code before the expiry changes nothing',
      request: { rejected: NO_CODE },
      now: 0,
      want: 'use',
    },
    {
      name: 'a 401 without a code past the expiry gives the lease',
      request: { rejected: NO_CODE },
      now: EXPIRES,
      want: 'refresh',
    },
    {
      name: 'a 401 of an older generation uses the newer one',
      request: { rejected: { generation: 2, codes: ['expired_access_token'] } },
      now: 0,
      want: 'use',
    },
    {
      name: 'a 401 while another refreshes is waited for, whatever its code',
      stored: { lifecycle: refreshing(LEASE) },
      request: { rejected: { generation: 3, codes: ['user_do_not_have_permission'] } },
      now: 0,
      want: 'wait',
    },
    { name: 'a token marked bad is not used', stored: { accessRejected: true }, now: 0, want: 'refresh' },
    {
      name: 'a token marked bad is not used in reauthorize either',
      stored: { accessRejected: true, lifecycle: REAUTHORIZE },
      now: 0,
      want: 'reauthorize',
    },
    {
      name: 'the same operation, asked again, still holds the lease',
      stored: {
        lifecycle: {
          state: 'refreshing',
          intent: { owner: 'two', operation: 'mine', until: LEASE },
        },
      },
      now: 0,
      want: 'refresh',
    },
    { name: 'a rule of its own says what is due', request: { due: () => true }, now: 0, want: 'refresh' },
  ]
  test.each(rows)('$name', ({ stored, request, now, want, despite }) => {
    const decision = decideAccess(credential(stored), requestOf(request), now)
    expect(decision.kind).toBe(want)
    expect(decision.kind === 'use' ? decision.despite?.kind : undefined).toBe(despite)
  })

  test('writes the intent that is to be stored: who, which call, until when', () => {
    const { credential: next } = decideAccess(credential(), requestOf(), EXPIRES)
    expect(next).toMatchObject({
      generation: 3,
      pair: 'sealed-3',
      lifecycle: {
        state: 'refreshing',
        intent: { owner: 'two', operation: 'mine', until: EXPIRES + LEASE },
      },
    })
  })

  const attempts = [
    { name: 'after a failure', lifecycle: { state: 'paused', until: 0 } },
    { name: 'after a crash', lifecycle: refreshing(0) },
  ] as const
  test.each(attempts)('an attempt $name keeps the count of failures', ({ lifecycle }) => {
    const stored = credential({ lifecycle, failures: failures(4) })
    const { credential: next } = decideAccess(stored, requestOf(), EXPIRES)
    expect(next).toMatchObject({ lifecycle: { state: 'refreshing' }, failures: failures(4) })
  })

  test('a pause tells how often and why the refresh failed, and until when it holds', () => {
    const decision = decideAccess(credential(paused(EXPIRES + 1)), requestOf(), EXPIRES)
    expect(decision).toMatchObject({ kind: 'paused', failures: failures(), until: EXPIRES + 1 })
  })

  test('a refresh token that is too old tells how its last attempt failed', () => {
    const decision = decideAccess(credential(paused(0)), requestOf(), REFRESH_LIFETIME)
    expect(decision).toMatchObject({ kind: 'reauthorize', reason: 'status_503' })
  })

  test('changes nothing if nothing is to be stored', () => {
    const stored = credential()
    expect(decideAccess(stored, requestOf(), 0).credential).toBe(stored)
  })
})

test.each([
  { life: 1_000_000, margin: MARGIN },
  { life: 240_000, margin: MARGIN },
  { life: 239_998, margin: 119_999 },
  { life: 2, margin: 1 },
])('marginOf() a token that lives $life ms is $margin ms', ({ life, margin }) => {
  expect(marginOf(credential({ issuedAt: 5_000, accessExpiresAt: 5_000 + life }))).toBe(margin)
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

describe('commitPair()', () => {
  const next: Issued = { ...issued, generation: 4, operation: 'theirs', follows: 'op-3', pair: 'sealed-4' }
  const rows = [
    {
      name: "the holder's answer is stored",
      stored: credential({ lifecycle: refreshing(9) }),
      issued: next,
      want: 'stored',
    },
    {
      name: 'a late answer undoes reauthorize',
      stored: credential({ lifecycle: REAUTHORIZE }),
      issued: next,
      want: 'stored',
    },
    {
      name: "a late answer is stored during another's intent",
      stored: credential({
        lifecycle: { state: 'refreshing', intent: { owner: 'x', operation: 'x', until: 9 } },
      }),
      issued: next,
      want: 'stored',
    },
    {
      name: 'a first pair is stored',
      stored: undefined,
      issued: { ...issued, generation: 1, follows: undefined },
      want: 'stored',
    },
    { name: 'the same answer again is done', stored: credential({ ...next }), issued: next, want: 'already' },
    {
      name: 'an answer of a generation that another stored',
      stored: credential({ ...next, operation: 'other' }),
      issued: next,
      want: 'superseded',
    },
    { name: 'an older generation', stored: credential({ generation: 9 }), issued: next, want: 'superseded' },
    {
      name: 'a generation too far ahead',
      stored: credential({ generation: 2 }),
      issued: next,
      want: 'superseded',
    },
    {
      name: 'an answer to another pair of the same number',
      stored: credential({ operation: 'restored' }),
      issued: next,
      want: 'superseded',
    },
    { name: 'an answer to a record that is gone', stored: undefined, issued: next, want: 'gone' },
  ]
  test.each(rows)('$name: $want', ({ stored, issued, want }) => {
    const { outcome, credential: result } = commitPair(stored, issued as Issued, 5)
    expect(outcome).toBe(want)
    if (want === 'stored')
      expect(result).toMatchObject({
        pair: issued.pair,
        accessRejected: false,
        lifecycle: { state: 'current' },
        updatedAt: 5,
      })
    else expect(result).toBe(stored)
  })

  test('a pair that is stored ends the count of failures', () => {
    const { credential: result } = commitPair(credential({ ...paused(9), accessRejected: true }), next, 5)
    expect(result).not.toHaveProperty('failures')
  })
})

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
