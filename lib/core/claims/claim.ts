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
 * that finds nothing frees nothing, because the effect may still appear; after a settling time a person frees the act
 * by name, or its service frees it if its query is certain. A change after a query is stored only if the claim still
 * has the operation that the query saw, and a state that permits the change. If the effect of a `done` act is deleted
 * at the remote, the act becomes `gone` once a query has shown it.
 *
 * `stored-records.ts` defines a claim; `transitions/` has the transitions, which are pure.
 */
import { phrase } from '../language/catalogue.ts'
import type { Claim, ClaimState, ClaimStep } from './stored-records.ts'
import { CLAIM_REASONS } from './words.ts'

/** The states of an act that was done; later its effect may have been deleted. */
export const ONCE_DONE: readonly ClaimState[] = ['done', 'removing', 'gone']

export interface SeenClaim<Result> extends Claim<Result> {
  /**
   * When the claim was read, in milliseconds since the epoch, by the store's time. A query of the remote that began
   * before this time may be out of date.
   */
  readonly seenAt: number
}

/**
 * The version of a claim on which a change is based: the attempt (`operation`), its state, and the time at which both
 * were read.
 */
export type ClaimBasis = Pick<SeenClaim<unknown>, 'state' | 'operation' | 'seenAt'>

/**
 * The claim with the attempt and the time that a person saw. A person's decision is based on these, because the claim
 * may have changed since.
 */
export function asShown<Result>(
  claim: SeenClaim<Result>,
  { operation, seenAt }: Pick<ClaimBasis, 'operation' | 'seenAt'>,
): SeenClaim<Result> {
  return { ...claim, operation, seenAt: Math.min(seenAt, claim.seenAt) }
}

export interface Moment {
  /** Milliseconds since the epoch, the store's time. */
  readonly now: number
  /** The text that names the act in errors: `the deal "receipt 17"`. */
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

/**
 * Whether a person or a process still has to act, or a process is acting now. A `gone` act is open: a person decides
 * whether to free it.
 */
export function isOpen({ state, strays = [] }: Pick<Claim<unknown>, 'state' | 'strays'>): boolean {
  return strays.length > 0 || (state !== 'done' && state !== 'refused')
}

/**
 * When the latest attempt to send the act began, in milliseconds since the epoch; without one, the time of the latest
 * step.
 */
export function claimedAt({ steps }: Pick<Claim<unknown>, 'steps'>): number {
  const claimed = steps.findLast(({ state }) => state === 'claimed')
  return claimed?.at ?? steps.at(-1)?.at ?? 0
}

export function step<Result>(claim: Claim<Result>, next: ClaimStep): Claim<Result> {
  return { ...claim, state: next.state, reason: next.reason, steps: [...claim.steps, next] }
}
