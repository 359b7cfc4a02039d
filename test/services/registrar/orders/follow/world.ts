/** One purchase as the registrar shows it now, and a closed purchase. */
import { expect } from 'vitest'
import type { Deadline } from '../../../../../lib/services/registrar/orders/deadline.ts'
import type { OrderProgress } from '../../../../../lib/services/registrar/orders/progress.ts'
import { createRegistrarWorld, HOUR, type RegistrarWorld } from '../../../../helpers/remotes/registrar.ts'

export const DOMAIN = 'example.com'

export const domains = (listed: readonly { domain: string }[]) => listed.map(({ domain }) => domain)

export async function progress({ registrar }: RegistrarWorld): Promise<OrderProgress | undefined> {
  return (await registrar.purchase(DOMAIN)).progress
}

export async function deadline({ registrar }: RegistrarWorld): Promise<Deadline | undefined> {
  return (await registrar.purchase(DOMAIN)).deadline
}

/** A purchase of a registered domain, whose owner has confirmed the e-mail address. */
export async function closed(): Promise<RegistrarWorld> {
  const world = await createRegistrarWorld()
  world.remote.sandbox.state.verified.add(DOMAIN)
  await world.buy(DOMAIN)
  world.pass(HOUR)
  await world.registrar.advanceOrders()
  expect(await world.registrar.purchases()).toEqual([])
  return world
}
