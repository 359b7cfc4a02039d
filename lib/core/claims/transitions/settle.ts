import type { Reason } from '../../phrase.ts'
import { step } from '../claim.ts'
import type { Claim } from '../stored-records.ts'

export type Outcome<Result> =
  /** `reason` is set if the result is unusual. */
  | { readonly state: 'done'; readonly result: Result; readonly reason?: Reason | undefined }
  | { readonly state: 'refused'; readonly reason: Reason }
  | { readonly state: 'unknown'; readonly reason: Reason }

export interface Settling<Result> {
  readonly operation: string
  readonly outcome: Outcome<Result>
  readonly by: string
  /** Whether the remote had the result before the call. */
  readonly found?: boolean
}

/**
 * Returns the claim after the call of its attempt. A late `done` replaces `unknown`, and also `refused`, because a
 * person may have freed the act while its call was still under way. Nothing replaces `done`.
 */
export function settleAct<Result>(
  stored: Claim<Result>,
  { outcome, by }: Settling<Result>,
  now: number,
): Claim<Result> {
  const isLate = ['unknown', 'refused'].includes(stored.state) && stored.result === undefined
  const settles = stored.state === 'claimed' || (outcome.state === 'done' && isLate)
  if (!settles) return stored
  return outcome.state === 'done'
    ? {
        ...step(stored, { state: 'done', at: now, by, reason: outcome.reason }),
        result: outcome.result,
        reason: outcome.reason,
      }
    : step(stored, { state: outcome.state, at: now, by, reason: outcome.reason })
}

/** Adds the effect of an attempt that has lost the claim to the orphaned effects. */
export function keepOrphaned<Result>(
  stored: Claim<Result>,
  { operation, outcome, by, found }: Settling<Result>,
  now: number,
): Claim<Result> {
  const { strays = [] } = stored
  if (found || outcome.state === 'refused' || strays.some(orphaned => orphaned.operation === operation))
    return stored
  const known = outcome.state === 'done' ? { result: outcome.result } : { reason: outcome.reason }
  return { ...stored, strays: [...strays, { operation, at: now, by, ...known }] }
}

export function dropOrphaned<Result>(stored: Claim<Result>, operations: readonly string[]): Claim<Result> {
  const { strays = [], ...claim } = stored
  const left = strays.filter(({ operation }) => !operations.includes(operation))
  if (left.length === strays.length) return stored
  return left.length > 0 ? { ...claim, strays: left } : claim
}
