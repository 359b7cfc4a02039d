import { describe, expect, test } from 'vitest'
import { listAll } from '../../../../../lib/core/store/list.ts'
import { authorize, createWorld, EXPIRED, LIFETIME, SEAL_KEYS } from '../world.ts'
import { failure, warm } from './instances.ts'

describe('accessToken() with a fresh token', () => {
  test('hands it out, and the service takes it', async () => {
    const world = await createWorld()
    expect(await world.call(await world.tokens().accessToken())).toBe(200)
    expect(world.counts.rotations).toBe(0)
  })

  test('reads the record once for many calls, and again after five seconds', async () => {
    const world = await createWorld()
    const tokens = world.tokens()
    const reads = world.store.calls.read
    const asked = await Promise.all(Array.from({ length: 50 }, () => tokens.accessToken()))
    await tokens.accessToken()
    expect(new Set(asked).size).toBe(1)
    expect(world.store.calls.read).toBe(reads + 1)
    world.advance(5_000)
    await tokens.accessToken()
    await tokens.accessToken()
    expect(world.store.calls.read).toBe(reads + 2)
  })

  test('reads nothing for the token that it got in the same moment, after a 401', async () => {
    const world = await createWorld()
    const { tokens, token } = await warm(world)
    const next = await tokens.accessToken({ rejected: { token, codes: EXPIRED } })
    const reads = world.store.calls.read
    expect(await tokens.accessToken()).toBe(next)
    expect(world.store.calls.read).toBe(reads)
  })

  test('notices within five seconds that another instance has refreshed', async () => {
    const world = await createWorld()
    const { tokens, token } = await warm(world)
    await authorize(world.tokens())
    world.advance(5_000)
    expect(await tokens.accessToken()).not.toBe(token)
  })
})

test('an answer of the store that comes late does not bring an older token back', async () => {
  const world = await createWorld()
  const { store } = world
  const late = Promise.withResolvers<void>()
  const reached = Promise.withResolvers<void>()
  let first = true
  const slowStore = {
    ...store,
    async read(key: string) {
      const slow = first
      first = false
      const answer = await store.read(key)
      if (slow) reached.resolve()
      if (slow) await late.promise
      return answer
    },
  }
  const tokens = world.tokens({ store: slowStore, maxDuration: 60_000 })
  const old = tokens.accessToken()
  await reached.promise
  await authorize(world.tokens())
  world.advance(1)
  const newer = await tokens.accessToken({ deadline: world.time.now })
  late.resolve()
  expect(await old).not.toBe(newer)
  expect(await tokens.accessToken()).toBe(newer)
})

test('the sealed pair of one generation does not open in another', async () => {
  const world = await createWorld()
  await world.change({ generation: 7 })
  expect((await failure(world.tokens().accessToken())).code).toBe('seal_invalid')
})

test('a key that is added in front leaves the stored pair readable', async () => {
  const world = await createWorld()
  const sealKeys = [{ epoch: '2', secret: Buffer.alloc(32, 9) }, ...SEAL_KEYS]
  expect(await world.call(await world.tokens({ sealKeys }).accessToken())).toBe(200)
})

test('no token and no secret stands in the log, in the stored record or in an error', async () => {
  const world = await createWorld()
  const { tokens, token } = await warm(world)
  const secrets = [token, await tokens.accessToken({ rejected: { token, codes: EXPIRED } })]
  world.sandbox.oauth.revoke()
  world.advance(LIFETIME)
  const error = await failure(tokens.accessToken())
  const { records } = await listAll(world.store, '')
  const sent = await Promise.all(world.requests.map(request => request.text()))
  const refreshTokens = sent.map(body => new URLSearchParams(body).get('refresh_token') ?? '').filter(Boolean)
  expect(refreshTokens.length).toBeGreaterThan(1)
  const seen = JSON.stringify([
    world.notes,
    records,
    error.message,
    error.hint,
    error.details,
    await tokens.status(),
  ])
  for (const secret of [...secrets, ...refreshTokens, world.settings.clientSecret])
    expect(seen).not.toContain(secret)
})
