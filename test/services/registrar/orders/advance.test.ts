import { describe, expect, test } from 'vitest'
import { isPhraseOf, phrase } from '../../../../lib/core/language/catalogue.ts'
import { english } from '../../../../lib/core/language/text.ts'
import { createRequestDeps } from '../../../../lib/services/registrar/deps.ts'
import { REGISTRAR_REASONS } from '../../../../lib/services/registrar/words.ts'
import { lostAnswer } from '../../../../sandbox/faults.ts'
import { failedBeforeCommit, tooManyRequests } from '../../../../sandbox/registrar/errors.ts'
import { BUY } from '../../../../sandbox/registrar/sandbox.ts'
import { REFUNDED } from '../../../../sandbox/registrar/state.ts'
import {
  createRegistrarWorld,
  DAY,
  MINUTE,
  type RegistrarWorld,
  wholeRegistrar,
} from '../../../helpers/remotes/registrar.ts'

const ORDER = 'GET /v1/registrar/orders/{orderId}'

/** Two open orders, and a refunded one between them, about which the registrar is not asked. */
async function worldOfThree(
  changes: Parameters<typeof createRegistrarWorld>[0] = {},
): Promise<RegistrarWorld> {
  const world = await createRegistrarWorld(changes)
  await world.buy('a.com')
  world.remote.sandbox.state.fate = REFUNDED
  await world.buy('b.com')
  world.pass(MINUTE)
  await world.registrar.purchase('b.com')
  await world.buy('c.com')
  return world
}

describe.each(['purchases', 'advanceOrders'] as const)('%s()', run => {
  test('asks nothing more once the registrar answers with its rate limit', async () => {
    const world = await worldOfThree()
    world.remote.sandbox.faults.arm(ORDER, tooManyRequests())
    const before = world.remote.requests.length
    const purchases = await world.registrar[run]()
    expect(world.remote.requests.length - before).toBe(1)
    expect(purchases.map(({ domain, failure }) => [domain, failure && english(failure)])).toEqual([
      ['a.com', expect.stringContaining('answered 429')],
      ['b.com', undefined],
      ['c.com', expect.stringContaining('answered 429')],
    ])
    world.pass(DAY)
    for (const { failure } of await world.registrar[run]()) expect(failure).toBeUndefined()
  })

  test('asks nothing more once its time is over, and says so only of open purchases', async () => {
    let asked = 0
    const world = await worldOfThree()
    const slow: typeof fetch = (input, init) => {
      asked += 1
      world.pass(MINUTE)
      return fetch(input, init)
    }
    const purchases = await wholeRegistrar({ ...world.deps, fetch: slow })[run]()
    expect(asked).toBeGreaterThan(0)
    const noTime = phrase(REGISTRAR_REASONS.noTime)
    expect(purchases.map(({ failure }) => failure)).toEqual([undefined, undefined, noTime])
  })
})

test.each([
  { run: 'advanceOrders', milliseconds: 25_000, asked: 2 },
  { run: 'advanceOrders', milliseconds: 25_001, asked: 1 },
  { run: 'purchases', milliseconds: 3_000, asked: 2 },
  { run: 'purchases', milliseconds: 3_001, asked: 1 },
] as const)('$run() asks until its time is over: $asked', async ({ run, milliseconds, asked }) => {
  const world = await createRegistrarWorld()
  world.remote.sandbox.state.registrationTime = DAY
  for (const domain of ['a.com', 'b.com', 'c.com']) await world.buy(domain)
  const slow: typeof fetch = (input, init) => {
    world.pass(milliseconds)
    return fetch(input, init)
  }
  const purchases = await wholeRegistrar({ ...world.deps, fetch: slow })[run]()
  const stopped = purchases.map(({ failure }) => isPhraseOf(REGISTRAR_REASONS.noTime, failure))
  expect(stopped).toEqual([false, asked < 2, true])
})

test('a list does not wait for a call that takes longer than its time', async () => {
  const world = await createRegistrarWorld()
  world.remote.sandbox.state.registrationTime = DAY
  for (const domain of ['a.com', 'b.com']) await world.buy(domain)
  world.pass(MINUTE)
  const time = new AbortController()
  const limits: number[] = []
  const silent: typeof fetch = () => {
    setImmediate(() => {
      world.pass(3_001)
      time.abort()
    })
    return new Promise(() => undefined)
  }
  const timeLimit = (milliseconds: number) => {
    limits.push(milliseconds)
    return limits.length === 1 ? time.signal : new AbortController().signal
  }
  const purchases = await wholeRegistrar({ ...world.deps, fetch: silent, timeLimit }).purchases()
  const stopped = purchases.map(({ failure }) => isPhraseOf(REGISTRAR_REASONS.noTime, failure))
  expect(stopped).toEqual([true, true])
  expect(limits[0]).toBe(3_000)
})

test('the daily run asks about an order before the backoff allows it, and a list does not', async () => {
  const world = await createRegistrarWorld()
  await world.buy('a.com')
  const checks = async (run: 'purchases' | 'advanceOrders') =>
    (await world.registrar[run]()).map(({ progress }) => progress?.checks)
  expect(await checks('purchases')).toEqual([1])
  expect(await checks('purchases')).toEqual([1])
  expect(await checks('advanceOrders')).toEqual([2])
})

describe('a purchase of unknown outcome', () => {
  async function unknown(): Promise<RegistrarWorld> {
    const world = await createRegistrarWorld()
    world.remote.sandbox.faults.arm(BUY, lostAnswer())
    await world.buy('a.com').catch(() => undefined)
    world.pass(MINUTE)
    return world
  }

  test('is looked up by the daily run, in the name of kura', async () => {
    const world = await unknown()
    const [purchase] = await world.registrar.advanceOrders()
    expect(purchase?.claim).toMatchObject({ state: 'done' })
    expect(purchase?.claim.steps.at(-1)).toMatchObject({ state: 'done', by: 'kura' })
  })

  test('that cannot be looked up is not asked about again in the same run, and the others are', async () => {
    const world = await unknown()
    const { purchases } = createRequestDeps(world.deps)
    const outcome = { state: 'done', result: { at: world.remote.clock.now, orderId: 'order_2' } } as const
    const stray = { operation: 'lost', outcome, by: 'jun' }
    await purchases.claims.settle(purchases.nameOf('a.com'), stray)
    await world.buy('b.com')
    world.remote.requests.length = 0
    world.remote.sandbox.faults.arm('GET /v5/domains/{domain}', failedBeforeCommit())
    const asked = await world.registrar.advanceOrders()
    expect(asked).toMatchObject([{ domain: 'a.com' }, { domain: 'b.com', progress: { state: 'purchasing' } }])
    expect(asked.map(({ failure }) => failure && english(failure))).toEqual([
      expect.stringContaining('answered 500'),
      undefined,
    ])
    expect(world.remote.requests).toHaveLength(2)
  })
})
