/** The query before a call may find similar acts. The attempt then returns to review, so that a person looks first. */
import { AppError } from '../errors.ts'
import { joined } from '../language/outside.ts'
import type { Phrase, Reason } from '../phrase.ts'
import { type Moment, step } from './claim.ts'
import type { Claim } from './stored-records.ts'
import { wrongState } from './transitions/refusals.ts'
import { refuseChanged } from './transitions/release.ts'
import type { Outcome } from './transitions/settle.ts'

/** What makes an attempt wait for a person. `alike` has the ids of the acts that the flags name. */
export interface Held {
  readonly flags: readonly Phrase[]
  readonly alike: readonly string[]
}

/** The error that `OnceAct.query` throws so that the act is not sent but goes back into review. */
export class HeldError extends AppError {
  readonly held: Held

  constructor(held: Held) {
    super('conflict', 'Cannot send the act: a person has to look first')
    this.held = held
  }
}

export type AttemptOutcome<Result> =
  | Outcome<Result>
  | ({ readonly state: 'review'; readonly reason: Reason } & Held)

export function outcomeBeforeCall(error: unknown, reason: Reason): AttemptOutcome<never> {
  if (!(error instanceof HeldError)) return { state: 'refused', reason }
  return { state: 'review', reason: joined(error.held.flags), ...error.held }
}

export function wasSent({ state }: AttemptOutcome<unknown>): boolean {
  return state === 'done' || state === 'unknown'
}

/** Puts a claimed act back into review. The release by a person, if there was one, is dropped. */
export function holdAct<Result>(
  stored: Claim<Result>,
  { flags, alike, reason, by }: Held & { readonly reason: Reason; readonly by: string },
  now: number,
): Claim<Result> {
  if (stored.state !== 'claimed') return stored
  const { releasedBy: _, first: __, ...claim } = step(stored, { state: 'review', at: now, by, reason })
  return {
    ...claim,
    reason: undefined,
    flags: [...stored.flags, ...flags],
    alike: [...(stored.alike ?? []), ...alike],
  }
}

export interface Noted {
  /** The request as the caller made it, shown to the person who corrects the request. */
  readonly asked?: string | undefined
  /** The ids of similar acts: the ones in the flags, and the ones that a person has declared to be different acts. */
  readonly alike?: readonly string[] | undefined
}

export function notedIn({ asked, alike = [] }: Noted): Pick<Claim<never>, 'asked' | 'alike'> {
  return { ...(asked !== undefined && { asked }), ...(alike.length > 0 && { alike }) }
}

/**
 * Returns the claim as if the act were refused, so that the next request begins a new attempt, even with the same body.
 * @throws AppError `conflict` if the act is not in review, or another attempt has changed it
 */
export function correctedClaim<Result>(
  stored: Claim<Result> | undefined,
  operation: string,
  { subject }: Pick<Moment, 'subject'>,
): Claim<Result> {
  if (stored?.state !== 'review') throw wrongState(`Cannot correct ${subject}`, stored, ['review'])
  refuseChanged(stored, { operation }, subject)
  return { ...stored, state: 'refused' }
}
