import { describe, expect, test } from 'vitest'
import { OUTAGE } from '../../../../helpers/memory-store.ts'
import { createWorld, EXPIRED, LIFETIME } from '../world.ts'
import { failure, warm } from './instances.ts'

test('a function that may not refresh uses what lives, waits for others, and spends nothing', async () => {
  const world = await createWorld()
  const { tokens, token } = await warm(world, { mayRefresh: false })
  world.advance(LIFETIME - 1)
  expect(await tokens.accessToken()).toBe(token)
  world.advance(1)
  const error = await failure(tokens.accessToken())
  expect(error).toMatchObject({ code: 'token_busy', hint: expect.stringContaining("report's status") })
  expect(world.counts.rotations).toBe(0)
  const next = await world.tokens().accessToken()
  expect(await tokens.accessToken()).toBe(next)
})

describe('what keeps a refresh from being begun', () => {
  test('a store that is down: the token is not spent', async () => {
    const world = await createWorld()
    const { tokens } = await warm(world)
    world.advance(LIFETIME)
    world.store.failure = OUTAGE
    expect((await failure(tokens.accessToken())).code).toBe('store_unavailable')
    world.store.failure = undefined
    expect(world.counts.rotations).toBe(0)
    expect(await world.call(await tokens.accessToken())).toBe(200)
  })

  test('a claim whose answer never arrives: the token is not spent, and the lease heals', async () => {
    const world = await createWorld()
    const { tokens } = await warm(world)
    world.advance(LIFETIME)
    world.store.failure = { ...OUTAGE, when: 'after' }
    expect((await failure(tokens.accessToken())).code).toBe('store_unavailable')
    world.store.failure = undefined
    expect(world.counts.rotations).toBe(0)
    expect(await world.call(await tokens.accessToken({ deadline: world.time.now + 100_000 }))).toBe(200)
  })

  test('a preview: it uses what lives, says not_in_preview after it, and writes nothing', async () => {
    const world = await createWorld()
    const preview = world.tokens({ deployment: 'preview' })
    const token = await preview.accessToken()
    world.advance(LIFETIME - 1)
    const before = await world.credential()
    expect(await preview.accessToken()).toBe(token)
    expect((await failure(preview.accessToken({ rejected: { token, codes: EXPIRED } }))).code).toBe(
      'not_in_preview',
    )
    world.advance(1)
    expect((await failure(preview.accessToken())).code).toBe('not_in_preview')
    expect(await world.credential()).toEqual(before)
    expect(world.counts.rotations).toBe(0)
  })

  test('a token of another application than the settings name', async () => {
    const world = await createWorld()
    const other = world.tokens({ settings: { ...world.settings, clientId: 'another' } })
    const token = await other.accessToken()
    expect(await world.call(token)).toBe(200)
    world.advance(LIFETIME)
    const error = await failure(other.accessToken())
    expect(error).toMatchObject({
      code: 'reauthorize',
      message: expect.stringContaining('another application'),
    })
    expect(await world.call(await world.tokens().accessToken())).toBe(200)
  })

  test('a seal that does not open: the lease is given back', async () => {
    const world = await createWorld()
    world.advance(LIFETIME)
    const sealKeys = [{ epoch: '1', secret: Buffer.alloc(32, 8) }]
    expect((await failure(world.tokens({ sealKeys }).accessToken())).code).toBe('seal_invalid')
    expect(world.counts.rotations).toBe(0)
    expect(await world.call(await world.tokens().accessToken())).toBe(200)
  })

  test('no authorization at all: reauthorize with the command to run', async () => {
    const world = await createWorld({ authorized: false })
    const error = await failure(world.tokens().accessToken())
    expect(error).toMatchObject({
      code: 'reauthorize',
      hint: expect.stringContaining('kura accounting authorize'),
    })
  })
})
