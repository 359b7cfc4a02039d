import { describe, expect, test } from 'vitest'
import { phrase } from '../../../../lib/core/language/catalogue.ts'
import type { Reason } from '../../../../lib/core/phrase.ts'
import { createSealer } from '../../../../lib/core/store/seal.ts'
import { update } from '../../../../lib/core/store/update.ts'
import { TOKEN_REASONS } from '../../../../lib/services/accounting/tokens/exchange/words.ts'
import {
  CREDENTIAL_KEY,
  type Credential,
  credentialFormat,
} from '../../../../lib/services/accounting/tokens/schema.ts'
import { statusOf, statusReply } from '../../../../lib/services/accounting/tokens/status.ts'
import { createWorld, DAY, HOUR, LIFETIME, SEAL_KEYS, type World } from './world.ts'

const credential: Credential = {
  generation: 3,
  operation: 'op-3',
  client: 'id',
  pair: 'seal1.1.x',
  accessExpiresAt: LIFETIME,
  issuedAt: 0,
  scopes: ['read', 'write'],
  by: 'one',
  accessRejected: false,
  lifecycle: { state: 'current' },
  updatedAt: 0,
}
const refreshing = { state: 'refreshing', intent: { owner: 'two', operation: 'op', until: HOUR } } as const

const ANSWERED = phrase(TOKEN_REASONS.status, { status: 503 })
const UNREACHABLE = phrase(TOKEN_REASONS.unreachable)
const paused = (reason: Reason): Partial<Credential> => ({
  lifecycle: { state: 'paused', until: HOUR },
  failures: { count: 2, reason, since: 0 },
})
const FAILED = { count: 2, reason: ANSWERED, since: '1970-01-01T00:00:00.000Z' }

describe('statusOf()', () => {
  test('tells everything but the tokens', () => {
    expect(statusOf(credential, HOUR)).toEqual({
      state: 'current',
      generation: 3,
      access: { state: 'live', expiresAt: '1970-01-01T06:00:00.000Z' },
      refresh: {
        state: 'live',
        issuedAt: '1970-01-01T00:00:00.000Z',
        expiresAt: '1970-04-01T00:00:00.000Z',
        ageDays: 0,
        lifetimeDays: 90,
      },
      scopes: ['read', 'write'],
      refreshedBy: 'one',
      refreshedAt: '1970-01-01T00:00:00.000Z',
    })
  })

  const rows = [
    {
      name: 'an expired access token',
      change: {},
      now: LIFETIME,
      want: { state: 'current', access: { state: 'expired' } },
    },
    {
      name: 'a rejected access token',
      change: { accessRejected: true },
      now: 0,
      want: { access: { state: 'rejected' } },
    },
    {
      name: 'the age of the refresh token',
      change: {},
      now: 89 * DAY + HOUR,
      want: { refresh: { state: 'live', ageDays: 89 } },
    },
    {
      name: 'the age of a refresh token that was issued later',
      change: { issuedAt: DAY },
      now: 3 * DAY,
      want: { refresh: { issuedAt: '1970-01-02T00:00:00.000Z', ageDays: 2 } },
    },
    {
      name: 'a refresh token that is past its days',
      change: {},
      now: 90 * DAY,
      want: { refresh: { state: 'expired', ageDays: 90 } },
    },
    {
      name: 'a running refresh',
      change: { lifecycle: refreshing },
      now: HOUR - 1,
      want: { state: 'refreshing', until: '1970-01-01T01:00:00.000Z' },
    },
    {
      name: 'a refresh that never ended',
      change: { lifecycle: refreshing },
      now: HOUR,
      want: { state: 'interrupted' },
    },
    {
      name: 'a refresh that failed as reauthorize, with the next attempt',
      change: paused(ANSWERED),
      now: 0,
      want: { state: 'reauthorize', reason: ANSWERED, until: '1970-01-01T01:00:00.000Z', failures: FAILED },
    },
    {
      name: 'the same while its next attempt is due',
      change: paused(ANSWERED),
      now: HOUR,
      want: { state: 'reauthorize', reason: ANSWERED, failures: FAILED },
    },
    {
      name: 'an endpoint that cannot be reached as a pause',
      change: paused(UNREACHABLE),
      now: HOUR,
      want: { state: 'paused', reason: UNREACHABLE, until: '1970-01-01T01:00:00.000Z' },
    },
    {
      name: 'failures during the next attempt',
      change: { ...paused(ANSWERED), lifecycle: refreshing },
      now: 0,
      want: { state: 'refreshing', failures: FAILED },
    },
    {
      name: 'that a person must authorize',
      change: { lifecycle: { state: 'reauthorize', reason: 'invalid_grant', since: 0 } },
      now: 0,
      want: { state: 'reauthorize', reason: 'invalid_grant' },
    },
  ] as const
  test.each(rows)('tells $name', ({ change, now, want }) => {
    expect(statusOf({ ...credential, ...change }, now)).toMatchObject(want)
  })
})

describe('status()', () => {
  const rows = [
    { name: 'of this application, with its keys', change: () => ({}), want: undefined },
    {
      name: 'of another application',
      change: ({ settings }: World) => ({ settings: { ...settings, clientId: 'another' } }),
      want: 'other_application',
    },
    {
      name: 'that the keys do not open',
      change: () => ({ sealKeys: [{ epoch: '1', secret: Buffer.alloc(32, 8) }] }),
      want: 'sealed',
    },
  ]
  test.each(rows)('of a credential $name', async ({ change, want }) => {
    const world = await createWorld()
    const status = await world.tokens(change(world)).status()
    expect(status).toMatchObject({ state: 'current', generation: 1 })
    expect(status.obstacle).toBe(want)
  })

  test('of a credential whose sealed text is no pair is a fault of the program', async () => {
    const world = await createWorld()
    const pair = createSealer(SEAL_KEYS).seal('[]', { record: CREDENTIAL_KEY, counter: 1 })
    await update<Credential, void>(world.store, {
      key: CREDENTIAL_KEY,
      format: credentialFormat,
      transition: stored => ({ write: { ...(stored as Credential), pair }, result: undefined }),
    })
    await expect(world.tokens().status()).rejects.toThrow('expected object')
  })
})

test.each([ANSWERED, UNREACHABLE])(
  'statusOf() names no next attempt after %s once the refresh token is too old',
  reason => {
    const status = statusOf({ ...credential, ...paused(reason) }, 90 * DAY)
    expect(status).toMatchObject({ state: 'reauthorize', reason })
    expect(status).not.toHaveProperty('until')
  },
)

test('status() without a credential is unauthorized', async () => {
  const world = await createWorld({ authorized: false })
  expect(await world.tokens().status()).toEqual({ state: 'unauthorized', generation: 0, scopes: [] })
})

test('a reply has the reasons in English, with their phrases', () => {
  const reason = { text: 'status_503', id: 'tokens.status', values: { status: 503 } }
  expect(statusReply(statusOf({ ...credential, ...paused(ANSWERED) }, HOUR / 2))).toMatchObject({
    reason,
    failures: { count: 2, reason },
  })
})
