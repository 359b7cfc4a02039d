import { describe, expect, test } from 'vitest'
import type { TokenDeps } from '../../../../../lib/services/accounting/tokens/deps.ts'
import { blockedBy } from '../../../../../lib/services/accounting/tokens/refresh/ask-keeper.ts'
import { ROOM } from '../../../../../lib/services/accounting/tokens/refresh/rotate.ts'
import { CREDENTIAL_KEY } from '../../../../../lib/services/accounting/tokens/schema.ts'
import { OUTAGE } from '../../../../helpers/memory-store.ts'
import { createWorld, LIFETIME } from '../world.ts'

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
