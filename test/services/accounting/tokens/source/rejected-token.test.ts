import { describe, expect, test } from 'vitest'
import { FIRST_MINUTES } from '../../../../../lib/services/accounting/tokens/keeper.ts'
import { createWorld, EXPIRED, holdAnswer, LIFETIME, still, TOKEN_CALL } from '../world.ts'
import { failure, refreshed, warm } from './instances.ts'

describe('accessToken() after a 401', () => {
  test('refreshes if the code says that the token expired, whatever the record says', async () => {
    const world = await createWorld()
    const { tokens, token } = await warm(world)
    const next = await tokens.accessToken({ rejected: { token, codes: EXPIRED } })
    expect(next).not.toBe(token)
    expect(world.counts.rotations).toBe(1)
  })

  test('refreshes without a code if the stored token is past its expiry', async () => {
    const world = await createWorld()
    const { tokens, token } = await warm(world)
    world.advance(LIFETIME)
    expect(await tokens.accessToken({ rejected: { token, codes: [] } })).not.toBe(token)
    expect(world.counts.rotations).toBe(1)
  })

  test('refreshes once if every token is "expired" in its first minutes', async () => {
    const world = await createWorld()
    let { tokens, token } = await warm(world)
    for (let call = 1; call <= 6; call++) {
      token = await tokens.accessToken({ rejected: { token, codes: EXPIRED } })
      world.advance(60_000)
    }
    expect(world.counts.rotations).toBe(1)
    const other = await warm(world)
    expect(await other.tokens.accessToken({ rejected: { token: other.token, codes: EXPIRED } })).toBe(token)
    expect(world.counts.rotations, 'another instance knows it from the record').toBe(1)
    world.advance(FIRST_MINUTES)
    await warm(world)
    await tokens.accessToken({ rejected: { token, codes: EXPIRED } })
    expect(world.counts.rotations, 'later it may be expired').toBe(2)
  })

  const unproven = [
    { name: 'without a code while the stored token lives', codes: [] },
    { name: 'with a code about the user', codes: ['user_do_not_have_permission'] },
    { name: 'with a code about the company', codes: ['company_not_found'] },
    { name: 'with a code about the authorization', codes: ['re_authorization_required'] },
  ]
  test.each(unproven)('$name gives the same token: the 401 stands', async ({ codes }) => {
    const world = await createWorld()
    const { tokens, token } = await warm(world)
    expect(await tokens.accessToken({ rejected: { token, codes } })).toBe(token)
    expect(world.counts.rotations).toBe(0)
  })

  const replaced = [
    { name: 'without a code', codes: [] },
    { name: 'that says "expired", which also stands for "replaced"', codes: EXPIRED },
  ]
  test.each(replaced)(
    '$name takes the newer generation of another instance, without a refresh',
    async ({ codes }) => {
      const world = await createWorld()
      const { tokens, token } = await warm(world)
      const { token: newer } = await refreshed(world)
      expect(await tokens.accessToken({ rejected: { token, codes } })).toBe(newer)
      expect(world.counts.rotations).toBe(1)
    },
  )

  test.each(replaced)('$name waits for a refresh that is under way', async ({ codes }) => {
    const world = await createWorld()
    const held = holdAnswer()
    const { tokens, token } = await warm(world, {
      async sleep() {
        held.answer()
        await refreshing
      },
    })
    world.sandbox.faults.arm(TOKEN_CALL, held.fault)
    const refreshing = refreshed(world)
    await held.reached
    const next = await tokens.accessToken({ rejected: { token, codes } })
    expect(next).toBe((await refreshing).token)
    expect(world.counts).toMatchObject({ rotations: 1, invalidGrants: 0 })
  })

  test('of many callers at once causes one refresh', async () => {
    const world = await createWorld()
    const { tokens, token } = await warm(world, { sleep: still })
    const rejected = { token, codes: EXPIRED }
    const got = await Promise.all(Array.from({ length: 50 }, () => tokens.accessToken({ rejected })))
    expect(new Set(got).size).toBe(1)
    expect(world.counts.rotations).toBe(1)
  })

  test('marks the generation bad: no instance hands its token out, even if no refresh is possible', async () => {
    const world = await createWorld()
    const { tokens, token } = await warm(world)
    world.sandbox.oauth.revoke()
    const error = await failure(tokens.accessToken({ rejected: { token, codes: EXPIRED } }))
    expect(error.code).toBe('reauthorize')
    expect((await world.credential()).accessRejected).toBe(true)
    expect((await failure(tokens.accessToken())).code).toBe('reauthorize')
    expect((await failure(world.tokens().accessToken())).code).toBe('reauthorize')
    expect(world.counts.invalidGrants).toBe(1)
  })
})
