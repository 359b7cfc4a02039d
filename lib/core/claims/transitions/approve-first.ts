import { phrase } from '../../language/catalogue.ts'
import { type ClaimBasis, type Moment, step } from '../claim.ts'
import type { Claim } from '../stored-records.ts'
import { CLAIM_REASONS } from '../words.ts'
import { wrongState } from './refusals.ts'
import { refuseChanged } from './release.ts'

/**
 * Stores the first approval of a flagged act that needs the approval of two people.
 * @throws AppError `conflict` as `releaseAct` does
 */
export function approveActFirst<Result>(
  stored: Claim<Result> | undefined,
  { person, approval, by, basis }: FirstApproval & { readonly basis: ClaimBasis },
  { now, subject }: Moment,
): Claim<Result> {
  if (stored?.state !== 'review') throw wrongState(`Cannot approve ${subject}`, stored, ['review'])
  refuseChanged(stored, basis, subject)
  const reason = phrase(CLAIM_REASONS.firstApproved)
  return { ...step(stored, { state: 'review', at: now, by, reason }), first: { approval, person, at: now } }
}

export interface FirstApproval {
  readonly person: string
  /** The digest of the statement that the first person signed. */
  readonly approval: string
  /** The author of the step. */
  readonly by: string
}
