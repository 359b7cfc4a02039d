/**
 * Acts that are done only once: a deal, a purchase, a channel, a message. Each act has a claim, stored before the call
 * to the remote:
 *
 *   review -> claimed -> done | refused | unknown
 *                        done -> removing -> gone
 *
 * Invariants: an act is sent at most once while its claim is claimed, done or unknown. The outcome of a call settles
 * the claim only if the claim still has the operation (the attempt's id) that made the call. An `unknown` act (a
 * time-out, a 5xx, a crash) is never sent again automatically, but a query of the remote may settle it as done. A query
 * that finds nothing frees nothing, because the effect may still appear. After a settling time a person frees the act
 * by name, or its service frees it if its query is certain.
 */
import { phrase } from '../language/catalogue.ts'
import type { Claim, ClaimState, ClaimStep } from './stored-records.ts'
import { CLAIM_REASONS } from './words.ts'

/** The states of an act that was done. The effect of a `removing` or `gone` act may have been deleted later. */
export const ONCE_DONE: readonly ClaimState[] = ['done', 'removing', 'gone']

export interface SeenClaim<Result> extends Claim<Result> {
  /** The time of the read, by the store's clock, in milliseconds. A query that began earlier may be out of date. */
  readonly seenAt: number
}

/** The version of a claim on which a change is based. The change is refused if the claim has changed since. */
export type ClaimBasis = Pick<SeenClaim<unknown>, 'state' | 'operation' | 'seenAt'>

/** Returns the claim with the attempt and the time that the person saw, because the claim may have changed since. */
export function asShown<Result>(
  claim: SeenClaim<Result>,
  { operation, seenAt }: Pick<ClaimBasis, 'operation' | 'seenAt'>,
): SeenClaim<Result> {
  return { ...claim, operation, seenAt: Math.min(seenAt, claim.seenAt) }
}

export interface Moment {
  /** The store's time, in milliseconds since the epoch. */
  readonly now: number
  /** The act's name in errors: `the deal "receipt 17"`. */
  readonly subject: string
}

/** The claim as it counts now: a `claimed` act whose lease has ended is unknown. */
export function viewClaim<Result>(claim: Claim<Result>, now: number): Claim<Result> {
  if (claim.state !== 'claimed' || now <= claim.until) return claim
  return step(claim, {
    state: 'unknown',
    at: claim.until,
    by: 'kura',
    reason: phrase(CLAIM_REASONS.processEnded),
  })
}

/** Whether a person or a process still has to act. A `gone` act is open: a person decides whether to free it. */
export function isOpen({ state, strays = [] }: Pick<Claim<unknown>, 'state' | 'strays'>): boolean {
  return strays.length > 0 || (state !== 'done' && state !== 'refused')
}

/** The time of the latest attempt, or of the latest step if there is no attempt; in milliseconds since the epoch. */
export function claimedAt({ steps }: Pick<Claim<unknown>, 'steps'>): number {
  const claimed = steps.findLast(({ state }) => state === 'claimed')
  return claimed?.at ?? steps.at(-1)?.at ?? 0
}

export function step<Result>(claim: Claim<Result>, next: ClaimStep): Claim<Result> {
  return { ...claim, state: next.state, reason: next.reason, steps: [...claim.steps, next] }
}
