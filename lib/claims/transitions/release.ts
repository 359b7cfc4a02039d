/** A person lets a flagged act go out. Pure. */
import { AppError } from '../../errors.ts'
import { type Claim, type Look, type Moment, step } from '../claim.ts'
import { wrongState } from './refusals.ts'

/**
 * A named person lets the flagged act that was looked at go out.
 * @throws AppError `conflict` if it is not in review, or another attempt has changed it
 */
export function releaseAct<Result>(
  stored: Claim<Result> | undefined,
  { person, looked }: { person: string; looked: Look },
  { now, subject }: Moment,
): Claim<Result> {
  const cannot = `Cannot release ${subject}`
  if (stored?.state !== 'review') throw wrongState(cannot, stored, ['review'])
  if (stored.operation !== looked.operation)
    throw new AppError('conflict', `${cannot}: its body was changed since it was looked at`)
  return { ...step(stored, { state: 'review', at: now, by: person, reason: 'released' }), releasedBy: person }
}
