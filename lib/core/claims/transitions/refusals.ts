import type { AppError } from '../../errors.ts'
import { phrase } from '../../language/catalogue.ts'
import { phraseError } from '../../language/phrase-error.ts'
import type { ClaimBasis } from '../claim.ts'
import type { Claim, ClaimState } from '../stored-records.ts'
import { REFUSALS } from '../words.ts'

const AGAIN = { hint: phrase(REFUSALS.again) }

export function wrongState(
  cannot: string,
  claim: Claim<unknown> | undefined,
  expected: readonly ClaimState[],
): AppError {
  const facts = { cannot, state: claim?.state ?? 'not known', expected: expected.join(' or ') }
  return phraseError('conflict', phrase(REFUSALS.wrongState, facts), AGAIN)
}

/** @throws AppError `conflict` if another attempt has claimed the act since it was read */
export function refuseOtherOperation(
  cannot: string,
  current: Pick<Claim<unknown>, 'operation'>,
  basis: Pick<ClaimBasis, 'operation'>,
): void {
  if (current.operation === basis.operation) return
  throw phraseError('conflict', phrase(REFUSALS.otherOperation, { cannot }), AGAIN)
}

export function changed(cannot: string, basis: ClaimBasis, { state }: Claim<unknown>): AppError {
  return phraseError('conflict', phrase(REFUSALS.changed, { cannot, was: basis.state, is: state }), AGAIN)
}
