/** Decides on proposals. No decision is `send`, so a proposer can never send an act. Pure. */
import { phrase } from '../../language/catalogue.ts'
import { joined } from '../../language/outside.ts'
import { type SeenClaim, viewClaim } from '../claim.ts'
import { notedIn } from '../held.ts'
import type { Claim } from '../stored-records.ts'
import { CLAIM_REASONS } from '../words.ts'
import { type Act, type NotSent, undecided } from './request.ts'

export interface ProposedAct extends Omit<Act, 'lease'> {
  /** The id of the proposer's key. Only this key may correct the proposal. */
  readonly key: string
  readonly why: string
}

export interface ProposeDecision<Result> {
  readonly decision: 'proposed' | 'declined' | NotSent
  readonly claim: SeenClaim<Result>
}

interface Proposed<Result> extends Pick<ProposeDecision<Result>, 'decision'> {
  readonly claim: Claim<Result>
}

/** Stores a proposal for a new or refused case, or over the same key's unreleased one. Refuses a declined body. */
export function proposeAct<Result>(
  stored: Claim<Result> | undefined,
  act: ProposedAct,
  now: number,
): Proposed<Result> {
  const current = stored && viewClaim(stored, now)
  if (current && !isReplaceable(current, act)) return { decision: undecided(current, act), claim: current }
  if (current?.declined?.some(({ digest }) => digest === act.digest))
    return { decision: 'declined', claim: current }
  if (current?.state === 'review' && current.digest === act.digest)
    return { decision: 'proposed', claim: current }
  return { decision: 'proposed', claim: proposedClaim(current, act, now) }
}

function isReplaceable(
  { state, proposal, releasedBy }: Claim<unknown>,
  { key }: Pick<ProposedAct, 'key'>,
): boolean {
  // a proposal that was not released is still in review
  return state === 'refused' || (proposal?.key === key && releasedBy === undefined)
}

/** A correction keeps the first body, so that a person who has seen the first body sees what changed. */
function proposedClaim<Result>(
  before: Claim<Result> | undefined,
  { name, digest, body, operation, by, key, why, flags, asked, alike }: ProposedAct,
  now: number,
): Claim<Result> {
  const corrected = before?.state === 'review' ? (before.proposal?.before ?? before.body) : undefined
  // the step keeps the proposer's words, even after a person has corrected the proposal
  const reason = joined([phrase(CLAIM_REASONS.says, { why }), ...flags])
  return {
    state: 'review',
    name,
    digest,
    body,
    operation,
    until: now,
    flags,
    ...notedIn({ asked, alike }),
    proposal: { key, by, reason: why, ...(corrected !== undefined && { before: corrected }) },
    steps: [...(before?.steps ?? []), { state: 'review', at: now, by, reason }],
    ...(before?.declined && { declined: before.declined }),
    ...(before?.strays && { strays: before.strays }),
  }
}
