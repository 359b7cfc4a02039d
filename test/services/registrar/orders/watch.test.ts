import { describe, expect, test } from 'vitest'
import { worded } from '../../../helpers/notice-words.ts'
import { createMortalProcess } from '../../../helpers/processes/mortal-process.ts'
import {
  ACTING,
  createRegistrarWorld,
  DAY,
  HOUR,
  MINUTE,
  personAt,
  type RegistrarWorld,
  wholeRegistrar,
} from '../../../helpers/remotes/registrar.ts'
import { claimOf, DOMAIN } from './world.ts'

/** More calls than a query or a release makes. */
const CALLS = Array.from({ length: 18 }, (_, call) => call + 1)
const NO_ORDER = { by: 'mei (operator)', noOrder: true }

const entries = async ({ registrar }: RegistrarWorld) =>
  (await registrar.spending()).reserves.map(({ state, stray }) => (stray ? `${state}, stray` : state))
const ordersOf = ({ remote }: RegistrarWorld) => [...remote.sandbox.state.orders.values()]
const strays = async ({ registrar }: RegistrarWorld) =>
  worded((await registrar.openItems()).notices).filter(({ key }) => key.startsWith('registrar/stray/'))

/** A purchase whose reply was lost. The registrar takes 30 hours for its order, and 25 of them have passed. */
async function lostAndSlow(): Promise<RegistrarWorld> {
  const world = await createRegistrarWorld()
  world.remote.sandbox.state.registrationTime = 30 * HOUR
  await world.lose(DOMAIN, 'answer')
  world.pass(25 * HOUR)
  return world
}

/** The same purchase, released by a person who saw no order. */
async function letGo(): Promise<RegistrarWorld> {
  const world = await lostAndSlow()
  await world.person.release(DOMAIN, NO_ORDER)
  return world
}

describe('the reply is lost, and the order takes more than a day', () => {
  test('a person who names the order settles the purchase, and frees nothing while its order is open', async () => {
    const world = await lostAndSlow()
    const orderId = ordersOf(world)[0]?.orderId
    const named = world.person.release(DOMAIN, { ...ACTING, orderId })
    await expect(named).rejects.toThrow(/its order is purchasing, expected failed, refunded or lapsed/)
    expect(await claimOf(world)).toMatchObject({ state: 'done', result: { orderId } })
    expect(await entries(world)).toEqual(['spent'])
    await expect(world.buy(DOMAIN)).rejects.toMatchObject({ code: 'conflict' })
  })

  test('an order that has failed is released in the same step', async () => {
    const world = await createRegistrarWorld()
    world.remote.sandbox.state.fate = { status: 'failed', domainStatus: 'refunded' }
    await world.lose(DOMAIN, 'answer')
    world.pass(MINUTE)
    await world.person.release(DOMAIN, { ...ACTING, orderId: ordersOf(world)[0]?.orderId })
    expect((await claimOf(world)).state).toBe('refused')
    expect(await entries(world)).toEqual([])
  })
})

describe('a purchase that a person has let go', () => {
  test('is bought again: two charges, and a notice of both once the first appears', async () => {
    const world = await letGo()
    const { orderId } = await world.buy(DOMAIN)
    expect(await entries(world)).toEqual(['released', 'spent'])
    world.pass(6 * HOUR)
    await world.registrar.advanceOrders()
    expect(world.remote.charges(DOMAIN)).toBe(2)
    expect(await entries(world)).toEqual(['spent, stray', 'spent'])
    expect(await claimOf(world)).toMatchObject({ state: 'done', result: { orderId } })
    const [stray] = await strays(world)
    expect(stray?.text).toMatch(
      /may have been charged twice: .* An attempt that was released has bought it after all/,
    )
    expect(world.notes).toContainEqual(expect.objectContaining({ event: 'purchase', orphaned: true }))
    world.pass(63 * DAY)
    expect(await strays(world)).toEqual([])
  })

  test('counts in the day on which it was charged', async () => {
    const world = await createRegistrarWorld()
    world.remote.sandbox.state.registrationTime = 2 * DAY
    await world.lose(DOMAIN, 'answer')
    world.pass(DAY)
    expect((await world.registrar.spending()).spent).toEqual({ day: 0, month: 1125 })
    await world.person.release(DOMAIN, NO_ORDER)
    expect((await world.registrar.spending()).spent).toEqual({ day: 0, month: 0 })
    world.pass(DAY)
    await world.registrar.advanceOrders()
    expect((await world.registrar.spending()).spent).toEqual({ day: 0, month: 1125 })
  })

  test.each(['advanceOrders', 'purchase', 'resolve'] as const)(
    'is a purchase again if it appears before the next one: %s',
    async look => {
      const world = await letGo()
      world.pass(6 * HOUR)
      const looks = {
        advanceOrders: () => world.registrar.advanceOrders(),
        purchase: () => world.registrar.purchase(DOMAIN),
        resolve: () => world.person.resolve(DOMAIN, ACTING),
      }
      const seen = await looks[look]()
      if (look === 'resolve') expect(seen).toBe('bought')
      const facts = await world.registrar.purchase(DOMAIN)
      expect(facts).toMatchObject({ claim: { state: 'done' }, progress: { state: 'registered' } })
      expect(await entries(world)).toEqual(['spent'])
      expect(await strays(world)).toEqual([])
      await expect(world.buy(DOMAIN)).rejects.toMatchObject({ code: 'conflict' })
      expect(world.remote.charges(DOMAIN)).toBe(1)
    },
  )

  test('is settled by its order as soon as a person finds it', async () => {
    const world = await letGo()
    const orderId = ordersOf(world)[0]?.orderId
    expect(await world.person.resolve(DOMAIN, ACTING)).toBe('not-found')
    expect(await world.person.resolve(DOMAIN, { ...ACTING, orderId })).toBe('bought')
    const { steps, ...claim } = await claimOf(world)
    expect(claim).toMatchObject({ state: 'done', result: { orderId, cents: 1125 } })
    expect(steps.slice(-2)).toMatchObject([
      { state: 'claimed', by: ACTING.by },
      { state: 'done', by: ACTING.by },
    ])
    expect(await entries(world)).toEqual(['spent'])
  })

  test('is a purchase again although required fields were probed since, with its deadline', async () => {
    const world = await letGo()
    await world.registrar.requiredFields({ domain: DOMAIN }, ACTING)
    world.pass(6 * HOUR)
    await world.registrar.advanceOrders()
    const { claim, progress, deadline } = await world.registrar.purchase(DOMAIN)
    expect({ claim, progress, deadline }).toMatchObject({
      claim: { state: 'done', result: { cents: 1125, at: world.remote.clock.now - 31 * HOUR } },
      progress: { state: 'registered' },
      deadline: { state: 'open', boughtAt: world.remote.clock.now - 31 * HOUR },
    })
    expect(await entries(world)).toEqual(['spent'])
    expect(await strays(world)).toEqual([])
  })

  const deaths = CALLS.flatMap(at => [
    { at, look: 'advanceOrders' } as const,
    { at, look: 'purchase' } as const,
  ])
  test.each(deaths)(
    'appears although the process that saw it died at call $at: $look',
    async ({ at, look }) => {
      const world = await letGo()
      world.pass(6 * HOUR)
      const mortal = createMortalProcess(world.deps, { at, what: 'dies', when: 'after' })
      const dying = wholeRegistrar({ ...world.deps, store: mortal.store, fetch: mortal.fetch })
      await mortal.run(() => dying.advanceOrders())
      world.pass(DAY)
      await world.registrar[look](DOMAIN)
      expect((await claimOf(world)).state).toBe('done')
      expect(await entries(world)).toEqual(['spent'])
      expect(await strays(world)).toEqual([])
    },
  )

  test('and bought again: the first order is distinguished from the second', async () => {
    const world = await letGo()
    const { orderId: second } = await world.buy(DOMAIN)
    const first = ordersOf(world)[0]?.orderId
    expect(await world.person.resolve(DOMAIN, { ...ACTING, orderId: second })).toBe('known')
    expect(await world.person.resolve(DOMAIN, ACTING)).toBe('known')
    expect(await entries(world)).toEqual(['released', 'spent'])
    expect(await world.person.resolve(DOMAIN, { ...ACTING, orderId: first })).toBe('earlier-attempt')
    expect(await entries(world)).toEqual(['spent, stray', 'spent'])
    expect(await strays(world)).toMatchObject([{ text: expect.stringContaining(`(order ${first})`) }])
    const other = await world.buy('other.com')
    expect(await world.person.resolve(DOMAIN, { ...ACTING, orderId: other.orderId })).toBe('known')
  })

  test('twice, and bought a third time: each order that a person finds has a notice', async () => {
    const world = await letGo()
    world.remote.sandbox.state.registrationTime = 10 * DAY
    await world.lose(DOMAIN, 'answer')
    world.pass(25 * HOUR)
    await world.person.release(DOMAIN, NO_ORDER)
    await world.buy(DOMAIN)
    const [first, second] = ordersOf(world).map(({ orderId }) => orderId)
    for (const orderId of [second, first])
      expect(await world.person.resolve(DOMAIN, { ...ACTING, orderId })).toBe('earlier-attempt')
    expect((await world.registrar.spending()).reserves).toMatchObject([
      { state: 'spent', stray: true, orderId: first },
      { state: 'spent', stray: true, orderId: second },
      { state: 'spent' },
    ])
  })

  test('and bought again, which is lost as well: the record is of the first, and frees nothing', async () => {
    const world = await letGo()
    await world.lose(DOMAIN, 'request')
    world.pass(2 * DAY)
    expect(await world.person.resolve(DOMAIN, ACTING)).toBe('bought-before')
    await world.registrar.advanceOrders()
    expect(await entries(world)).toEqual(['spent, stray', 'reserved'])
    await expect(world.person.release(DOMAIN, NO_ORDER)).rejects.toThrow(/the team has it already/)
    expect((await claimOf(world)).state).toBe('unknown')
  })

  test('the record of the second purchase is not taken for the first, and is not asked for again', async () => {
    const world = await createRegistrarWorld()
    await world.lose(DOMAIN, 'request')
    world.pass(DAY)
    await world.person.release(DOMAIN, NO_ORDER)
    await world.buy(DOMAIN)
    world.pass(MINUTE)
    await world.registrar.advanceOrders()
    expect(await entries(world)).toEqual(['released', 'spent'])
    world.remote.requests.length = 0
    await world.registrar.advanceOrders()
    expect(world.remote.requests.filter(request => request.includes('/v5/domains/'))).toEqual([])
  })

  test('is not asked for once it can no longer appear', async () => {
    const world = await createRegistrarWorld()
    await world.lose(DOMAIN, 'request')
    world.pass(DAY)
    await world.person.release(DOMAIN, NO_ORDER)
    world.pass(60 * DAY)
    world.remote.requests.length = 0
    await world.registrar.advanceOrders()
    expect(world.remote.requests).toHaveLength(1)
    world.pass(2 * DAY)
    await world.registrar.advanceOrders()
    expect(world.remote.requests).toHaveLength(1)
  })

  test.each(CALLS)('is watched although the process that let it go died at call %i', async at => {
    const world = await lostAndSlow()
    const mortal = createMortalProcess(world.deps, { at, what: 'dies', when: 'after' })
    const dying = wholeRegistrar({ ...world.deps, store: mortal.store, fetch: mortal.fetch })
    await mortal.run(() => personAt(dying, world.deps).release(DOMAIN, NO_ORDER))
    world.pass(6 * HOUR)
    await world.registrar.advanceOrders()
    expect((await claimOf(world)).state).toBe('done')
    expect(await entries(world)).toEqual(['spent'])
  })
})

test('the first is found although the second is registered by its record', async () => {
  const world = await letGo()
  await world.buy(DOMAIN)
  world.pass(2 * DAY)
  expect(await world.registrar.purchases()).toMatchObject([{ progress: { state: 'registered' } }])
  expect(await entries(world)).toEqual(['released', 'spent'])
  await world.registrar.advanceOrders()
  expect(await entries(world)).toEqual(['spent, stray', 'spent'])
})

test('a query that fails does not delay the others, and is reported', async () => {
  const world = await letGo()
  const gone = { before: async () => Response.json({ error: { code: 'x', message: '' } }, { status: 500 }) }
  world.remote.sandbox.faults.arm('GET /v5/domains/{domain}', gone)
  await world.buy('other.com')
  const purchases = await world.registrar.advanceOrders()
  expect(purchases.map(({ domain, failure }) => [domain, failure !== undefined])).toEqual([
    [DOMAIN, true],
    ['other.com', false],
  ])
})
