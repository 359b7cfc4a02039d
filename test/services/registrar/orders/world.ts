/** One domain whose purchase has an unknown outcome, or whose process ended early. */
import { expect } from 'vitest'
import { createRegistrar } from '../../../../lib/services/registrar/service.ts'
import { createMortalProcess } from '../../../helpers/processes/mortal-process.ts'
import { ACTING, createRegistrarWorld, type RegistrarWorld } from '../../../helpers/remotes/registrar.ts'

export const DOMAIN = 'example.com'

export const claimOf = async ({ registrar }: RegistrarWorld) => (await registrar.purchase(DOMAIN)).claim

export async function lost(what: 'answer' | 'request'): Promise<RegistrarWorld> {
  const world = await createRegistrarWorld()
  await world.lose(DOMAIN, what)
  return world
}

/** An attempt whose process died after its claim, before it reserved the money. */
export async function endedEarly(): Promise<RegistrarWorld> {
  const world = await createRegistrarWorld()
  const order = await world.order(DOMAIN)
  const process = createMortalProcess(world.deps, { at: 3, what: 'dies', when: 'after' })
  const dying = createRegistrar({ ...world.deps, store: process.store, fetch: process.fetch })
  expect(await process.run(() => dying.buy(order, ACTING))).toEqual({ died: true })
  return world
}
