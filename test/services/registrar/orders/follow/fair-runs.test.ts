/** Daily runs that stop early do not leave out the same purchases each time. */
import { expect, test } from 'vitest'
import { tooManyRequests } from '../../../../../sandbox/registrar/errors.ts'
import {
  createRegistrarWorld,
  DAY,
  MINUTE,
  type RegistrarWorld,
  wholeRegistrar,
} from '../../../../helpers/remotes/registrar.ts'

const ORDER = 'GET /v1/registrar/orders/{orderId}'
const DOMAINS = ['a.com', 'b.com', 'c.com']

async function worldOfThree(): Promise<RegistrarWorld> {
  const world = await createRegistrarWorld()
  world.remote.sandbox.state.registrationTime = 30 * DAY
  for (const domain of DOMAINS) await world.buy(domain)
  world.pass(DAY)
  return world
}

test('what there was no time for is asked about first in the next run', async () => {
  const world = await worldOfThree()
  const slow: typeof fetch = (input, init) => {
    world.pass(MINUTE)
    return fetch(input, init)
  }
  const asked: string[] = []
  for (let run = 0; run < 4; run++) {
    const purchases = await wholeRegistrar({ ...world.deps, fetch: slow }).advanceOrders()
    expect(purchases.map(({ domain }) => domain)).toEqual(DOMAINS)
    asked.push(...purchases.filter(({ failure }) => failure === undefined).map(({ domain }) => domain))
    world.pass(DAY)
  }
  expect(asked).toEqual(['a.com', 'b.com', 'c.com', 'a.com'])
})

test('what the limit of the registrar left out too', async () => {
  const world = await worldOfThree()
  const [, second] = await world.registrar.purchases()
  const orderId = second?.claim.result?.orderId ?? 'none'
  world.pass(MINUTE)
  await world.registrar.purchase('a.com')
  await world.registrar.purchase('c.com')
  world.remote.sandbox.faults.arm(ORDER, tooManyRequests())
  world.remote.requests.length = 0
  await world.registrar.advanceOrders()
  expect(world.remote.requests).toEqual([expect.stringContaining(orderId)])
})
