/** The acts and claims with which the tests of the transitions begin. */
import type { Moment } from '../../../../lib/core/claims/claim.ts'
import type { Claim } from '../../../../lib/core/claims/stored-records.ts'
import { type Act, requestAct } from '../../../../lib/core/claims/transitions/request.ts'
import { type Outcome, settleAct } from '../../../../lib/core/claims/transitions/settle.ts'

export const act = (change: Partial<Act> = {}): Act => ({
  name: 'receipt 1',
  digest: 'body-1',
  operation: 'op-1',
  by: 'hana',
  lease: 1000,
  flags: [],
  ...change,
})

/** A moment of the store's time, as the claims of deals make it. */
export const at = (now: number): Moment => ({ now, subject: 'the deal "receipt 1"' })
export const MEI = { person: 'mei', basis: { state: 'review', operation: 'op-1', seenAt: 0 } } as const

/** Returns a claim; if `outcome` is given, it was settled at time 10. */
export function claimed(change: Partial<Act> = {}, outcome?: Outcome<{ id: number }>): Claim<{ id: number }> {
  const { claim } = requestAct<{ id: number }>(undefined, act(change), 0)
  return outcome ? settleAct(claim, { operation: claim.operation, outcome, by: 'hana' }, 10) : claim
}

export const DONE = { state: 'done', result: { id: 7 } } as const
export const REFUSED = { state: 'refused', reason: 'no such account item' } as const
export const UNKNOWN = { state: 'unknown', reason: 'time-out' } as const
export const FREE = {
  person: 'mei',
  reason: 'looked at the service',
  settling: 100,
  from: ['unknown'] as const,
}
/** Returns a claim as a caller has read it. */
export const seen = ({ state, operation }: Claim<unknown>, seenAt: number) => ({ state, operation, seenAt })
export const second = (change: Partial<Act> = {}) => act({ operation: 'op-2', ...change })
