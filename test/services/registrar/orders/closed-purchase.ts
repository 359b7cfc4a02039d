/** A purchase that needs nobody. */
import { expect } from 'vitest'
import { createRegistrarWorld, MINUTE, type RegistrarWorld } from '../../../helpers/remotes/registrar.ts'

export const DOMAIN = 'example.com'
export const HOUR = 60 * MINUTE

export const domains = (listed: readonly { domain: string }[]) => listed.map(({ domain }) => domain)

/** A purchase that is registered and whose e-mail the registrar has seen confirmed. */
export async function closed(changes?: Parameters<typeof createRegistrarWorld>[0]): Promise<RegistrarWorld> {
  const world = await createRegistrarWorld(changes)
  world.remote.sandbox.state.verified.add(DOMAIN)
  await world.buy(DOMAIN)
  world.pass(HOUR)
  await world.registrar.advanceOrders()
  expect(await world.registrar.purchases()).toEqual([])
  return world
}
