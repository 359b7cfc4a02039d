/**
 * Once-only acts: a deal, a purchase, a channel, a message. Each is a claim, written before the call to the remote:
 *
 *   review -> claimed -> done | refused | unknown
 *
 * What always holds: a claim is sent at most once while it is claimed, done or unknown; only the operation that claimed
 * it says how it ended; `unknown` (a time-out, a 5xx, a crash) is never sent again by itself. Looking at the remote may
 * settle it as done; that nothing was found frees nothing, for a late commit may follow: it is freed by name, after a
 * settling time, by a person or by an owner that can look it up with certainty. Everything here is pure.
 */
import { AppError } from '../errors.ts'

export type ClaimState = 'review' | 'claimed' | 'done' | 'refused' | 'unknown'

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
  /** SHA-256 of the exact body that is sent: the same case with another body is a conflict. */
  readonly digest: string
  /** The exact body, where the act's owner wants it back: to look for it at the remote, to send it once released. */
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
}

/** What a caller wants to do once. */
export interface Act {
  readonly digest: string
  readonly body?: string | undefined
  readonly operation: string
  readonly by: string
  /** Milliseconds that the call to the remote may take at most, its answer stored included. */
  readonly lease: number
  readonly flags: readonly string[]
}

/** How the call to the remote ended. */
export type Outcome<Result> =
  | { readonly state: 'done'; readonly result: Result }
  | { readonly state: 'refused'; readonly reason: string }
  | { readonly state: 'unknown'; readonly reason: string }

/** What asking to act leads to; `send` is given to one caller only. */
export type Verdict<Result> =
  | { readonly verdict: 'send'; readonly claim: Claim<Result> }
  | { readonly verdict: 'already_done'; readonly claim: Claim<Result> }
  | { readonly verdict: 'in_progress'; readonly claim: Claim<Result> }
  | { readonly verdict: 'unknown'; readonly claim: Claim<Result> }
  | { readonly verdict: 'review'; readonly claim: Claim<Result> }
  | { readonly verdict: 'conflict'; readonly claim: Claim<Result> }

/** How a claim stands at `now`: one whose owner's time is over counts as unknown. */
export function viewClaim<Result>(claim: Claim<Result>, now: number): Claim<Result> {
  if (claim.state !== 'claimed' || now <= claim.until) return claim
  return step(claim, {
    state: 'unknown',
    at: claim.until,
    by: 'kura',
    reason: 'the process that sent it ended',
  })
}

/** Asks to act. The claim that comes with the verdict is the one to store. */
export function requestAct<Result>(
  stored: Claim<Result> | undefined,
  act: Act,
  now: number,
): Verdict<Result> {
  const current = stored && viewClaim(stored, now)
  if (!current || current.state === 'refused') return firstVerdict(current, act, now)
  const repeats = current.operation === act.operation && current.digest === act.digest
  if (current.state === 'claimed' && repeats) return { verdict: 'send', claim: current }
  if (current.state === 'review') return reviewVerdict(current, act, now)
  if (current.digest !== act.digest) return { verdict: 'conflict', claim: current }
  if (current.state === 'done') return { verdict: 'already_done', claim: current }
  return { verdict: current.state === 'claimed' ? 'in_progress' : 'unknown', claim: current }
}

function firstVerdict<Result>(before: Claim<Result> | undefined, act: Act, now: number): Verdict<Result> {
  const held = act.flags.length > 0
  const state = held ? 'review' : 'claimed'
  const reason = held ? act.flags.join('; ') : undefined
  const claim: Claim<Result> = {
    state,
    digest: act.digest,
    body: act.body,
    operation: act.operation,
    until: now + act.lease,
    flags: act.flags,
    steps: [...(before?.steps ?? []), { state, at: now, by: act.by, reason }],
  }
  return { verdict: held ? 'review' : 'send', claim }
}

/** A released act goes out with the body that was released; another body is looked at anew. */
function reviewVerdict<Result>(current: Claim<Result>, act: Act, now: number): Verdict<Result> {
  const released = current.releasedBy !== undefined && current.digest === act.digest
  if (released) {
    const claimed = { ...current, operation: act.operation, until: now + act.lease }
    return { verdict: 'send', claim: step(claimed, { state: 'claimed', at: now, by: act.by }) }
  }
  if (current.digest === act.digest) return { verdict: 'review', claim: current }
  return firstVerdict(current, act, now)
}

/**
 * Stores how the call ended. A late `done` of the same operation replaces `unknown`; nothing replaces `done`.
 * @throws AppError `conflict` where another operation holds the claim
 */
export function settleAct<Result>(
  stored: Claim<Result> | undefined,
  { operation, outcome, by }: { operation: string; outcome: Outcome<Result>; by: string },
  now: number,
): Claim<Result> {
  if (!stored || stored.operation !== operation)
    throw new AppError('conflict', 'Cannot settle the act: another operation holds its claim')
  const open = stored.state === 'claimed' || (stored.state === 'unknown' && outcome.state === 'done')
  if (!open) return stored
  return outcome.state === 'done'
    ? { ...step(stored, { state: 'done', at: now, by }), result: outcome.result, reason: undefined }
    : step(stored, { state: outcome.state, at: now, by, reason: outcome.reason })
}

/**
 * A named person lets a flagged act go out.
 * @throws AppError `conflict` where it is not in review, or is not `operation`'s any more (where that is given)
 */
export function releaseAct<Result>(
  stored: Claim<Result> | undefined,
  { person, operation }: { person: string; operation?: string | undefined },
  now: number,
): Claim<Result> {
  if (stored?.state !== 'review') throw wrongState('release', stored, 'review')
  if (operation !== undefined && stored.operation !== operation)
    throw new AppError('conflict', 'Cannot release the act: its body was changed since')
  return { ...step(stored, { state: 'review', at: now, by: person, reason: 'released' }), releasedBy: person }
}

/** What was found at the remote settles an unknown act; anything else is left as it is. */
export function resolveAct<Result>(
  stored: Claim<Result> | undefined,
  { result, by }: { result: Result; by: string },
  now: number,
): Claim<Result> {
  const current = stored && viewClaim(stored, now)
  if (current?.state === 'done') return current
  if (current?.state !== 'unknown') throw wrongState('resolve', current, 'unknown')
  return {
    ...step(current, { state: 'done', at: now, by, reason: 'found at the remote' }),
    result,
    reason: undefined,
  }
}

/**
 * A named person frees an act, so that it may be tried again.
 * @throws AppError `conflict` where it is not in a state of `from`, is not `operation`'s any more (where that is given),
 * or was unknown for less than `settling` milliseconds
 */
export function freeAct<Result>(
  stored: Claim<Result> | undefined,
  {
    person,
    reason,
    settling,
    from,
    operation,
  }: {
    person: string
    reason: string
    settling: number
    from: readonly ClaimState[]
    operation?: string | undefined
  },
  now: number,
): Claim<Result> {
  const current = stored && viewClaim(stored, now)
  if (!current || !from.includes(current.state)) throw wrongState('free', current, from.join(' or '))
  if (operation !== undefined && current.operation !== operation)
    throw new AppError('conflict', 'Cannot free the act: another operation has claimed it since')
  const since = current.steps.at(-1)?.at ?? now
  if (current.state === 'unknown' && now < since + settling) {
    const minutes = Math.ceil((since + settling - now) / 60_000)
    throw new AppError(
      'conflict',
      `Cannot free the act: it may still arrive, wanted ${minutes} more minutes of waiting`,
      {
        hint: 'look at the remote first; a late commit may follow a lost answer',
      },
    )
  }
  return step(current, { state: 'refused', at: now, by: person, reason })
}

function step<Result>(claim: Claim<Result>, next: ClaimStep): Claim<Result> {
  return { ...claim, state: next.state, reason: next.reason, steps: [...claim.steps, next] }
}

function wrongState(verb: string, claim: Claim<unknown> | undefined, wanted: string): AppError {
  return new AppError(
    'conflict',
    `Cannot ${verb} the act: it is ${claim?.state ?? 'not known'}, wanted ${wanted}`,
  )
}
