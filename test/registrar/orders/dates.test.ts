import { expect, test } from 'vitest'
import { createRegistrarWorld, DAY } from '../../helpers/remotes/registrar.ts'

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
