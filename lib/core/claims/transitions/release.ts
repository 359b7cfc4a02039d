import { phrase } from '../../language/catalogue.ts'
import { phraseError } from '../../language/phrase-error.ts'
import { type ClaimBasis, type Moment, step } from '../claim.ts'
import type { Claim } from '../stored-records.ts'
import { CLAIM_REASONS, REFUSALS } from '../words.ts'
import { wrongState } from './refusals.ts'

/**
 * Permits the flagged act that the person saw, so that the next request with the same body sends it.
 * @throws AppError `conflict` if the act is not in review, or another attempt has changed it
 */
export function releaseAct<Result>(
  stored: Claim<Result> | undefined,
  { person, basis }: { person: string; basis: ClaimBasis },
  { now, subject }: Moment,
): Claim<Result> {
  if (stored?.state !== 'review') throw wrongState(`Cannot release ${subject}`, stored, ['review'])
  refuseChanged(stored, basis, subject)
  return {
    ...step(stored, { state: 'review', at: now, by: person, reason: phrase(CLAIM_REASONS.released) }),
    releasedBy: person,
  }
}

/** @throws AppError `conflict` if another attempt has changed the act since it was read */
export function refuseChanged(
  stored: Pick<Claim<unknown>, 'operation'>,
  basis: Pick<ClaimBasis, 'operation'>,
  subject: string,
): void {
  if (stored.operation === basis.operation) return
  throw phraseError('conflict', phrase(REFUSALS.bodyChanged, { subject }), { hint: phrase(REFUSALS.again) })
}
