/**
 * Once-only acts: a deal, a purchase, a channel, a message. Each is a claim, written before the call to the remote:
 *
 *   review -> claimed -> done | refused | unknown
 *                        done -> removing -> gone
 *
 * What always holds: a claim is sent at most once while it is claimed, done or unknown; only the operation that claimed
 * it says how it ended; `unknown` (a time-out, a 5xx, a crash) is never sent again by itself. Looking at the remote may
 * settle it as done; finding nothing frees nothing, because a late commit may follow: after a settling time a person
 * frees it by name, or an owner that can look it up with certainty. A change that rests on a look holds only from the
 * state and the operation that were looked at. `done` is a statement about the remote: what was taken away there is `gone`
 * once a query has shown it.
 *
 * This file says what a claim is; `transitions/` has a file for each thing that may happen to it. All of it is pure.
 */

import { phrase } from '../language/catalogue.ts'
import { english } from '../language/text.ts'
import { CLAIM_REASONS } from './words.ts'

export type ClaimState =
  | 'review'
  | 'claimed'
  | 'done'
  | 'refused'
  | 'unknown'
  /** It was done, and is being taken away at the remote, or was. */
  | 'removing'
  /** It was done, and is not at the remote any more. */
  | 'gone'

/** The states of an act that was done once, whatever has become of it. */
export const ONCE_DONE: readonly ClaimState[] = ['done', 'removing', 'gone']

/** A step of a claim's life, for people. */
export interface ClaimStep {
  readonly state: ClaimState
  /** Milliseconds since the epoch, the store's time. */
  readonly at: number
  /** The key or the person that made the step. */
  readonly by: string
  readonly reason?: string | undefined
}

export interface Claim<Result> {
  readonly state: ClaimState
  /** The case as the latest attempt wrote it; its key is the folded name (`case-name.ts`). */
  readonly name: string
  /** SHA-256 of the exact body that is sent: the same case with another body is a conflict. */
  readonly digest: string
  /** The exact body, if the act's owner needs it back: to look for it at the remote, to send it once released. */
  readonly body?: string | undefined
  /** Names the attempt; only it may say how it ended. */
  readonly operation: string
  /** A claimed act past this time has no living owner: it counts as unknown. */
  readonly until: number
  /** Why a person must look before anything is sent. */
  readonly flags: readonly string[]
  /** Who released a flagged act. */
  readonly releasedBy?: string | undefined
  /** What the remote gave; set when done. */
  readonly result?: Result | undefined
  /** Why it was refused or is unknown. */
  readonly reason?: string | undefined
  readonly steps: readonly ClaimStep[]
  /** Orphaned effects of other attempts; a person has to look at them. */
  readonly strays?: readonly OrphanedEffect<Result>[] | undefined
}

/** An orphaned effect, or perhaps one, of an attempt that had lost its claim when its call ended. */
export interface OrphanedEffect<Result> {
  readonly operation: string
  /** Milliseconds since the epoch, the store's time. */
  readonly at: number
  /** The key that asked for it. */
  readonly by: string
  /** What the remote gave; undefined if it is unknown whether there was an effect. */
  readonly result?: Result | undefined
  readonly reason?: string | undefined
}

/** A claim as it was read. */
export interface SeenClaim<Result> extends Claim<Result> {
  /** When it was read: milliseconds since the epoch, the store's time. Whatever was looked at then or later is no older. */
  readonly seenAt: number
}

/** What a change rests on: the attempt that was looked at, its state, and when. */
export type Look = Pick<SeenClaim<unknown>, 'state' | 'operation' | 'seenAt'>

/**
 * The claim as it was shown to a person who decides by what they looked at after that. They name the attempt and the moment;
 * what they did not see may have happened since.
 */
export function asShown<Result>(
  claim: SeenClaim<Result>,
  { operation, seenAt }: Pick<Look, 'operation' | 'seenAt'>,
): SeenClaim<Result> {
  return { ...claim, operation, seenAt: Math.min(seenAt, claim.seenAt) }
}

/** When a transition happens, and to what. */
export interface Moment {
  /** Milliseconds since the epoch, the store's time. */
  readonly now: number
  /** The act in words, for errors: `the deal "receipt 17"`. */
  readonly subject: string
}

/** The claim as it is at `now`: one whose owner's time is over counts as unknown. */
export function viewClaim<Result>(claim: Claim<Result>, now: number): Claim<Result> {
  if (claim.state !== 'claimed' || now <= claim.until) return claim
  return step(claim, {
    state: 'unknown',
    at: claim.until,
    by: 'kura',
    reason: english(phrase(CLAIM_REASONS.processEnded)),
  })
}

/** Whether a person or a process still has to do something about a claim, or is doing it. */
export function isOpen({ state, strays = [] }: Pick<Claim<unknown>, 'state' | 'strays'>): boolean {
  return strays.length > 0 || (state !== 'done' && state !== 'refused')
}

/** When the latest attempt began, milliseconds since the epoch. */
export function claimedAt({ steps }: Pick<Claim<unknown>, 'steps'>): number {
  const claimed = steps.findLast(({ state }) => state === 'claimed')
  return claimed?.at ?? steps.at(-1)?.at ?? 0
}

/** The claim after one more step of its life. */
export function step<Result>(claim: Claim<Result>, next: ClaimStep): Claim<Result> {
  return { ...claim, state: next.state, reason: next.reason, steps: [...claim.steps, next] }
}
