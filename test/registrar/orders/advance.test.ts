import { describe, expect, test } from 'vitest'
import { createRegistrar } from '../../../lib/registrar/service.ts'
import { tooManyRequests } from '../../../lib/sandbox/registrar/errors.ts'
import { REFUNDED } from '../../../lib/sandbox/registrar/state.ts'
import { createRegistrarWorld, DAY, MINUTE, type RegistrarWorld } from '../../helpers/remotes/registrar.ts'

const ORDER = 'GET /v1/registrar/orders/{orderId}'

/** Two open orders, and between them one that is refunded: there is nothing to ask about it. */
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
    expect(purchases.map(({ domain, failure }) => [domain, failure])).toEqual([
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
    const purchases = await createRegistrar({ ...world.deps, fetch: slow })[run]()
    expect(asked).toBeGreaterThan(0)
    expect(purchases.map(({ failure }) => failure)).toEqual([undefined, undefined, 'there was no time left'])
  })
})
