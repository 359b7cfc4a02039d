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
 * once somebody has looked. Everything here is pure.
 */
import { AppError } from '../errors.ts'

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
const ONCE_DONE: readonly ClaimState[] = ['done', 'removing', 'gone']

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
  /** Effects of other attempts that this claim does not own; a person has to look at them. */
  readonly strays?: readonly Stray<Result>[] | undefined
}

/** An effect, or perhaps one, of an attempt that had lost its claim when its call ended. */
export interface Stray<Result> {
  readonly operation: string
  /** Milliseconds since the epoch, the store's time. */
  readonly at: number
  /** The key that asked for it. */
  readonly by: string
  /** What the remote gave; undefined if nobody knows whether there was an effect. */
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

/** What a caller wants to do once. */
export interface Act {
  /** The case as it is written now. */
  readonly name: string
  readonly digest: string
  readonly body?: string | undefined
  readonly operation: string
  readonly by: string
  /** Milliseconds that the claim is held for; `lease.ts` has the rule. */
  readonly lease: number
  readonly flags: readonly string[]
}

/** How the call to the remote ended. */
export type Outcome<Result> =
  | { readonly state: 'done'; readonly result: Result }
  | { readonly state: 'refused'; readonly reason: string }
  | { readonly state: 'unknown'; readonly reason: string }

/** What a request to act leads to; `send` is given to one caller only, the rest say why nothing is sent. */
export interface ActDecision<Result> {
  readonly decision: 'send' | Withheld
  readonly claim: SeenClaim<Result>
}

/** Why an act is not sent. */
export type Withheld = 'already_done' | 'in_progress' | 'unknown' | 'review' | 'conflict' | 'gone'

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
    reason: 'the process that sent it ended',
  })
}

/** Whether somebody still has to do something about a claim, or is doing it. */
export function isOpen({ state, strays = [] }: Pick<Claim<unknown>, 'state' | 'strays'>): boolean {
  return strays.length > 0 || (state !== 'done' && state !== 'refused')
}

/** When the latest attempt began, milliseconds since the epoch. */
export function claimedAt({ steps }: Pick<Claim<unknown>, 'steps'>): number {
  const claimed = steps.findLast(({ state }) => state === 'claimed')
  return claimed?.at ?? steps.at(-1)?.at ?? 0
}

/** A decision with the claim to store. */
interface Requested<Result> extends Pick<ActDecision<Result>, 'decision'> {
  readonly claim: Claim<Result>
}

/** Asks to act. The claim that comes with the decision is the one to store. */
export function requestAct<Result>(
  stored: Claim<Result> | undefined,
  act: Act,
  now: number,
): Requested<Result> {
  const current = stored && viewClaim(stored, now)
  if (!current || current.state === 'refused') return beginAct(current, act, now)
  const repeats = current.operation === act.operation && current.digest === act.digest
  if (current.state === 'claimed' && repeats) return { decision: 'send', claim: current }
  if (current.state === 'review') return reviewAct(current, act, now)
  if (current.state === 'removing' || current.state === 'gone') return { decision: 'gone', claim: current }
  if (current.digest !== act.digest) return { decision: 'conflict', claim: current }
  if (current.state === 'done') return { decision: 'already_done', claim: current }
  return { decision: current.state === 'claimed' ? 'in_progress' : 'unknown', claim: current }
}

function beginAct<Result>(before: Claim<Result> | undefined, act: Act, now: number): Requested<Result> {
  const held = act.flags.length > 0
  const state = held ? 'review' : 'claimed'
  const reason = held ? act.flags.join('; ') : undefined
  const claim: Claim<Result> = {
    state,
    name: act.name,
    digest: act.digest,
    body: act.body,
    operation: act.operation,
    until: now + act.lease,
    flags: act.flags,
    steps: [...(before?.steps ?? []), { state, at: now, by: act.by, reason }],
  }
  return { decision: held ? 'review' : 'send', claim }
}

/** A released act goes out with the body that was released; another body needs another look. */
function reviewAct<Result>(current: Claim<Result>, act: Act, now: number): Requested<Result> {
  const released = current.releasedBy !== undefined && current.digest === act.digest
  if (released) {
    const claimed = { ...current, operation: act.operation, until: now + act.lease }
    return { decision: 'send', claim: step(claimed, { state: 'claimed', at: now, by: act.by }) }
  }
  if (current.digest === act.digest) return { decision: 'review', claim: current }
  return beginAct(current, act, now)
}

/** How the call of one attempt ended. */
export interface Settling<Result> {
  readonly operation: string
  readonly outcome: Outcome<Result>
  readonly by: string
  /** The result was there before; the attempt sent nothing. */
  readonly found?: boolean
}

/**
 * The claim after its own attempt's call has ended. A late `done` replaces `unknown`, and `refused` too: then the act was
 * freed while its call was still under way. Nothing replaces `done`.
 */
export function settleAct<Result>(
  stored: Claim<Result>,
  { outcome, by }: Settling<Result>,
  now: number,
): Claim<Result> {
  const late = outcome.state === 'done' && ['unknown', 'refused'].includes(stored.state)
  if (stored.state !== 'claimed' && !late) return stored
  return outcome.state === 'done'
    ? { ...step(stored, { state: 'done', at: now, by }), result: outcome.result, reason: undefined }
    : step(stored, { state: outcome.state, at: now, by, reason: outcome.reason })
}

/** The claim with the effect of an attempt that does not hold it any more; unchanged if there was no effect. */
export function strayAct<Result>(
  stored: Claim<Result>,
  { operation, outcome, by, found }: Settling<Result>,
  now: number,
): Claim<Result> {
  const { strays = [] } = stored
  if (found || outcome.state === 'refused' || strays.some(stray => stray.operation === operation))
    return stored
  const told = outcome.state === 'done' ? { result: outcome.result } : { reason: outcome.reason }
  return { ...stored, strays: [...strays, { operation, at: now, by, ...told }] }
}

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

/**
 * What was found at the remote settles the unknown act that was looked at; if it is done by now, it is left as it is.
 * @throws AppError `conflict` if it is in another state, or another attempt has claimed it
 */
export function resolveAct<Result>(
  stored: Claim<Result> | undefined,
  { result, by, looked }: { result: Result; by: string; looked: Look },
  { now, subject }: Moment,
): Claim<Result> {
  const cannot = `Cannot resolve ${subject}`
  const current = stored && viewClaim(stored, now)
  if (current && current.operation !== looked.operation) throw claimedAnew(cannot)
  if (current?.state === 'done') return current
  if (current?.state !== 'unknown') throw wrongState(cannot, current, ['unknown'])
  return {
    ...step(current, { state: 'done', at: now, by, reason: 'found at the remote' }),
    result,
    reason: undefined,
  }
}

/**
 * What was done is about to be taken away at the remote: until somebody has looked, nobody knows whether it is there.
 * @throws AppError `conflict` if it was not done, or another attempt has claimed it
 */
export function removeAct<Result>(
  stored: Claim<Result> | undefined,
  { by, looked }: { by: string; looked: Look },
  at: Moment,
): Claim<Result> {
  const current = onceDone(`Cannot remove ${at.subject}`, stored, looked)
  return current.state === 'removing' ? current : step(current, { state: 'removing', at: at.now, by })
}

/**
 * What a look at the remote says of an act that was done: it is still there, or gone.
 * @throws AppError `conflict` as removeAct does
 */
export function confirmAct<Result>(
  stored: Claim<Result> | undefined,
  { by, isThere, looked }: { by: string; isThere: boolean; looked: Look },
  at: Moment,
): Claim<Result> {
  const current = onceDone(`Cannot confirm ${at.subject}`, stored, looked)
  const state = isThere ? 'done' : 'gone'
  const reason = isThere ? 'found at the remote' : 'not at the remote any more'
  return current.state === state ? current : step(current, { state, at: at.now, by, reason })
}

function onceDone<Result>(cannot: string, stored: Claim<Result> | undefined, looked: Look): Claim<Result> {
  if (!stored || !ONCE_DONE.includes(stored.state)) throw wrongState(cannot, stored, ONCE_DONE)
  if (stored.operation !== looked.operation) throw claimedAnew(cannot)
  return stored
}

/** The claim without the strays of these operations, which a person or a look has dealt with. */
export function dropStrays<Result>(stored: Claim<Result>, operations: readonly string[]): Claim<Result> {
  const { strays = [], ...claim } = stored
  const left = strays.filter(({ operation }) => !operations.includes(operation))
  if (left.length === strays.length) return stored
  return left.length > 0 ? { ...claim, strays: left } : claim
}

/** Who frees an act, why, and when it may be freed. */
export interface Freeing {
  readonly person: string
  readonly reason: string
  /** Milliseconds for which an unknown act may still arrive at the remote. */
  readonly settling: number
  /** The states from which it is freed. */
  readonly from: readonly ClaimState[]
}

/**
 * A named person frees the attempt that was looked at, so that the act may be tried again.
 * @throws AppError `conflict` if it is in a state that `from` lacks, if it has changed since it was looked at, or if it had
 * been unknown for less than the settling time when it was looked at: what arrived after the look was not seen
 */
export function freeAct<Result>(
  stored: Claim<Result> | undefined,
  { person, reason, settling, from, looked }: Freeing & { looked: Look },
  { now, subject }: Moment,
): Claim<Result> {
  const cannot = `Cannot free ${subject}`
  const current = stored && viewClaim(stored, now)
  if (!current || !from.includes(current.state)) throw wrongState(cannot, current, from)
  if (current.operation !== looked.operation) throw claimedAnew(cannot)
  if (current.state !== looked.state) throw changed(cannot, looked, current)
  const settled = (current.steps.at(-1)?.at ?? now) + settling
  if (current.state === 'unknown' && looked.seenAt < settled) throw tooEarly(cannot, settled - looked.seenAt)
  return step(current, { state: 'refused', at: now, by: person, reason })
}

function step<Result>(claim: Claim<Result>, next: ClaimStep): Claim<Result> {
  return { ...claim, state: next.state, reason: next.reason, steps: [...claim.steps, next] }
}

function wrongState(
  cannot: string,
  claim: Claim<unknown> | undefined,
  expected: readonly ClaimState[],
): AppError {
  const state = claim ? `it is ${claim.state}` : 'it is not known'
  return new AppError('conflict', `${cannot}: ${state}, expected ${expected.join(' or ')}`)
}

function claimedAnew(cannot: string): AppError {
  return new AppError('conflict', `${cannot}: another operation has claimed it since it was looked at`)
}

function changed(cannot: string, looked: Look, { state }: Claim<unknown>): AppError {
  return new AppError(
    'conflict',
    `${cannot}: it was ${looked.state} when it was looked at, and is ${state}`,
    {
      hint: 'look again',
    },
  )
}

function tooEarly(cannot: string, milliseconds: number): AppError {
  const minutes = Math.ceil(milliseconds / 60_000)
  const time = minutes === 1 ? '1 more minute' : `${minutes} more minutes`
  return new AppError('conflict', `${cannot}: its call may still arrive, wait ${time}`, {
    hint: 'look at the remote first; a late commit may follow a lost answer',
  })
}
