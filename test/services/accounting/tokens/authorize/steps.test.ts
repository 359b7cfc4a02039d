/** The single steps of an authorization, and processes that end between them. */
import { describe, expect, test } from 'vitest'
import {
  beginAuthorization,
  keepAuthorization,
  type Question,
  readProgress,
  receiveCode,
} from '../../../../../lib/services/accounting/tokens/authorize/authorize.ts'
import { authorizationHandlers } from '../../../../../lib/services/accounting/tokens/handlers.ts'
import { CREDENTIAL_KEY } from '../../../../../lib/services/accounting/tokens/schema.ts'
import { type TokensOptions, tokenDeps } from '../../../../../lib/services/accounting/tokens/tokens.ts'
import { createWorld, SEAL_KEYS, shownCode, type World } from '../world.ts'

const OWNER = 'mei:admin:1'
const COMPANY = { id: 1_234_567, number: '8101234567', name: '' }

/** The dependencies of one process; `dies` throws at a write to the store, which ends the process. */
function processOf(world: World, options: Partial<TokensOptions> & { dies?: Dies } = {}) {
  const { store, settings, journal } = world
  const { dies = () => undefined, ...others } = options
  const mortal = {
    ...store,
    async swap(...given: Parameters<typeof store.swap>) {
      dies('before', given[0])
      const answer = await store.swap(...given)
      dies('after', given[0])
      return answer
    },
  }
  return tokenDeps({
    store: mortal,
    settings,
    journal,
    sealKeys: SEAL_KEYS,
    fetch,
    clock: () => world.time.now,
    sleep: async milliseconds => world.advance(milliseconds),
    deployment: 'production',
    instance: 'test',
    companies: async () => [{ ...COMPANY, role: 'admin' }],
    ...others,
  })
}

type Dies = (when: 'before' | 'after', key: string) => void

/** Ends the process at its `count`th write. */
function dieAt(when: 'before' | 'after', count: number, key?: string): Dies {
  let left = count
  return (now, written) => {
    if (now !== when || (key !== undefined && key !== written)) return
    left -= 1
    if (left === 0) throw new Error('killed')
  }
}

async function begun(world: World, owner = OWNER) {
  const redirectUri = 'http://127.0.0.1/callback'
  const { url } = await beginAuthorization({ owner, redirectUri }, processOf(world))
  const { headers } = await fetch(url, { redirect: 'manual' })
  const query = new URL(headers.get('location') ?? '').searchParams
  return { code: query.get('code') ?? '', state: query.get('state') ?? '' }
}

async function received(world: World): Promise<Question> {
  const progress = await receiveCode({ owner: OWNER, ...(await begun(world)) }, processOf(world))
  if (progress.state !== 'received') throw new Error(progress.state)
  return progress
}

const keepingOf = ({ authorization, replaces }: Question) => ({
  owner: OWNER,
  authorization,
  replaces,
  company: COMPANY.id,
})

test('nothing is used before its owner keeps it, and the pair goes from the record then', async () => {
  const world = await createWorld({ authorized: false })
  const question = await received(world)
  expect(question).toMatchObject({ companies: [{ ...COMPANY, role: 'admin' }], replaces: null })
  expect(question.current).toBeUndefined()
  expect((await world.tokens().status()).state).toBe('unauthorized')
  await keepAuthorization(keepingOf(question), processOf(world))
  expect(await world.tokens().status()).toMatchObject({ state: 'current', company: COMPANY })
  expect(await readProgress({ owner: OWNER }, processOf(world))).toEqual({ state: 'none' })
  expect((await world.store.keys('tokens/accounting/authorization')).keys).toEqual([])
})

test('the same page loaded three times exchanges the code once', async () => {
  const world = await createWorld({ authorized: false })
  const given = await begun(world)
  const load = () => receiveCode({ owner: OWNER, ...given }, processOf(world))
  await Promise.all([load(), load(), load()])
  expect(await load()).toMatchObject({ state: 'received' })
  expect(world.counts).toMatchObject({ exchanges: 1, invalidGrants: 0 })
})

test('every wait ends before the request does, whose time counts from its begin', async () => {
  const world = await createWorld({ authorized: false })
  const waits: (number | undefined)[] = []
  const deps = {
    ...processOf(world),
    url: new URL('http://127.0.0.1/'),
    timeLimit: (milliseconds: number) => {
      waits.push(milliseconds)
      return new AbortController().signal
    },
    companies: async (_token: string, until?: number) => {
      waits.push(until)
      return [{ ...COMPANY, role: 'admin' }]
    },
  }
  const body = await begun(world)
  const trace = { started: world.time.now - 35_000, note: () => undefined, remote: () => undefined }
  await authorizationHandlers(() => deps).receiveCode({ caller: { keyid: OWNER }, body, trace } as never)
  expect(waits).toEqual([10_000, world.time.now + 20_000])
})

describe('refuses, and exchanges nothing', () => {
  test.each([
    ['a forged state', { state: 'forged' }, OWNER, 'its state is not the one'],
    ["another owner's code", {}, 'ken:admin:1', 'none was begun'],
  ])('%s', async (_name, change, owner, why) => {
    const world = await createWorld({ authorized: false })
    const given = { ...(await begun(world)), ...change }
    await expect(receiveCode({ owner, ...given }, processOf(world))).rejects.toThrow(why)
    expect(world.counts.exchanges).toBe(0)
  })

  test('a code that comes after ten minutes, and a pair that is kept after ten', async () => {
    const world = await createWorld({ authorized: false })
    const given = await begun(world)
    world.advance(600_000)
    await expect(receiveCode({ owner: OWNER, ...given }, processOf(world))).rejects.toThrow('none was begun')
    const question = await received(world)
    world.advance(600_000)
    await expect(keepAuthorization(keepingOf(question), processOf(world))).rejects.toThrow('it has ended')
    expect((await world.tokens().status()).state).toBe('unauthorized')
  })
})

describe('a pair is not kept', () => {
  test('for a company to which it gives no access', async () => {
    const world = await createWorld()
    const keeping = { ...keepingOf(await received(world)), company: 2 }
    await expect(keepAuthorization(keeping, processOf(world))).rejects.toThrow('no access to the company 2')
    expect((await world.tokens().status()).generation).toBe(1)
  })

  test('by another owner, or under another name', async () => {
    const world = await createWorld()
    const question = keepingOf(await received(world))
    for (const change of [{ owner: 'ken:admin:1' }, { authorization: 'other' }])
      await expect(keepAuthorization({ ...question, ...change }, processOf(world))).rejects.toThrow(
        'it has ended',
      )
  })

  test('over another authorization than the one that was shown', async () => {
    const world = await createWorld()
    const question = await received(world)
    await world.change({ authorization: undefined })
    await expect(keepAuthorization(keepingOf(question), processOf(world))).rejects.toThrow(
      'another authorization was stored since',
    )
  })
})

describe('a process that ends', () => {
  /** The three writes: the claim, the pair of tokens, the companies. */
  const DEATHS = (['before', 'after'] as const).flatMap(when => [1, 2, 3].map(count => ({ when, count })))

  test.each(DEATHS)('$when write $count of an exchange leaves the pair in use', async ({ when, count }) => {
    const world = await createWorld()
    const given = await begun(world)
    const dying = receiveCode({ owner: OWNER, ...given }, processOf(world, { dies: dieAt(when, count) }))
    await expect(dying).rejects.toThrow('killed')
    world.advance(65_000)
    const again = await receiveCode({ owner: OWNER, ...given }, processOf(world))
    // before its claim the process sent nothing; between claim and pair, the next process does not send the code again
    const isLost = (when === 'after' && count === 1) || (when === 'before' && count === 2)
    expect(again.state).toBe(isLost ? 'interrupted' : 'received')
    const question = again.state === 'received' ? again : await received(world)
    await keepAuthorization(keepingOf(question), processOf(world))
    expect((await world.tokens().status()).generation).toBe(2)
    expect(await world.call(await world.tokens().accessToken())).toBe(200)
  })

  test.each(['before', 'after'] as const)('%s it stores the pair keeps it by the same call', async when => {
    const world = await createWorld()
    const keeping = keepingOf(await received(world))
    const dies = dieAt(when, 1, CREDENTIAL_KEY)
    await expect(keepAuthorization(keeping, processOf(world, { dies }))).rejects.toThrow('killed')
    const tokens = world.tokens()
    const token = await tokens.accessToken()
    await tokens.accessToken({ rejected: { token, codes: ['expired_access_token'] } })
    await keepAuthorization(keeping, processOf(world))
    await keepAuthorization(keeping, processOf(world))
    // the journal had the pair before the store did; the next process that needs a token stores it again
    expect((await world.tokens().status()).generation).toBe(when === 'before' ? 2 : 3)
    expect(await world.call(await world.tokens().accessToken())).toBe(200)
  })

  test('after the pair was stored does not bring it back over a later authorization', async () => {
    const world = await createWorld()
    const keeping = keepingOf(await received(world))
    const dies = dieAt('after', 1, CREDENTIAL_KEY)
    await expect(keepAuthorization(keeping, processOf(world, { dies }))).rejects.toThrow('killed')
    const tokens = world.tokens()
    await tokens.finish(await shownCode((await tokens.begin()).url))
    await expect(keepAuthorization(keeping, processOf(world))).rejects.toThrow(
      'another authorization was stored since',
    )
    expect((await tokens.status()).generation).toBe(3)
  })
})

test('while a code is exchanged, others wait as long as that process can live', async () => {
  const world = await createWorld({ authorized: false })
  const given = await begun(world)
  const dies = dieAt('before', 2)
  await expect(receiveCode({ owner: OWNER, ...given }, processOf(world, { dies }))).rejects.toThrow('killed')
  world.advance(64_999)
  expect(await readProgress({ owner: OWNER }, processOf(world))).toEqual({ state: 'exchanging' })
  world.advance(1)
  expect(await readProgress({ owner: OWNER }, processOf(world))).toEqual({ state: 'interrupted' })
})
