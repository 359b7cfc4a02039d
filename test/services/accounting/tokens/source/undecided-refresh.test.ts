import { describe, expect, test } from 'vitest'
import { phrase } from '../../../../../lib/core/language/catalogue.ts'
import { english } from '../../../../../lib/core/language/text.ts'
import { TOKEN_REASONS } from '../../../../../lib/services/accounting/tokens/exchange/words.ts'
import { tokenItems, tokenNotices } from '../../../../../lib/services/accounting/tokens/notices.ts'
import { applyScan } from '../../../../../lib/services/notices/outbox.ts'
import { EMPTY } from '../../../../../lib/services/notices/stored-outbox.ts'
import { answered, lostRequest } from '../../../../../sandbox/faults.ts'
import { noticeWords } from '../../../../helpers/notice-words.ts'
import { authorize, createWorld, DAY, LIFETIME, MARGIN, still, TOKEN_CALL } from '../world.ts'
import { failure, warm } from './instances.ts'

describe('a refusal of the token endpoint', () => {
  const undecided = [
    { name: '500', fault: () => answered(() => new Response('', { status: 500 })), pause: 60_000 },
    { name: '503', fault: () => answered(() => new Response('', { status: 503 })), pause: 60_000 },
    { name: '429', fault: () => answered(() => new Response('', { status: 429 })), pause: 600_000 },
    {
      name: 'the 403 of the rate limit',
      fault: () => answered(() => Response.json({ message: 'too many' }, { status: 403 })),
      pause: 600_000,
    },
    {
      name: '400 without an OAuth error',
      fault: () => answered(() => new Response('no', { status: 400 })),
      pause: 60_000,
    },
    {
      name: 'a redirect',
      fault: () =>
        answered(() => new Response(null, { status: 302, headers: { location: 'http://127.0.0.1:9/' } })),
      pause: 60_000,
    },
    {
      name: "the page of a proxy that answers in the service's place",
      fault: () => answered(() => new Response('<html>')),
      pause: 60_000,
    },
    { name: 'a request that is cut off', fault: () => lostRequest(), pause: 60_000 },
  ]
  test.each(undecided)(
    '$name leaves a living token in use, and a later attempt heals',
    async ({ fault, pause }) => {
      const world = await createWorld()
      const { tokens, token } = await warm(world)
      world.advance(LIFETIME - MARGIN)
      world.sandbox.faults.arm(TOKEN_CALL, fault())
      expect(await tokens.accessToken()).toBe(token)
      expect(await tokens.status()).toMatchObject({ state: 'reauthorize', failures: { count: 1 } })
      world.advance(Math.max(pause - 1, MARGIN) - 1)
      if (pause > MARGIN) expect((await failure(tokens.accessToken())).code).toBe('reauthorize')
      world.advance(2)
      expect(await world.call(await tokens.accessToken())).toBe(200)
      expect(await tokens.status()).toMatchObject({ state: 'current', generation: 2 })
      expect(await tokens.status()).not.toHaveProperty('failures')
      expect(world.counts).toMatchObject({ rotations: 1, invalidGrants: 0 })
    },
  )

  test.each(undecided)('$name twice says why, and when it is tried again', async ({ fault, pause }) => {
    const world = await createWorld()
    const { tokens } = await warm(world)
    world.advance(LIFETIME)
    world.sandbox.faults.arm(TOKEN_CALL, fault(), { times: 2 })
    const sent = world.requests.length
    expect((await failure(tokens.accessToken())).code).toBe('reauthorize')
    world.advance(pause)
    const error = await failure(tokens.accessToken())
    const { reason, until } = await tokens.status()
    expect(error.code).toBe('reauthorize')
    expect(error.message).toContain(
      `it failed 2 times in a row (${english(reason ?? '')}), the next attempt is allowed`,
    )
    expect(until).toBe(new Date(world.time.now + 2 * pause).toISOString())
    world.advance(2 * pause - 1)
    expect((await failure(world.tokens().accessToken())).code).toBe('reauthorize')
    expect(world.requests.length).toBe(sent + 2)
    world.advance(1)
    expect(await world.call(await world.tokens().accessToken())).toBe(200)
  })

  test('that goes on for a day is asked once at a time, after pauses that grow to an hour', async () => {
    const world = await createWorld()
    const instances = Array.from({ length: 5 }, () => world.tokens({ sleep: still }))
    world.advance(LIFETIME)
    const asked: number[] = []
    const began = world.time.now
    world.sandbox.faults.arm(
      TOKEN_CALL,
      answered(() => {
        asked.push((world.time.now - began) / 60_000)
        return new Response('', { status: 503 })
      }),
      { times: Number.POSITIVE_INFINITY },
    )
    for (let minute = 0; minute <= 24 * 60; minute += 1) {
      const callers = instances.flatMap(tokens => [
        failure(tokens.accessToken()),
        failure(tokens.accessToken()),
      ])
      const codes = (await Promise.all(callers)).map(({ code }) => code)
      expect(new Set(codes)).toEqual(new Set(['reauthorize']))
      world.advance(60_000)
    }
    expect(asked.slice(0, 8)).toEqual([0, 1, 3, 7, 15, 31, 63, 123])
    expect(asked.slice(8).every((at, index) => at === 123 + 60 * (index + 1))).toBe(true)
    world.sandbox.faults.clear()
    world.advance(60 * 60_000)
    const got = await Promise.all(instances.map(tokens => tokens.accessToken()))
    expect(new Set(got).size).toBe(1)
    expect(world.counts).toMatchObject({ rotations: 1, invalidGrants: 0 })
  })

  test('that goes on is tried for as long as the refresh token lives, and no longer', async () => {
    const world = await createWorld()
    const { issuedAt } = await world.credential()
    const fault = answered(() => new Response('', { status: 503 }))
    world.sandbox.faults.arm(TOKEN_CALL, fault, { times: Number.POSITIVE_INFINITY })
    const sentAt = async (time: number) => {
      world.time.now = time
      const sent = world.requests.length
      const error = await failure(world.tokens().accessToken())
      expect(error.code).toBe('reauthorize')
      return world.requests.length - sent
    }
    expect(await sentAt(issuedAt + 30 * DAY)).toBe(1)
    expect(await sentAt(issuedAt + 90 * DAY - 1)).toBe(1)
    expect(await sentAt(issuedAt + 90 * DAY + DAY)).toBe(0)
    expect(await world.tokens().status()).toMatchObject({
      state: 'reauthorize',
      reason: phrase(TOKEN_REASONS.status, { status: 503 }),
    })
    world.sandbox.faults.clear()
    await authorize(world.tokens())
    expect(await world.tokens().status()).toMatchObject({ state: 'current', generation: 2 })
  })

  test('raises a notice from the first failure on, which the first success closes', async () => {
    const world = await createWorld()
    const { tokens } = await warm(world)
    let outbox = EMPTY
    const scan = async () => {
      const raised = tokenNotices(await tokens.status(), world.time.now)
      const notices = raised.map(notice => ({ ...notice, owner: 'tokens' }))
      outbox = applyScan(outbox, { owners: ['tokens'], notices }, { now: world.time.now, kinds: tokenItems })
      return Object.values(outbox.notices).map(notice => [notice.step, noticeWords(notice)])
    }
    world.advance(LIFETIME)
    world.sandbox.faults.arm(
      TOKEN_CALL,
      answered(() => new Response('', { status: 503 })),
      { times: 2 },
    )
    await failure(tokens.accessToken())
    expect(await scan()).toEqual([['failing 1', expect.stringContaining('failed once')]])
    world.advance(60_000)
    await failure(tokens.accessToken())
    expect(await scan()).toEqual([['failing 1', expect.stringMatching(/failed 2 times .*status_503/)]])
    world.advance(120_000)
    await tokens.accessToken()
    expect(await scan()).toEqual([])
  })
})
