import type { AppError } from '../../errors.ts'
import { phrase } from '../../language/catalogue.ts'
import { phraseError } from '../../language/phrase-error.ts'
import type { Reason } from '../../phrase.ts'
import { type ClaimBasis, type Moment, step, viewClaim } from '../claim.ts'
import type { Claim, ClaimState } from '../stored-records.ts'
import { REFUSALS } from '../words.ts'
import { changed, refuseOtherOperation, wrongState } from './refusals.ts'

export interface Freeing {
  readonly person: string
  readonly reason: Reason
  /** For how many milliseconds after an `unknown` act its call may still arrive at the remote. */
  readonly settling: number
  readonly from: readonly ClaimState[]
}

/**
 * Frees the attempt that the person saw, so that the act may be tried again.
 * @throws AppError `conflict` if the state is not in `from`, if the claim has changed since the person saw it, or if
 * the person looked before an unknown act's settling time was over, because the effect may have arrived since
 */
export function freeAct<Result>(
  stored: Claim<Result> | undefined,
  { person, reason, settling, from, basis }: Freeing & { basis: ClaimBasis },
  { now, subject }: Moment,
): Claim<Result> {
  const cannot = `Cannot free ${subject}`
  const current = stored && viewClaim(stored, now)
  if (!current || !from.includes(current.state)) throw wrongState(cannot, current, from)
  refuseOtherOperation(cannot, current, basis)
  if (current.state !== basis.state) throw changed(cannot, basis, current)
  const settled = (current.steps.at(-1)?.at ?? now) + settling
  if (current.state === 'unknown' && basis.seenAt < settled) throw tooEarly(cannot, settled - now)
  return declining(step(current, { state: 'refused', at: now, by: person, reason }), { person, reason })
}

/** A claim keeps the digests of this many declined bodies, the newest ones. */
const KEPT = 20

/** Adds the body to the declined ones if the act was a proposal in review. */
function declining<Result>(
  { proposal, ...freed }: Claim<Result>,
  { person, reason }: Pick<Freeing, 'person' | 'reason'>,
): Claim<Result> {
  const wasProposed = proposal !== undefined && freed.steps.at(-2)?.state === 'review'
  if (!wasProposed) return freed
  const { digest, declined = [] } = freed
  return { ...freed, declined: [...declined, { digest, by: person, reason }].slice(-KEPT) }
}

/** @param left for how many milliseconds the call may still arrive; 0 or less if the person looked too early */
function tooEarly(cannot: string, left: number): AppError {
  if (left <= 0)
    return phraseError('conflict', phrase(REFUSALS.couldArrive, { cannot }), {
      hint: phrase(REFUSALS.lateCommit),
    })
  const minutes = Math.ceil(left / 60_000)
  return phraseError('conflict', phrase(REFUSALS.mayArrive, { cannot, minutes }), {
    hint: phrase(REFUSALS.thenLook),
  })
}
