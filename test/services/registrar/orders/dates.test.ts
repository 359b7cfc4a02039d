import { expect, test } from 'vitest'
import { createRequestDeps } from '../../../../lib/services/registrar/deps.ts'
import { orderLimits } from '../../../../lib/services/registrar/orders/dates.ts'
import { ACTING, createRegistrarWorld, DAY } from '../../../helpers/remotes/registrar.ts'
import { facts, NOW, ordered } from '../notices/facts.ts'

const DOMAIN = 'example.com'
const HOUR = 3_600_000

test('a registration that ends soon is found although nobody has to do anything about the purchase', async () => {
  const world = await createRegistrarWorld()
  world.remote.sandbox.state.verified.add(DOMAIN)
  await world.buy(DOMAIN)
  world.pass(HOUR)
  await world.registrar.advanceOrders()
  const [bought] = await world.registrar.purchases('all')
  const endsAt = bought?.progress?.expiresAt ?? 0
  expect(endsAt).toBeGreaterThan(world.remote.clock.now)
  expect(await world.registrar.purchases()).toEqual([])
  const ending = (from: number, until: number) => {
    world.remote.clock.now = from
    return world.registrar.registrationsEnding(until)
  }
  const found = [{ domain: DOMAIN, endsAt, autoRenew: true }]
  expect(await ending(endsAt - 7 * DAY, endsAt)).toEqual(found)
  expect(await ending(endsAt, endsAt + DAY)).toEqual(found)
  expect(await ending(endsAt - 7 * DAY, endsAt - 1)).toEqual([])
  expect(await ending(endsAt + 1, endsAt + DAY)).toEqual([])
})

test('registrations that end are listed with the first to end first; nothing else is one', async () => {
  const world = await createRegistrarWorld({ caps: { order: 2_000, day: 3_500, month: 9_000 } })
  const { contact } = await world.order('a.com')
  const until = world.remote.clock.now + 400 * DAY
  const { expiries } = createRequestDeps(world.deps)
  const buy = async (domain: string, autoRenew: boolean) => {
    const { quote = '' } = await world.registrar.quote({ domain, autoRenew, contact })
    await world.registrar.buy(await world.order(domain, { quote, autoRenew }), ACTING)
    world.pass(HOUR)
    await world.registrar.purchase(domain)
  }
  await buy('a.com', true)
  await buy('b.com', false)
  world.remote.sandbox.state.contactVerification = 'unregistered'
  await buy('denied.com', true)
  world.remote.sandbox.state.orders.clear()
  world.pass(HOUR)
  expect((await world.registrar.purchase('denied.com')).progress).toMatchObject({ state: 'lapsed' })
  await expect(world.buy('refused.com')).rejects.toMatchObject({ code: 'cap_reached' })
  for (const domain of ['b.com', 'a.com', 'denied.com', 'refused.com', 'unknown.com'])
    await expiries.add(domain, world.remote.clock.now + 365 * DAY)
  expect(await world.registrar.registrationsEnding(until)).toMatchObject([
    { domain: 'a.com', autoRenew: true },
    { domain: 'b.com', autoRenew: false },
  ])
})

test('an order has a limit as long as it is purchasing or completed', () => {
  const all = [
    facts({ state: 'unknown' }),
    ordered('purchasing'),
    ordered('completed'),
    ordered('registered'),
    ordered('failed'),
  ]
  const limit = { domain: DOMAIN, by: NOW + DAY }
  expect(orderLimits(all)).toEqual([limit, limit])
})

test('an order that is going on must be completed a day after it was sent', async () => {
  const world = await createRegistrarWorld()
  world.remote.sandbox.state.registrationTime = 90 * DAY
  const claimedAt = world.remote.clock.now
  await world.buy(DOMAIN)
  expect((await world.registrar.matters()).orders).toEqual([{ domain: DOMAIN, by: claimedAt + DAY }])
  world.remote.sandbox.state.registrationTime = 0
  world.pass(HOUR)
  await world.registrar.advanceOrders()
  expect((await world.registrar.matters()).orders).toEqual([])
})
