import { describe, expect, test } from 'vitest'
import { phrase } from '../../../../../lib/core/language/catalogue.ts'
import type { TokenDeps } from '../../../../../lib/services/accounting/tokens/deps.ts'
import { TOKEN_REASONS } from '../../../../../lib/services/accounting/tokens/exchange/words.ts'
import { blockedBy } from '../../../../../lib/services/accounting/tokens/refresh/ask-keeper.ts'
import { dueForRefresh } from '../../../../../lib/services/accounting/tokens/refresh/if-due.ts'
import { ROOM } from '../../../../../lib/services/accounting/tokens/refresh/rotate.ts'
import { CREDENTIAL_KEY } from '../../../../../lib/services/accounting/tokens/schema.ts'
import { TOKEN_PATH } from '../../../../../sandbox/accounting/sandbox.ts'
import { answered } from '../../../../../sandbox/faults.ts'
import { OUTAGE } from '../../../../helpers/memory-store.ts'
import { createWorld, DAY, HOUR, LIFETIME } from '../world.ts'

describe('refreshIfDue()', () => {
  const rows = [
    {
      name: 'a fresh token is left alone',
      pass: LIFETIME - HOUR - 1,
      did: 'nothing',
      why: 'not_due',
      generation: 1,
    },
    {
      name: 'an hour before the expiry it refreshes',
      pass: LIFETIME - HOUR,
      did: 'refreshed',
      why: 'close_to_expiry',
      generation: 2,
    },
    { name: 'past the expiry it refreshes', pass: LIFETIME, did: 'refreshed', why: 'expired', generation: 2 },
    { name: 'a day later it refreshes', pass: DAY, did: 'refreshed', why: 'expired', generation: 2 },
  ]
  test.each(rows)('$name', async ({ pass, did, why, generation }) => {
    const world = await createWorld()
    world.advance(pass)
    expect(await world.tokens().refreshIfDue()).toMatchObject({
      did,
      why,
      token: { state: 'current', generation },
    })
    expect(world.counts).toMatchObject({ rotations: generation - 1, invalidGrants: 0 })
  })

  test('keeps a credential that nobody uses alive over 90 days', async () => {
    const world = await createWorld()
    for (let day = 0; day < 100; day += 1) {
      world.advance(DAY)
      await world.tokens().refreshIfDue()
    }
    expect(await world.call(await world.tokens().accessToken())).toBe(200)
    expect(world.counts).toMatchObject({ rotations: 100, invalidGrants: 0 })
  })

  test('says that nobody has authorized', async () => {
    const world = await createWorld({ authorized: false })
    expect(await world.tokens().refreshIfDue()).toMatchObject({ did: 'nothing', why: 'unauthorized' })
  })

  test('says that it failed, and that a person must authorize, without a second call', async () => {
    const world = await createWorld()
    world.advance(DAY)
    world.sandbox.oauth.revoke()
    expect(await world.tokens().refreshIfDue()).toMatchObject({
      did: 'failed',
      why: 'expired',
      token: { state: 'reauthorize', reason: 'invalid_grant' },
    })
    expect(await world.tokens().refreshIfDue()).toMatchObject({ did: 'nothing', why: 'reauthorize' })
    expect(world.counts.invalidGrants).toBe(1)
  })

  test('says that the service failed and waits out the pause', async () => {
    const world = await createWorld()
    world.advance(LIFETIME - HOUR)
    world.sandbox.faults.arm(
      `POST ${TOKEN_PATH}`,
      answered(() => new Response('', { status: 500 })),
    )
    expect(await world.tokens().refreshIfDue()).toMatchObject({
      did: 'failed',
      token: {
        state: 'reauthorize',
        reason: phrase(TOKEN_REASONS.status, { status: 500 }),
        failures: { count: 1 },
      },
    })
    expect(await world.tokens().refreshIfDue()).toMatchObject({ did: 'nothing', why: 'paused' })
  })

  test('says that another instance is refreshing', async () => {
    const world = await createWorld()
    world.advance(LIFETIME - HOUR)
    const intent = { owner: 'other', operation: 'other', until: world.time.now + 1 }
    await world.change({ lifecycle: { state: 'refreshing', intent } })
    expect(await world.tokens().refreshIfDue()).toMatchObject({ did: 'nothing', why: 'refreshing' })
  })

  test('refreshes nothing in a preview', async () => {
    const world = await createWorld()
    world.advance(DAY)
    const report = await world.tokens({ deployment: 'preview' }).refreshIfDue()
    expect(report).toMatchObject({ did: 'nothing', why: 'not_in_preview' })
    expect(world.counts.rotations).toBe(0)
  })

  test('tells the trace of its call', async () => {
    const world = await createWorld()
    world.advance(DAY)
    const paths: string[] = []
    await world.tokens().refreshIfDue({ observe: ({ path }) => paths.push(path) })
    expect(paths).toEqual([TOKEN_PATH])
  })
})

test('dueForRefresh() calls a week-old refresh token old, however long its access token lives', async () => {
  const world = await createWorld()
  const credential = { ...(await world.credential()), issuedAt: 0, accessExpiresAt: 60 * DAY }
  expect(dueForRefresh(credential, 7 * DAY - 1)).toBeUndefined()
  expect(dueForRefresh(credential, 7 * DAY)).toBe('old')
  expect(dueForRefresh({ ...credential, accessRejected: true }, 0)).toBe('expired')
})

describe('blockedBy()', () => {
  test.each([
    { name: 'enough time', left: ROOM, want: undefined },
    { name: 'too little time', left: ROOM - 1, want: 'too_late' },
    { name: 'a function that may not refresh', left: ROOM, mayRefresh: false, want: 'not_in_this_function' },
    { name: 'acts that KURA_PAUSED stops', left: ROOM, paused: true, mayRefresh: false, want: 'acts_paused' },
    { name: 'a preview', left: ROOM, deployment: 'preview', paused: true, want: 'not_in_preview' },
  ] as const)('$name: $want', ({ left, want, ...deps }) => {
    const given = { deployment: 'production', mayRefresh: true, clock: () => 1_000, ...deps } as const
    expect(blockedBy(1_000 + left, given as unknown as TokenDeps)).toBe(want)
  })
})

test('an intent holds for a function’s life and a little longer', async () => {
  const world = await createWorld()
  world.advance(LIFETIME)
  const intents: unknown[] = []
  const tokenEndpoint: typeof fetch = async (...request) => {
    intents.push((await world.credential()).lifecycle)
    return fetch(...request)
  }
  await world.tokens({ fetch: tokenEndpoint }).accessToken()
  expect(intents).toMatchObject([{ intent: { owner: 'test', until: world.time.now + 65_000 } }])
})

describe('an answer that was put aside', () => {
  test.each([
    { name: 'though the last token still works', life: LIFETIME - 60_000, failures: 0 },
    { name: 'even if the store fails once', life: LIFETIME, failures: 1 },
  ])('is stored before a person has to authorize, $name', async ({ life, failures }) => {
    const world = await createWorld()
    world.advance(life)
    const before = await world.credential()
    await world.tokens().accessToken()
    const { lifecycle: _, accessRejected: __, updatedAt: ___, ...answer } = await world.credential()
    const lifecycle = { state: 'reauthorize', reason: 'invalid_grant', since: world.time.now } as const
    await world.change({ ...before, lifecycle })
    await world.journal.unstored(answer)
    let failed = 0
    const swap: typeof world.store.swap = (key, ...others) => {
      if (key !== CREDENTIAL_KEY || failed === failures) return world.store.swap(key, ...others)
      failed += 1
      return Promise.reject(OUTAGE.error)
    }
    const token = await world.tokens({ store: { ...world.store, swap } }).accessToken()
    expect(await world.call(token)).toBe(200)
    expect(await world.credential()).toMatchObject({ generation: 2, lifecycle: { state: 'current' } })
    expect(world.counts.rotations).toBe(1)
  })
})
