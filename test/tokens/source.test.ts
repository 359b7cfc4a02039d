import { describe, expect, test } from 'vitest'
import type { AppError } from '../../lib/errors.ts'
import { listen } from '../../lib/http/listen.ts'
import { applyScan, EMPTY } from '../../lib/notices/outbox.ts'
import { TOKEN_PATH } from '../../lib/sandbox/accounting/sandbox.ts'
import { answered, answeredAfterCommit, lostAnswer, lostRequest } from '../../lib/sandbox/faults.ts'
import { listAll } from '../../lib/store/list.ts'
import { tokenNotices } from '../../lib/tokens/notices.ts'
import type { TokensOptions } from '../../lib/tokens/tokens.ts'
import { OUTAGE } from '../helpers/memory-store.ts'
import { noticeWords } from '../helpers/notice-words.ts'
import { authorize, createWorld, DAY, holdAnswer, LIFETIME, SEAL_KEYS, still, type World } from './world.ts'

const MARGIN = 120_000
const LEASE = 65_000
const TOKEN_CALL = `POST ${TOKEN_PATH}`
const EXPIRED = ['expired_access_token']

/** What a call rejects with. */
async function failure(work: Promise<unknown>): Promise<AppError> {
  return work.then(
    () => Promise.reject(new Error('it did not fail')),
    (error: AppError) => error,
  )
}

/** An instance that has handed out a token, and that token. */
async function warm(world: World, options: Partial<TokensOptions> = {}) {
  const tokens = world.tokens(options)
  return { tokens, token: await tokens.accessToken() }
}

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

/** Another instance that has refreshed, and its token. */
async function refreshed(world: World) {
  const { tokens, token } = await warm(world)
  return { tokens, token: await tokens.accessToken({ rejected: { token, codes: EXPIRED } }) }
}

describe('a refusal of the token endpoint', () => {
  const tokenError = (status: number, error: string) => () => Response.json({ error }, { status })
  const final = [
    { name: 'invalid_grant', answer: tokenError(401, 'invalid_grant'), reason: 'invalid_grant' },
    { name: 'invalid_client', answer: tokenError(401, 'invalid_client'), reason: 'invalid_client' },
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

  test('of the client says which settings to check', async () => {
    const world = await createWorld()
    world.advance(LIFETIME)
    const tokens = world.tokens({ settings: { ...world.settings, clientSecret: 'mistyped' } })
    const error = await failure(tokens.accessToken())
    expect(error.message).toContain('invalid_client')
    expect(error.hint).toContain('ACCOUNTING_CLIENT_SECRET')
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
    expect(error.message).toContain(`it failed 2 times in a row (${reason}), the next attempt is allowed`)
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
    expect(await world.tokens().status()).toMatchObject({ state: 'reauthorize', reason: 'status_503' })
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
      outbox = applyScan(outbox, { owners: ['tokens'], notices }, world.time.now)
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
        reason: 'unreachable',
        until: new Date(world.time.now + pause).toISOString(),
      })
      world.advance(pause)
    }
    expect(await world.call(await world.tokens().accessToken())).toBe(200)
  })
})

describe('a holder that died', () => {
  /** The record as a holder leaves it that was killed right after its claim. */
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
    expect(error).toMatchObject({ code: 'token_busy', message: expect.stringContaining('until 06:01:05') })
  })

  test('is not waited for by a caller whose time is over', async () => {
    const world = await createWorld()
    world.advance(LIFETIME)
    await abandoned(world)
    const sleep = () => Promise.reject(new Error('it waited'))
    const asked = world.tokens({ sleep }).accessToken({ deadline: world.time.now })
    expect((await failure(asked)).code).toBe('token_busy')
  })

  test('with the token spent ends in one refresh and reauthorize', async () => {
    const world = await createWorld()
    world.advance(LIFETIME)
    await abandoned(world)
    world.sandbox.oauth.revoke()
    world.advance(LEASE)
    for (let call = 0; call < 3; call += 1)
      expect((await failure(world.tokens().accessToken())).code).toBe('reauthorize')
    expect(world.counts).toMatchObject({ rotations: 0, invalidGrants: 1 })
  })
})

describe('the lease', () => {
  test('is given up unspent if its claim was so slow that no whole call fits', async () => {
    const world = await createWorld()
    world.advance(LIFETIME)
    const { store } = world
    let slow = true
    const slowStore = {
      ...store,
      async swap(...given: Parameters<typeof store.swap>) {
        const answer = await store.swap(...given)
        if (slow) world.advance(40_000)
        slow = false
        return answer
      },
    }
    const tokens = world.tokens({ store: slowStore })
    const error = await failure(tokens.accessToken())
    expect(error.code).toBe('token_busy')
    expect(world.counts.rotations).toBe(0)
    expect(await world.credential()).toMatchObject({ lifecycle: { state: 'current' } })
    expect(await world.credential()).not.toHaveProperty('failures')
    expect(await world.call(await tokens.accessToken())).toBe(200)
  })

  test('that another one has taken meanwhile is not spent', async () => {
    const world = await createWorld()
    world.advance(LIFETIME)
    const { store } = world
    let first = true
    const taken = {
      ...store,
      async swap(...given: Parameters<typeof store.swap>) {
        const answer = await store.swap(...given)
        if (first) {
          first = false
          const intent = { owner: 'other', operation: 'other', until: world.time.now + LEASE }
          await world.change({ lifecycle: { state: 'refreshing', intent } })
        }
        return answer
      },
    }
    const asked = world.tokens({ store: taken }).accessToken({ deadline: world.time.now + 30_000 })
    expect((await failure(asked)).code).toBe('token_busy')
    expect(world.counts.rotations).toBe(0)
  })
})

test('the intent and the new pair are written so that no failover undoes them', async () => {
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
  const tokenEndpoint: typeof fetch = (...request) => {
    order.push('call')
    return fetch(...request)
  }
  await world.tokens({ store: watched, fetch: tokenEndpoint }).accessToken()
  expect(order).toEqual(['durable swap', 'call', 'durable swap'])
})

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
