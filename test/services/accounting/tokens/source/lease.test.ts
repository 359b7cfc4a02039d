import { describe, expect, test } from 'vitest'
import { createWorld, LEASE, LIFETIME, MARGIN, type World } from '../world.ts'
import { failure, warm } from './instances.ts'

describe('a holder that died', () => {
  /** Leaves the record as a holder does that is killed right after its claim. */
  async function abandoned(world: World): Promise<void> {
    const intent = { owner: 'dead', operation: 'dead', until: world.time.now + LEASE }
    await world.change({ lifecycle: { state: 'refreshing', intent } })
  }

  test('inside the margin is healed unnoticed', async () => {
    const world = await createWorld()
    const { tokens, token } = await warm(world)
    world.advance(LIFETIME - MARGIN)
    await abandoned(world)
    world.advance(LEASE - 1)
    expect(await tokens.accessToken()).toBe(token)
    world.advance(1)
    expect(await tokens.accessToken()).not.toBe(token)
    expect(world.counts).toMatchObject({ rotations: 1, invalidGrants: 0 })
  })

  test('past the expiry is waited for until its lease is over', async () => {
    const world = await createWorld()
    world.advance(LIFETIME)
    await abandoned(world)
    const since = world.time.now
    const tokens = world.tokens()
    expect(await world.call(await tokens.accessToken({ deadline: since + 120_000 }))).toBe(200)
    expect(world.time.now).toBeGreaterThanOrEqual(since + LEASE)
  })

  test('is waited for by fifty callers of one instance with the questions of one', async () => {
    const reads = async (callers: number) => {
      const world = await createWorld()
      world.advance(LIFETIME)
      await abandoned(world)
      const tokens = world.tokens({ random: () => 0.5 })
      const before = world.store.calls.read
      const deadline = world.time.now + 30_000
      const calls = Array.from({ length: callers }, () => failure(tokens.accessToken({ deadline })))
      expect(new Set((await Promise.all(calls)).map(({ code }) => code))).toEqual(new Set(['token_busy']))
      return world.store.calls.read - before
    }
    expect(await reads(50)).toBe(await reads(1))
  })

  test('is not waited for longer than the caller lives', async () => {
    const world = await createWorld()
    world.advance(LIFETIME)
    await abandoned(world)
    const error = await failure(world.tokens().accessToken({ deadline: world.time.now + 30_000 }))
    expect(error).toMatchObject({
      code: 'token_busy',
      message: expect.stringContaining('until 2026-04-01T06:01:05.000Z'),
    })
  })

  test('is not waited for by a caller whose time is over', async () => {
    const world = await createWorld()
    world.advance(LIFETIME)
    await abandoned(world)
    const sleep = () => Promise.reject(new Error('it waited'))
    const asked = world.tokens({ sleep }).accessToken({ deadline: world.time.now })
    expect((await failure(asked)).code).toBe('token_busy')
  })
})

describe('the lease', () => {
  test.each([
    { name: 'the given end', deadline: 40_000, most: 35_000 },
    { name: 'the end of a function that begins now', deadline: undefined, most: 55_000 },
  ])('of an instance that died is waited for until five seconds before $name', async ({ deadline, most }) => {
    const world = await createWorld()
    world.advance(LIFETIME)
    const intent = { owner: 'dead', operation: 'dead', until: world.time.now + LEASE }
    await world.change({ lifecycle: { state: 'refreshing', intent } })
    const begun = world.time.now
    const given = deadline === undefined ? {} : { deadline: begun + deadline }
    expect((await failure(world.tokens().accessToken(given))).code).toBe('token_busy')
    const waited = world.time.now - begun
    expect(waited).toBeGreaterThanOrEqual(most - 1000)
    expect(waited).toBeLessThanOrEqual(most + 200)
  })
})

describe('a failover of the store', () => {
  test.each([
    { name: 'undoes neither the intent nor the new pair', status: 200, settled: 'durable swap' },
    { name: 'may undo a failure, which is written without waiting', status: 503, settled: 'plain swap' },
  ])('$name', async ({ status, settled }) => {
    const world = await createWorld()
    world.advance(LIFETIME)
    const order: string[] = []
    const { store } = world
    const watched = {
      ...store,
      swap(...[key, expected, next]: Parameters<typeof store.swap>) {
        order.push(`${next.durable ? 'durable' : 'plain'} swap`)
        return store.swap(key, expected, next)
      },
    }
    const tokenEndpoint: typeof fetch = async (...request) => {
      order.push('call')
      return status === 200 ? fetch(...request) : new Response('', { status })
    }
    await world
      .tokens({ store: watched, fetch: tokenEndpoint })
      .accessToken()
      .catch(() => undefined)
    expect(order).toEqual(['durable swap', 'call', settled])
  })
})
