import { joined } from '../../language/outside.ts'
import type { Reason } from '../../phrase.ts'
import { type SeenClaim, step, viewClaim } from '../claim.ts'
import { flagsOf } from '../declined.ts'
import { type Noted, notedIn } from '../held.ts'
import type { Claim } from '../stored-records.ts'

export interface Act extends Noted {
  /** The name of the case, as the caller wrote it in this request. */
  readonly name: string
  readonly digest: string
  readonly body?: string | undefined
  readonly operation: string
  readonly by: string
  /** The duration of the lease in milliseconds (`lease.ts`). */
  readonly lease: number
  readonly flags: readonly Reason[]
  /** The id of the operation in review that the act replaces, even with the same body. */
  readonly corrects?: string | undefined
  /** Whether an act that a person has declined waits for a person again. */
  readonly declinedWaits?: boolean | undefined
}

/** The answer to a request. Of several concurrent callers, only one gets `send`. */
export interface ActDecision<Result> {
  readonly decision: 'send' | NotSent
  readonly claim: SeenClaim<Result>
}

export type NotSent = 'already_done' | 'in_progress' | 'unknown' | 'review' | 'conflict' | 'gone'

interface Requested<Result> extends Pick<ActDecision<Result>, 'decision'> {
  readonly claim: Claim<Result>
}

/** Decides on a request to act. The caller stores the claim of the decision. Pure. */
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
  return { decision: undecided(current, act), claim: current }
}

export function undecided({ state, digest }: Claim<unknown>, act: Pick<Act, 'digest'>): NotSent {
  if (state === 'review') return 'review'
  if (state === 'removing' || state === 'gone') return 'gone'
  if (digest !== act.digest) return 'conflict'
  if (state === 'done') return 'already_done'
  return state === 'claimed' ? 'in_progress' : 'unknown'
}

/** Begins an attempt. Orphaned effects of earlier attempts stay in the claim, as a person has to deal with them. */
function beginAct<Result>(before: Claim<Result> | undefined, act: Act, now: number): Requested<Result> {
  const flags = flagsOf(before, act)
  const held = flags.length > 0
  const state = held ? 'review' : 'claimed'
  const reason = held ? joined(flags) : undefined
  const claim: Claim<Result> = {
    state,
    name: act.name,
    digest: act.digest,
    body: act.body,
    operation: act.operation,
    until: now + act.lease,
    flags,
    ...notedIn(act),
    steps: [...(before?.steps ?? []), { state, at: now, by: act.by, reason }],
    ...(before?.declined && { declined: before.declined }),
    ...(before?.strays && { strays: before.strays }),
  }
  return { decision: held ? 'review' : 'send', claim }
}

/** Sends only the body that a person released. A caller who may write replaces a proposal that is not released. */
function reviewAct<Result>(current: Claim<Result>, act: Act, now: number): Requested<Result> {
  const released = current.releasedBy !== undefined && current.digest === act.digest
  if (released) {
    const claimed = { ...current, operation: act.operation, until: now + act.lease }
    return { decision: 'send', claim: step(claimed, { state: 'claimed', at: now, by: act.by }) }
  }
  const isOwn = current.proposal === undefined && current.digest === act.digest
  if (isOwn) return { decision: 'review', claim: current }
  return beginAct(current, act, now)
}
