/**
 * A query of the platform can find the effect of an act, so it settles an act of unknown outcome
 * (`lib/core/claims/once.ts`). It finds a message by its nonce in the channel's history, and a channel by its tag in
 * the list of channels. If everything could be read, and nothing is found `SETTLING` milliseconds after the call could
 * last have been under way, the claim is freed.
 */
import { claimedAt } from '../../../core/claims/claim.ts'
import type { NamedClaim } from '../../../core/claims/claims.ts'
import { actOnce, type OnceAct, type OnceDeps, type OnceReport } from '../../../core/claims/once.ts'
import { type Queried, queryAgain } from '../../../core/claims/query.ts'
import type { Claim } from '../../../core/claims/stored-records.ts'
import { doneUnstored } from '../../../core/claims/unstored.ts'
import { failureOf, hasCode } from '../../../core/errors.ts'
import { isPhraseOf, phrase } from '../../../core/language/catalogue.ts'
import { quotedReason } from '../../../core/language/outside.ts'
import type { Phrase, Reason } from '../../../core/phrase.ts'
import { isAnswered, refusalOf, wordsOf } from '../remote/errors.ts'
import { DELIVERY_REASONS } from './words.ts'

/** The milliseconds after which a call is certainly no longer under way: more than the life of a function. */
export const SETTLING = 10 * 60_000

/** The reason for an act that had no effect, but may succeed in the next run, such as after a rate limit. */
export function notYet(reason: Reason): Phrase {
  return phrase(DELIVERY_REASONS.notYet, { reason: quotedReason(reason) })
}

export interface PlatformAct<Result> {
  readonly name: string
  readonly digest: string
  readonly body: string
  readonly by: string
  /** Makes the call, which runs `before` as its last check. */
  send(before: () => Promise<void>): Promise<Result>
  /** Queries the platform for the effect of an earlier call that began at `since` or later. */
  query(since: number): Promise<Queried<Result>>
}

/** Why an act was not done. The next run tries `limited` and `waiting` acts again. */
export type UndoneState = 'refused' | 'limited' | 'waiting' | 'unknown' | 'in_progress' | 'conflict'

export type SendReport<Result> =
  | { readonly state: 'done'; readonly result: Result; readonly sent: boolean }
  | {
      readonly state: UndoneState
      readonly reason: Reason
      /** Set if another run has the claim now, so that any effect of this run is orphaned. */
      readonly isOrphaned?: true
    }

const NOT_KNOWN = phrase(DELIVERY_REASONS.notKnown)

export function undoneState({ state, reason }: Claim<unknown>): UndoneState {
  if (state === 'claimed') return 'in_progress'
  if (state !== 'refused') return state === 'review' ? 'waiting' : 'unknown'
  return isPhraseOf(DELIVERY_REASONS.notYet, reason) ? 'waiting' : 'refused'
}

/** Performs the act unless it is done already. @throws AppError only as the store does */
export async function doOnce<Result>(
  act: PlatformAct<Result>,
  deps: OnceDeps<Result>,
): Promise<SendReport<Result>> {
  const once = onceActOf(act)
  const first = await actOnce(once, deps)
  if (first.end !== 'not_sent' || first.decision !== 'unknown') return reportOf(act, first, deps)
  const settled = await settleUnknown(act, { name: act.name, claim: first.claim }, deps)
  return settled ?? reportOf(act, await actOnce(once, deps), deps)
}

function onceActOf<Result>({ name, digest, body, by, send }: PlatformAct<Result>): OnceAct<Result> {
  return {
    name,
    digest,
    body,
    by,
    send: async ({ guard }) => ({ state: 'done', result: await send(guard) }),
    hadNoEffect: error => isPassing(error) || refusalOf(error) !== undefined,
    reasonOf(error) {
      if (isPassing(error)) return notYet(failureOf(error))
      const refusal = refusalOf(error)
      return refusal ? wordsOf(refusal) : failureOf(error)
    },
  }
}

/** Whether the same call may succeed later: it was not sent, rate-limited, or refused not for its content. */
function isPassing(error: unknown): boolean {
  const refusal = refusalOf(error)
  return hasCode(error, 'limited', 'remote_unreachable') || (refusal !== undefined && !isAnswered(refusal))
}

function reportOf<Result>(
  { name }: PlatformAct<Result>,
  report: OnceReport<Result>,
  { claims }: OnceDeps<Result>,
): SendReport<Result> {
  if (report.end === 'not_sent') return notSentReport(report)
  if (report.end === 'unstored') {
    if (report.outcome.state !== 'done') throw report.cause
    const fact = phrase(DELIVERY_REASONS.done, { what: claims.describe(name) })
    throw doneUnstored(fact, { remedy: phrase(DELIVERY_REASONS.foundAgain), cause: report.cause })
  }
  if (report.end === 'orphaned') return orphanedReport(report)
  const { claim, error } = report
  if (claim.state === 'done' && claim.result !== undefined)
    return { state: 'done', result: claim.result, sent: true }
  const state = hasCode(error, 'limited') ? 'limited' : undoneState(claim)
  return { state, reason: claim.reason ?? NOT_KNOWN }
}

/** The report if another run has the claim. Unless its call was refused, the act may have been done twice. */
function orphanedReport<Result>({
  outcome,
  error,
}: Extract<OnceReport<Result>, { end: 'orphaned' }>): SendReport<Result> {
  if (outcome.state === 'refused') return { state: 'in_progress', reason: failureOf(error) }
  return { state: 'conflict', reason: phrase(DELIVERY_REASONS.doneTwice), isOrphaned: true }
}

function notSentReport<Result>({
  decision,
  claim,
}: Extract<OnceReport<Result>, { end: 'not_sent' }>): SendReport<Result> {
  if (decision === 'already_done' && claim.result !== undefined)
    return { state: 'done', result: claim.result, sent: false }
  if (decision === 'conflict') return { state: 'conflict', reason: phrase(DELIVERY_REASONS.nameUsed) }
  if (decision === 'in_progress') return { state: 'in_progress', reason: phrase(DELIVERY_REASONS.byAnother) }
  return { state: 'unknown', reason: claim.reason ?? NOT_KNOWN }
}

/** Settles an act of unknown outcome. Undefined if the claim was freed, so that the act may be done again. */
async function settleUnknown<Result>(
  act: PlatformAct<Result>,
  basis: NamedClaim<Result>,
  { claims }: OnceDeps<Result>,
): Promise<SendReport<Result> | undefined> {
  const failed = (error: unknown) => ({ found: [], complete: false, error })
  const query = (claim: Claim<Result>) => act.query(claimedAt(claim)).catch(failed)
  const { seen, claim } = await queryAgain(basis, { by: act.by, query }, { claims })
  if (claim.state === 'done' && claim.result !== undefined)
    return { state: 'done', result: claim.result, sent: false }
  if ('error' in seen) return { state: 'unknown', reason: failureOf(seen.error) }
  if (!seen.complete) return { state: 'unknown', reason: phrase(DELIVERY_REASONS.historyUnread) }
  return freeUnfound(basis, { claims })
}

async function freeUnfound<Result>(
  basis: NamedClaim<Result>,
  { claims }: Pick<OnceDeps<Result>, 'claims'>,
): Promise<SendReport<Result> | undefined> {
  const reason = notYet(phrase(DELIVERY_REASONS.notThere))
  try {
    await claims.free(basis, { person: 'kura', reason, settling: SETTLING, from: ['unknown'] })
    return undefined
  } catch (error) {
    if (!hasCode(error, 'conflict')) throw error
    const known = quotedReason(basis.claim.reason ?? NOT_KNOWN)
    return { state: 'unknown', reason: phrase(DELIVERY_REASONS.settlesLater, { reason: known }) }
  }
}
