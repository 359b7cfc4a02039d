import { describe, expect, test } from 'vitest'
import { phrase } from '../../../../../lib/core/language/catalogue.ts'
import { TOKEN_REASONS } from '../../../../../lib/services/accounting/tokens/exchange/words.ts'
import { answeredAfterCommit, lostAnswer } from '../../../../../sandbox/faults.ts'
import { listen } from '../../../../../sandbox/listen.ts'
import { createWorld, DAY, LIFETIME, TOKEN_CALL } from '../world.ts'
import { failure, warm } from './instances.ts'

describe('a refusal of the token endpoint', () => {
  const spent = [
    { name: 'an answer that is lost', fault: () => lostAnswer() },
    {
      name: 'a 500 after the token is spent',
      fault: () => answeredAfterCommit(() => new Response('', { status: 500 })),
    },
    {
      name: 'a reply without refresh_token after it is spent',
      fault: () => answeredAfterCommit(() => Response.json({ access_token: 'new', expires_in: 21_600 })),
    },
  ]
  test.each(spent)('$name is found out by one later attempt and ends in reauthorize', async ({ fault }) => {
    const world = await createWorld()
    const { tokens } = await warm(world)
    world.advance(LIFETIME)
    world.sandbox.faults.arm(TOKEN_CALL, fault())
    expect((await failure(tokens.accessToken())).code).toBe('reauthorize')
    world.advance(60_000)
    const error = await failure(tokens.accessToken())
    expect(error.message).toContain('invalid_grant')
    expect(await tokens.status()).toMatchObject({ state: 'reauthorize', reason: 'invalid_grant' })
    expect(await tokens.status()).not.toHaveProperty('until')
    world.advance(DAY)
    await failure(tokens.accessToken())
    expect(world.counts).toMatchObject({ rotations: 1, invalidGrants: 1 })
  })

  test('that nothing was sent is tried again soon, and then more seldom', async () => {
    const world = await createWorld()
    const closed = await listen(() => new Response())
    await closed.close()
    const unreachable = world.tokens({ settings: { ...world.settings, tokenUrl: `${closed.url}/token` } })
    world.advance(LIFETIME)
    for (const pause of [5_000, 10_000, 20_000]) {
      expect((await failure(unreachable.accessToken())).code).toBe('remote_unreachable')
      expect(await unreachable.status()).toMatchObject({
        state: 'paused',
        reason: phrase(TOKEN_REASONS.unreachable),
        until: new Date(world.time.now + pause).toISOString(),
      })
      world.advance(pause)
    }
    expect(await world.call(await world.tokens().accessToken())).toBe(200)
  })
})
