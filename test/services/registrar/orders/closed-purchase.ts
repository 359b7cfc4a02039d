/** A purchase that needs nobody, and the marks of those that need somebody. */
import { expect } from 'vitest'
import { createOpenCases } from '../../../../lib/core/claims/open-cases.ts'
import { createRegistrarWorld, MINUTE, type RegistrarWorld } from '../../../helpers/remotes/registrar.ts'

export const DOMAIN = 'example.com'
export const HOUR = 60 * MINUTE

/** The domains whose purchases are marked. */
export async function marked({ store }: RegistrarWorld): Promise<string[]> {
  const marks = await createOpenCases({ store, kind: 'purchase' }).list()
  return marks.map(({ key }) => key.replace(/^.*\//, '')).toSorted()
}

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
