import { phrase } from '../../language/catalogue.ts'
import { type ClaimBasis, type Moment, ONCE_DONE, step, viewClaim } from '../claim.ts'
import type { Claim } from '../stored-records.ts'
import { CLAIM_REASONS } from '../words.ts'
import { changed, refuseOtherOperation, wrongState } from './refusals.ts'

/**
 * Settles an act of unknown outcome as done, with the result that a query found.
 * @throws AppError `conflict` if the act is neither unknown nor done, or another attempt has claimed it
 */
export function resolveAct<Result>(
  stored: Claim<Result> | undefined,
  { result, by, basis }: { result: Result; by: string; basis: ClaimBasis },
  { now, subject }: Moment,
): Claim<Result> {
  const cannot = `Cannot resolve ${subject}`
  const current = stored && viewClaim(stored, now)
  if (current) refuseOtherOperation(cannot, current, basis)
  if (current?.state === 'done') return current
  if (current?.state !== 'unknown') throw wrongState(cannot, current, ['unknown'])
  return {
    ...step(current, { state: 'done', at: now, by, reason: phrase(CLAIM_REASONS.found) }),
    result,
    reason: undefined,
  }
}

/**
 * Stores that the effect of an act is about to be deleted at the remote. Each attempt to delete the effect is a step of
 * its own, so that a query knows the time of the latest one.
 * @throws AppError `conflict` if the act was not done, or another attempt has claimed it
 */
export function removeAct<Result>(
  stored: Claim<Result> | undefined,
  { by, basis }: { by: string; basis: ClaimBasis },
  at: Moment,
): Claim<Result> {
  const current = onceDone(`Cannot remove ${at.subject}`, stored, basis)
  return step(current, { state: 'removing', at: at.now, by })
}

export interface Finding {
  readonly by: string
  readonly isThere: boolean
  /** For how many milliseconds a call that deletes the effect may still arrive at the remote. */
  readonly settling: number
}

/**
 * Stores whether the effect of an act is still at the remote. If the query did not find the effect, the act is `gone`,
 * even if the query is old, because a deleted effect never comes back. An act whose effect was found stays `removing`
 * while a deletion may still arrive.
 * @throws AppError `conflict` as removeAct does, and if an effect was found, but the claim has had a step since
 */
export function confirmAct<Result>(
  stored: Claim<Result> | undefined,
  { by, isThere, settling, basis }: Finding & { basis: ClaimBasis & Pick<Claim<unknown>, 'steps'> },
  at: Moment,
): Claim<Result> {
  const cannot = `Cannot confirm ${at.subject}`
  const current = onceDone(cannot, stored, basis)
  const state = isThere ? 'done' : 'gone'
  if (current.state === state) return current
  if (isThere && current.steps.length !== basis.steps.length) throw changed(cannot, basis, current)
  const settled = (current.steps.at(-1)?.at ?? at.now) + settling
  if (isThere && current.state === 'removing' && basis.seenAt < settled) return current
  const reason = isThere ? phrase(CLAIM_REASONS.found) : phrase(CLAIM_REASONS.deleted)
  return step(current, { state, at: at.now, by, reason })
}

function onceDone<Result>(
  cannot: string,
  stored: Claim<Result> | undefined,
  basis: ClaimBasis,
): Claim<Result> {
  if (!stored || !ONCE_DONE.includes(stored.state)) throw wrongState(cannot, stored, ONCE_DONE)
  refuseOtherOperation(cannot, stored, basis)
  return stored
}
