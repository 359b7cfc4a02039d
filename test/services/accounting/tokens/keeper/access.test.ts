import { describe, expect, test } from 'vitest'
import { phrase } from '../../../../../lib/core/language/catalogue.ts'
import { TOKEN_REASONS } from '../../../../../lib/services/accounting/tokens/exchange/words.ts'
import {
  type AccessRequest,
  decideAccess,
  marginOf,
  REFRESH_LIFETIME,
} from '../../../../../lib/services/accounting/tokens/keeper.ts'
import type { Credential } from '../../../../../lib/services/accounting/tokens/schema.ts'
import { LEASE, MARGIN } from '../world.ts'
import {
  credential,
  EXPIRED,
  EXPIRES,
  failures,
  INSIDE,
  NO_CODE,
  paused,
  REAUTHORIZE,
  refreshing,
} from './credentials.ts'

const requestOf = (change: Partial<AccessRequest> = {}): AccessRequest => ({
  operation: 'mine',
  owner: 'two',
  client: 'client',
  lease: LEASE,
  ...change,
})

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
    { name: 'a pause holds past the expiry', stored: paused(EXPIRES + 1), now: EXPIRES, want: 'paused' },
    { name: 'a pause that is over gives the lease', stored: paused(EXPIRES), now: EXPIRES, want: 'refresh' },
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
    { name: 'a refresh token that is too old is tried once', now: REFRESH_LIFETIME, want: 'refresh' },
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
        lifecycle: { state: 'refreshing', intent: { owner: 'two', operation: 'mine', until: LEASE } },
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
      lifecycle: { state: 'refreshing', intent: { owner: 'two', operation: 'mine', until: EXPIRES + LEASE } },
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
    expect(decision).toMatchObject({
      kind: 'reauthorize',
      reason: phrase(TOKEN_REASONS.status, { status: 503 }),
    })
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
