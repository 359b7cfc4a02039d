/** A deal that failed, and a person's decisions about its case. */
import { lostAnswer } from '../../../../../sandbox/faults.ts'
import { type DealWorld, operationOf } from '../world.ts'

const CREATE = 'POST /api/1/deals'
export const NAME = 'receipt 1'
export const person = { person: 'Mei' }
export const call = (world: DealWorld, caseName = NAME) => ({ ...world.call, caseName })
/** The decision of a person who looked at the case just now. */
export const decided = async <T extends object>(world: DealWorld, decision: T = {} as T) => ({
  ...person,
  ...decision,
  operation: await operationOf(NAME, world.deps),
})
export const failed = (world: DealWorld, fault = lostAnswer()) => {
  world.sandbox.faults.arm(CREATE, fault)
  return world.register().catch(() => undefined)
}
