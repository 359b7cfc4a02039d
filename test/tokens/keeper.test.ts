import { describe, expect, test } from 'vitest'
import {
  type AccessRequest,
  commitPair,
  decideAccess,
  type Failure,
  failRefresh,
  isInterrupted,
  markRejected,
} from '../../lib/tokens/keeper.ts'
import type { Credential, Issued, Lifecycle } from '../../lib/tokens/schema.ts'

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
const refreshing = (until: number, last = false): Lifecycle => ({
  state: 'refreshing',
  intent: { owner: 'one', operation: 'theirs', until, last },
})
const paused = (until: number, last = true): Lifecycle => ({
  state: 'paused',
  reason: 'status_503',
  until,
  last,
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
      stored: { lifecycle: paused(EXPIRES) },
      now: EXPIRES - 1,
      want: 'use',
      despite: 'paused',
    },
    {
      name: 'a pause holds past the expiry',
      stored: { lifecycle: paused(EXPIRES + 1) },
      now: EXPIRES,
      want: 'paused',
    },
    {
      name: 'a pause that is over gives the lease',
      stored: { lifecycle: paused(EXPIRES) },
      now: EXPIRES,
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
          intent: { owner: 'two', operation: 'mine', until: LEASE, last: false },
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
        intent: { owner: 'two', operation: 'mine', until: EXPIRES + LEASE, last: false },
      },
    })
  })

  const attempts = [
    { name: 'after a failure is the last one', lifecycle: paused(0), last: true },
    { name: 'after one that was not sent is as before', lifecycle: paused(0, false), last: false },
    { name: 'after a crash is as the crashed one was', lifecycle: refreshing(0), last: false },
    { name: 'after a crash of the last one is the last one', lifecycle: refreshing(0, true), last: true },
  ]
  test.each(attempts)('the attempt $name', ({ lifecycle, last }) => {
    const { credential: next } = decideAccess(credential({ lifecycle }), requestOf(), EXPIRES)
    expect(next.lifecycle).toMatchObject({ intent: { last } })
  })

  test('changes nothing if nothing is to be stored', () => {
    const stored = credential()
    expect(decideAccess(stored, requestOf(), 0).credential).toBe(stored)
  })
})

describe('markRejected()', () => {
  const rows = [
    { name: 'marks by its code', rejected: EXPIRED, now: 0, want: true },
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
        lifecycle: { state: 'refreshing', intent: { owner: 'x', operation: 'x', until: 9, last: false } },
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
      })
    else expect(result).toBe(stored)
  })
})

describe('failRefresh()', () => {
  const fail = (stored: Credential, kind: Failure['kind'], by = 'theirs') =>
    failRefresh(stored, { generation: 3, operation: by, failure: { kind, reason: 'why', pause: 100 } }, 7)
  const rows = [
    {
      name: 'refused is reauthorize',
      last: false,
      kind: 'refused',
      want: { state: 'reauthorize', reason: 'why', since: 7 },
    },
    {
      name: 'passing allows one later attempt',
      last: false,
      kind: 'passing',
      want: { state: 'paused', until: 107, last: true },
    },
    {
      name: 'passing a second time is reauthorize',
      last: true,
      kind: 'passing',
      want: { state: 'reauthorize' },
    },
    {
      name: 'unsent counts for nothing',
      last: false,
      kind: 'unsent',
      want: { state: 'paused', until: 107, last: false },
    },
    {
      name: 'unsent leaves the last attempt open',
      last: true,
      kind: 'unsent',
      want: { state: 'paused', last: true },
    },
  ] as const
  test.each(rows)('$name', ({ last, kind, want }) => {
    expect(fail(credential({ lifecycle: refreshing(9, last) }), kind).lifecycle).toMatchObject(want)
  })

  const strangers = [
    { name: 'of another operation', stored: credential({ lifecycle: refreshing(9) }), by: 'other' },
    {
      name: 'after a newer generation',
      stored: credential({ generation: 4, lifecycle: refreshing(9) }),
      by: 'theirs',
    },
    { name: 'if no intent is open', stored: credential(), by: 'theirs' },
  ]
  test.each(strangers)('$name changes nothing', ({ stored, by }) => {
    expect(fail(stored, 'refused', by)).toBe(stored)
  })
})

test('isInterrupted() is an intent past its time', () => {
  expect(isInterrupted(credential({ lifecycle: refreshing(9) }), 9)).toBe(true)
  expect(isInterrupted(credential({ lifecycle: refreshing(9) }), 8)).toBe(false)
  expect(isInterrupted(credential(), 9)).toBe(false)
})
