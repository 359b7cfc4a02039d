/**
 * Performs an act once, in five steps:
 *
 * - claim: only the caller whose claim was stored takes the next step.
 * - query: the remote may have results of the act already. Then nothing is sent, and a single result counts as the
 * act's.
 * - guard: immediately before the call the claim is read again. The whole call must fit into the lease (`lease.ts`).
 * - send: an error that does not say whether the call had an effect leaves the outcome unknown.
 * - settle: the outcome is stored. If that fails, the caller still gets the outcome.
 *
 * In two cases, no code can prevent that a call begins after its lease: the process stops between the guard's answer
 * and the first byte of the call, or the machine's clock stands still while the machine is suspended.
 */
import { AppError, failureOf, hasCode } from '../errors.ts'
import { phrase } from '../language/catalogue.ts'
import { phraseError } from '../language/phrase-error.ts'
import type { Phrase, Reason } from '../phrase.ts'
import { TIMEOUT } from '../remote/fetch-remote.ts'
import { timeLeft } from '../work/time-left.ts'
import type { SeenClaim } from './claim.ts'
import type { Claims, FoundBy } from './claims.ts'
import { type AttemptOutcome, type Noted, outcomeBeforeCall, wasSent } from './held.ts'
import { LEASE, lastStart } from './lease.ts'
import type { Queried } from './query.ts'
import type { Claim, ClaimState } from './stored-records.ts'
import type { NotSent } from './transitions/request.ts'
import type { Outcome } from './transitions/settle.ts'
import { CLAIM_REASONS } from './words.ts'

export interface OnceAct<Result> extends Noted {
  readonly name: string
  /** The SHA-256 of the exact body. The same case with another body is a conflict. */
  readonly digest: string
  /** The body, if the service needs it later to query the remote or to send it after a review. */
  readonly body?: string | undefined
  /** The author of the steps: the name of a key or of a person. */
  readonly by: string
  /** The reasons why a person has to review the act before it is sent. */
  readonly flags?: readonly Reason[]
  /** The id of the operation in review that this act replaces. */
  readonly corrects?: string | undefined
  /** Whether an act that a person has declined waits for a person again. */
  readonly declinedWaits?: boolean
  /** The id of the attempt; by default, a new one. */
  readonly operation?: string
  /** The records by which other acts find this act. One step writes these records and the claim. */
  readonly foundBy?: FoundBy | undefined
  /**
   * Queries the remote for the result of an earlier attempt. If the query fails, the act is not sent.
   * @param found the texts of the records of `foundBy`
   * @throws HeldError to put the act back into review
   */
  query?(claim: Claim<Result>, found: readonly string[]): Promise<Queried<Result>>
  /** Reserves what the call needs, such as money. If the reservation fails, the act is not sent. */
  reserve?(lease: Lease<Result>): Promise<void>
  /** Gives back what `reserve` took. Called before the outcome `refused` is stored. */
  withdraw?(lease: Lease<Result>): Promise<void>
  /** Calls the remote. `lease.guard` must be the last check before the call. */
  send(lease: Lease<Result>): Promise<Outcome<Result>>
  /** Whether a failed call certainly had no effect. Not called for `remote_unreachable`: that call had none. */
  hadNoEffect?(error: unknown): boolean
  /** The reason to store with the claim. By default, an AppError gives its own text; other errors get a fixed one. */
  reasonOf?(error: unknown): Reason
  /** Logs a change of state. Called for the outcome before the outcome is stored. */
  note?(change: ClaimChange<Result>): void
}

export interface ClaimChange<Result> {
  readonly state: ClaimState
  readonly operation: string
  readonly result?: Result | undefined
  /** Why the act was refused or its outcome is unknown, or a remark about an unusual result. */
  readonly reason?: Reason | undefined
  /** Set if the attempt has lost its claim. Its effect is then orphaned. */
  readonly isOrphaned?: true
}

export interface Lease<Result> {
  readonly operation: string
  readonly claim: SeenClaim<Result>
  /** The latest time, by the store's clock, at which the call may begin. */
  readonly lastStart: number
  /** The texts of the records of `foundBy`, as they were written with the claim. */
  readonly found: readonly string[]
  /**
   * Checks that the call may begin. It must run immediately before the call, so pass it as `CallSpec.before`, which
   * runs after every other wait.
   * @throws AppError `remote_unreachable` if another attempt has the claim, too little time is left for a whole call,
   * or the store does not answer
   */
  guard(): Promise<void>
}

export interface OnceDeps<Result> {
  readonly claims: Claims<Result>
  readonly newId: () => string
  /** The time in milliseconds, from a clock that never goes back. */
  readonly clock: () => number
}

export type OnceReport<Result> =
  | { readonly end: 'not_sent'; readonly decision: NotSent; readonly claim: SeenClaim<Result> }
  | (Attempted<Result> & { readonly end: 'stored'; readonly claim: Claim<Result> })
  /** Another attempt has the claim, or there is no claim, so any effect of this attempt is orphaned. */
  | (Attempted<Result> & { readonly end: 'orphaned'; readonly claim: Claim<Result> | undefined })
  /** The outcome could not be stored. The claim counts as unknown once its lease has ended. */
  | (Attempted<Result> & { readonly end: 'unstored'; readonly cause: unknown })

interface Attempted<Result> {
  readonly outcome: AttemptOutcome<Result>
  /** The results that the remote had already, because of which the act was not sent. */
  readonly found?: readonly Result[]
  readonly error?: unknown
}

/** @throws AppError, before anything is sent: `conflict` as `correctedClaim` does, `store_unavailable`, `store_busy` */
export async function actOnce<Result>(
  act: OnceAct<Result>,
  deps: OnceDeps<Result>,
): Promise<OnceReport<Result>> {
  const { name, digest, body, by, asked, alike, corrects, declinedWaits, flags = [] } = act
  const operation = act.operation ?? deps.newId()
  const held = { flags, asked, alike, corrects, declinedWaits }
  const request = { digest, body, operation, by, lease: LEASE, ...held }
  const { decision, claim, found = [] } = await deps.claims.request(name, request, act.foundBy)
  if (decision === 'review') act.note?.({ state: 'review', operation: claim.operation })
  if (decision !== 'send') return { end: 'not_sent', decision, claim }
  act.note?.({ state: 'claimed', operation })
  const lease = {
    operation,
    claim,
    lastStart: lastStart(claim.until),
    found,
    guard: () => checkLease(name, operation, deps),
  }
  return settle(act, { lease, attempted: await attempt(act, lease, deps) }, deps)
}

/** The time of the read counts against the lease, because the process may be suspended during the read. */
async function checkLease<Result>(
  name: string,
  operation: string,
  { claims, clock }: OnceDeps<Result>,
): Promise<void> {
  const asked = clock()
  const seen = await claims.read(name).catch(cause => {
    throw notSent(claims.describe(name), phrase(CLAIM_REASONS.claimUnreadable), cause)
  })
  if (seen?.state !== 'claimed' || seen.operation !== operation)
    throw notSent(claims.describe(name), phrase(CLAIM_REASONS.claimLost))
  if (clock() >= asked + lastStart(seen.until) - seen.seenAt || timeLeft() < TIMEOUT)
    throw notSent(claims.describe(name), phrase(CLAIM_REASONS.tooLittleTime))
}

async function attempt<Result>(
  act: OnceAct<Result>,
  lease: Lease<Result>,
  deps: OnceDeps<Result>,
): Promise<Attempted<Result>> {
  const stopped = await prepare(act, lease, deps)
  if (stopped) return stopped
  try {
    return { outcome: await act.send(lease) }
  } catch (error) {
    const harmless = hasCode(error, 'remote_unreachable') || act.hadNoEffect?.(error)
    return { outcome: { state: harmless ? 'refused' : 'unknown', reason: reasonOf(act, error) }, error }
  }
}

/** Takes the steps before the call. Returns undefined if the act may be sent. */
async function prepare<Result>(
  act: OnceAct<Result>,
  lease: Lease<Result>,
  { claims }: OnceDeps<Result>,
): Promise<Attempted<Result> | undefined> {
  try {
    const queried = await act.query?.(lease.claim, lease.found)
    if (queried && queried.found.length > 0) return takeOver(queried)
    if (queried && !queried.complete) throw unread(claims.describe(act.name))
    await act.reserve?.(lease)
    return undefined
  } catch (error) {
    return { outcome: outcomeBeforeCall(error, reasonOf(act, error)), error }
  }
}

/** Uses the remote's results, which exist if an earlier claim was lost (a backup was restored) or freed too early. */
function takeOver<Result>({
  found,
  several = phrase(CLAIM_REASONS.severalAtRemote),
}: Queried<Result>): Attempted<Result> {
  const [result, another] = found
  if (result !== undefined && another === undefined) return { outcome: { state: 'done', result }, found }
  return { outcome: { state: 'unknown', reason: several }, found }
}

async function settle<Result>(
  act: OnceAct<Result>,
  { lease, attempted }: { lease: Lease<Result>; attempted: Attempted<Result> },
  { claims }: OnceDeps<Result>,
): Promise<OnceReport<Result>> {
  const { outcome } = attempted
  const { operation } = lease
  try {
    if (outcome.state === 'refused') await act.withdraw?.(lease)
    act.note?.({ operation, ...outcome })
    const found = attempted.found !== undefined
    const { as, claim } = await claims.settle(act.name, { operation, outcome, by: act.by, found })
    if (as === 'settled' && claim) return { end: 'stored', ...attempted, claim }
    if (wasSent(outcome) && !found) act.note?.({ operation, ...outcome, isOrphaned: true })
    return { end: 'orphaned', ...attempted, claim }
  } catch (cause) {
    return { end: 'unstored', ...attempted, cause }
  }
}

/** An error that is no AppError may quote anything, so a fixed text replaces its message. */
function reasonOf(act: Pick<OnceAct<never>, 'reasonOf'>, error: unknown): Reason {
  if (act.reasonOf) return act.reasonOf(error)
  return error instanceof AppError ? failureOf(error) : phrase(CLAIM_REASONS.unexpectedFault)
}

function notSent(subject: string, why: Phrase, cause?: unknown): AppError {
  return phraseError('remote_unreachable', phrase(CLAIM_REASONS.notSent, { subject, reason: why }), {
    hint: 'nothing was sent: try again',
    cause,
  })
}

function unread(subject: string): AppError {
  return phraseError('remote_answer', phrase(CLAIM_REASONS.remoteUnread, { subject }), {
    hint: 'nothing was sent: try again, or look at the remote',
  })
}
