/** The errors that several transitions throw. */
import { AppError } from '../../errors.ts'
import type { ClaimBasis } from '../claim.ts'
import type { Claim, ClaimState } from '../stored-records.ts'

export function wrongState(
  cannot: string,
  claim: Claim<unknown> | undefined,
  expected: readonly ClaimState[],
): AppError {
  const state = claim ? `it is ${claim.state}` : 'it is not known'
  return new AppError('conflict', `${cannot}: ${state}, expected ${expected.join(' or ')}`, {
    hint: 'look at it again',
  })
}

/**
 * Checks that the same attempt still has the claim.
 * @throws AppError `conflict` if another attempt has claimed the act since it was read
 */
export function refuseOtherOperation(
  cannot: string,
  current: Pick<Claim<unknown>, 'operation'>,
  basis: Pick<ClaimBasis, 'operation'>,
): void {
  if (current.operation === basis.operation) return
  throw new AppError('conflict', `${cannot}: another operation has claimed it since it was looked at`, {
    hint: 'look at it again',
  })
}

export function changed(cannot: string, basis: ClaimBasis, { state }: Claim<unknown>): AppError {
  return new AppError('conflict', `${cannot}: it was ${basis.state} when it was looked at, and is ${state}`, {
    hint: 'look at it again',
  })
}
