import { describe, expect, test } from 'vitest'
import { phrase } from '../../../../../lib/core/language/catalogue.ts'
import { TOKEN_REASONS } from '../../../../../lib/services/accounting/tokens/exchange/words.ts'
import { answered, answeredAfterCommit, lostAnswer } from '../../../../../sandbox/faults.ts'
import { listen } from '../../../../../sandbox/listen.ts'
import { createWorld, DAY, LIFETIME, MARGIN, TOKEN_CALL } from '../world.ts'
import { failure, warm } from './instances.ts'

describe('a refusal of the token endpoint', () => {
  const tokenError = (status: number, error: string) => () => Response.json({ error }, { status })
  const final = [
    { name: 'invalid_grant', answer: tokenError(401, 'invalid_grant'), reason: 'invalid_grant' },
    {
      name: 'unauthorized_client',
      answer: tokenError(400, 'unauthorized_client'),
      reason: 'unauthorized_client',
    },
  ]
  test.each(final)('$name is reauthorize, said plainly, with no further call', async ({ answer, reason }) => {
    const world = await createWorld()
    const { tokens } = await warm(world)
    world.advance(LIFETIME)
    world.sandbox.faults.arm(TOKEN_CALL, answered(answer))
    const sent = world.requests.length
    const error = await failure(tokens.accessToken())
    expect(error).toMatchObject({ code: 'reauthorize', message: expect.stringContaining(reason) })
    expect(error.hint).toContain('kura accounting authorize')
    world.advance(DAY)
    expect((await failure(world.tokens().accessToken())).code).toBe('reauthorize')
    expect(world.requests.length).toBe(sent + 1)
  })

  test('of the secret is a pause that names the setting, and ends when the setting changes', async () => {
    const world = await createWorld()
    world.advance(LIFETIME)
    const mistyped = () => world.tokens({ settings: { ...world.settings, clientSecret: 'mistyped' } })
    const error = await failure(mistyped().accessToken())
    expect(error.message).toMatch(/ACCOUNTING_CLIENT_SECRET.*invalid_client/)
    expect(error.hint).toContain('ACCOUNTING_CLIENT_SECRET')
    expect((await world.tokens().status()).state).toBe('paused')
    const sent = world.requests.length
    expect((await failure(mistyped().accessToken())).message).toContain('invalid_client')
    expect(world.requests.length, 'the same setting waits').toBe(sent)
    await world.tokens().accessToken()
    expect(world.counts.rotations).toBe(1)
    const status = await world.tokens().status()
    expect([status.state, status.failures]).toEqual(['current', undefined])
  })

  test('of the secret is tried again after its pause with the same setting', async () => {
    const world = await createWorld()
    world.advance(LIFETIME)
    world.sandbox.faults.arm(TOKEN_CALL, answered(tokenError(401, 'invalid_client')))
    await failure(world.tokens().accessToken())
    world.advance(3_600_000)
    await world.tokens().accessToken()
    expect(world.counts.rotations).toBe(1)
  })

  test('leaves a token that lives in use', async () => {
    const world = await createWorld()
    const { tokens, token } = await warm(world)
    world.advance(LIFETIME - MARGIN)
    world.sandbox.faults.arm(TOKEN_CALL, answered(tokenError(401, 'invalid_grant')))
    expect(await tokens.accessToken()).toBe(token)
    expect((await tokens.status()).state).toBe('reauthorize')
    world.advance(MARGIN)
    expect((await failure(tokens.accessToken())).code).toBe('reauthorize')
  })
})

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
