import { describe, expect, test } from 'vitest'
import { createRequestDeps } from '../../../../lib/services/registrar/deps.ts'
import { COMPLETED, REFUNDED } from '../../../../sandbox/registrar/state.ts'
import {
  ACTING,
  createRegistrarWorld,
  DAY,
  MINUTE,
  type RegistrarWorld,
  wholeRegistrar,
} from '../../../helpers/remotes/registrar.ts'

const DOMAIN = 'example.com'

/** A domain that was bought, and an attempt that lost the claim before its call ended. */
async function withOrphan(orderId?: string): Promise<RegistrarWorld> {
  const world = await createRegistrarWorld()
  await world.buy(DOMAIN)
  world.pass(MINUTE)
  await loseClaim(world, orderId)
  return world
}

/** Stores the outcome of an attempt that lost the claim: an order, or unknown. */
async function loseClaim(world: RegistrarWorld, orderId?: string): Promise<void> {
  const { purchases } = createRequestDeps(world.deps)
  const outcome = orderId
    ? ({ state: 'done', result: { at: world.remote.clock.now, orderId } } as const)
    : ({ state: 'unknown', reason: 'no answer' } as const)
  await purchases.claims.settle(purchases.nameOf(DOMAIN), { operation: 'lost', outcome, by: 'jun' })
}

const orphans = async (world: RegistrarWorld) =>
  (await createRequestDeps(world.deps).purchases.read(DOMAIN))?.strays?.map(({ operation }) => operation)

describe.each(['advanceOrders', 'resolve'] as const)('%s()', look => {
  const looks = (world: RegistrarWorld) =>
    look === 'resolve' ? world.person.resolve(DOMAIN, ACTING) : world.registrar.advanceOrders()

  test.each([
    { name: 'forgets an order that was refunded', fate: REFUNDED, left: undefined },
    { name: 'keeps an order that is completed', fate: COMPLETED, left: ['lost'] },
  ])('$name', async ({ fate, left }) => {
    const world = await withOrphan('order_2')
    const { orders } = world.remote.sandbox.state
    const [order] = orders.values()
    if (order) orders.set('order_2', { ...order, orderId: 'order_2', fate })
    await looks(world)
    expect(await orphans(world)).toEqual(left)
  })

  test("forgets the claim's own order", async () => {
    const world = await withOrphan()
    const { purchases } = createRequestDeps(world.deps)
    const orderId = (await purchases.read(DOMAIN))?.result?.orderId ?? ''
    const result = { at: world.remote.clock.now, orderId }
    const own = { operation: 'own', outcome: { state: 'done', result }, by: 'jun' } as const
    await purchases.claims.settle(purchases.nameOf(DOMAIN), own)
    await looks(world)
    expect(await orphans(world)).toEqual(['lost'])
  })

  test('keeps one of unknown outcome for as long as it can appear', async () => {
    const world = await withOrphan()
    world.pass(62 * DAY)
    await looks(world)
    expect(await orphans(world)).toEqual(['lost'])
    world.pass(MINUTE)
    await looks(world)
    expect(await orphans(world)).toBeUndefined()
  })
})

test('one of unknown outcome is kept beside a purchase without a known order', async () => {
  const world = await createRegistrarWorld()
  await world.lose(DOMAIN, 'answer')
  world.pass(MINUTE)
  expect(await world.person.resolve(DOMAIN, ACTING)).toBe('bought')
  await loseClaim(world)
  await world.registrar.advanceOrders()
  expect(await orphans(world)).toEqual(['lost'])
})

test('an order that was refunded is forgotten beside a purchase that was refused', async () => {
  const world = await createRegistrarWorld({ caps: { order: 1, day: 1, month: 1 } })
  await expect(world.buy(DOMAIN)).rejects.toMatchObject({ code: 'cap_reached' })
  const { orders } = world.remote.sandbox.state
  orders.set('order_2', {
    orderId: 'order_2',
    domain: DOMAIN,
    years: 1,
    autoRenew: true,
    cents: 1125,
    at: 0,
    fate: REFUNDED,
  })
  await loseClaim(world, 'order_2')
  await world.registrar.advanceOrders()
  expect(await orphans(world)).toBeUndefined()
})

test('the daily run replies with those that are left', async () => {
  const world = await withOrphan()
  world.pass(62 * DAY + MINUTE)
  const [purchase] = await world.registrar.advanceOrders()
  expect(purchase?.claim).not.toHaveProperty('strays')
})

test('a preview asks nothing about them', async () => {
  const world = await withOrphan('order_2')
  const asked = world.remote.requests.length
  await wholeRegistrar({ ...world.deps, mayStore: false }).advanceOrders()
  expect(world.remote.requests).toHaveLength(asked)
})

test('an order that cannot be read is kept, and the others are asked about', async () => {
  const world = await withOrphan('order_unknown')
  await world.buy('other.com')
  const [first, second] = await world.registrar.advanceOrders()
  expect(first).toMatchObject({ domain: DOMAIN, failure: { id: 'remotes.answered' } })
  expect(second).toMatchObject({ domain: 'other.com' })
  expect(second?.failure).toBeUndefined()
  expect(await orphans(world)).toEqual(['lost'])
})
