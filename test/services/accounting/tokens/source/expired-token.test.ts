import { describe, expect, test } from 'vitest'
import { createWorld, DAY, holdAnswer, LIFETIME, MARGIN, still, TOKEN_CALL } from '../world.ts'
import { failure, warm } from './instances.ts'

describe('accessToken() at the end of a token', () => {
  const rows = [
    { name: 'one millisecond before the margin keeps it', left: MARGIN + 1, rotations: 0 },
    { name: 'at the margin refreshes', left: MARGIN, rotations: 1 },
    { name: 'at the expiry refreshes', left: 0, rotations: 1 },
    { name: 'a month later refreshes', left: -30 * DAY, rotations: 1 },
  ]
  test.each(rows)('$name', async ({ left, rotations }) => {
    const world = await createWorld()
    const { tokens } = await warm(world)
    world.advance(LIFETIME - left)
    expect(await world.call(await tokens.accessToken())).toBe(200)
    expect(world.counts).toMatchObject({ rotations, invalidGrants: 0 })
  })

  test.each([1, 60, 120, 121])(
    'one that lives %i seconds is refreshed once, in the middle of its life',
    async life => {
      const world = await createWorld()
      world.sandbox.state.expiresIn = life
      world.advance(LIFETIME)
      const { tokens, token } = await warm(world)
      world.advance((life * 1000) / 2 - 1)
      expect(await tokens.accessToken()).toBe(token)
      expect(world.counts.rotations).toBe(1)
      world.advance(1)
      expect(await world.call(await tokens.accessToken())).toBe(200)
      expect(world.counts).toMatchObject({ rotations: 2, invalidGrants: 0 })
    },
  )

  test('fifty callers of five instances cause one refresh, and all get its token', async () => {
    const world = await createWorld()
    const instances = Array.from({ length: 5 }, () => world.tokens({ sleep: still }))
    await Promise.all(instances.map(tokens => tokens.accessToken()))
    world.advance(LIFETIME)
    const callers = instances.flatMap(tokens => Array.from({ length: 10 }, () => tokens.accessToken()))
    const got = await Promise.all(callers)
    expect(new Set(got).size).toBe(1)
    expect(await world.call(got[0] ?? '')).toBe(200)
    expect(world.counts).toMatchObject({ rotations: 1, invalidGrants: 0 })
  })

  test('inside the margin others keep the living token while one refreshes', async () => {
    const world = await createWorld()
    const { tokens, token } = await warm(world)
    world.advance(LIFETIME - MARGIN)
    const held = holdAnswer()
    world.sandbox.faults.arm(TOKEN_CALL, held.fault)
    const refreshing = world.tokens().accessToken()
    await held.reached
    expect(await tokens.accessToken()).toBe(token)
    held.answer()
    expect(await refreshing).not.toBe(token)
  })

  test('near the end of its function keeps a living token and begins no refresh', async () => {
    const world = await createWorld()
    const { tokens, token } = await warm(world)
    world.advance(LIFETIME - MARGIN)
    expect(await tokens.accessToken({ deadline: world.time.now + 20_000 })).toBe(token)
    world.advance(MARGIN)
    const error = await failure(tokens.accessToken({ deadline: world.time.now + 20_000 }))
    expect(error).toMatchObject({
      code: 'token_busy',
      message: expect.stringContaining('too little time left'),
    })
    expect(world.counts.rotations).toBe(0)
  })
})
