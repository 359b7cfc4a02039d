/**
 * The keeper of the credential: many processes share one record, and the refresh token in it works exactly once.
 *
 *   current -> refreshing -> current (the next generation)
 *                         -> paused (5xx, 429, no reply, …) -> refreshing -> …, until the refresh token is too old
 *                         -> reauthorize (an OAuth refusal)
 *
 * What always holds: the lease decides who may spend the refresh token, and it is stored before the call; the generation
 * decides who may store the result, so a late holder still stores if nobody stored before. An intent past its time is
 * resolved by one refresh with the stored token. Only the intent's owner, at an unchanged generation, records that the
 * call failed. An access token that has not expired stays in use whatever the state. Everything here is pure; every time
 * is the store's.
 */
import type { Credential, Failures, Issued, Lifecycle } from './schema.ts'

/** Milliseconds before its expiry at which an access token is refreshed (document 1, Limits). */
export const MARGIN = 120_000

/** The margin of this access token: at most half of its lifetime, so that a short-lived one is used as well. */
export function marginOf({ issuedAt, accessExpiresAt }: Credential): number {
  return Math.min(MARGIN, (accessExpiresAt - issuedAt) / 2)
}

/** Milliseconds from its issue for which a refresh token works (the service says 90 days). */
export const REFRESH_LIFETIME = 90 * 86_400_000

/** The longest pause between two attempts, in milliseconds: an hour without an answer costs at most another hour. */
export const LONGEST_PAUSE = 3_600_000

/** Milliseconds by which a lease outlives the function that holds it. */
export const GRACE = 5_000

/** Why a caller may not refresh, although it is time to. */
export type Blocker = 'not_in_preview' | 'not_in_this_function' | 'too_late' | 'other_application'

/** A generation whose access token the service answered with 401, and the codes of that answer. */
export interface Rejected {
  readonly generation: number
  readonly codes: readonly string[]
}

/** A caller's request for an access token. */
export interface AccessRequest {
  readonly operation: string
  readonly owner: string
  /** The client_id of the caller's settings. */
  readonly client: string
  /** Milliseconds that a lease holds. */
  readonly lease: number
  readonly blockedBy?: Blocker | undefined
  readonly rejected?: Rejected | undefined
  /** Whether it is time to refresh; inside the margin, unless given. */
  readonly due?: (credential: Credential, now: number) => boolean
}

/** What the keeper decides; `credential` is the record to store. */
export type AccessDecision =
  /** `despite`: why the caller does not refresh, although it is time to. */
  | { readonly kind: 'use'; readonly credential: Credential; readonly despite?: Refusal }
  /** The caller holds the lease. */
  | { readonly kind: 'refresh'; readonly credential: Credential }
  | Refusal

/** Why the caller gets no next access token now. */
export type Refusal = { readonly credential: Credential } & (
  | { readonly kind: 'wait'; readonly until: number }
  | { readonly kind: 'blocked'; readonly by: Blocker }
  | { readonly kind: 'paused'; readonly failures: Failures; readonly until: number }
  | { readonly kind: 'reauthorize'; readonly reason: string }
)

/** Whether the access token can still be used. */
export function isUsable(credential: Credential, now: number): boolean {
  return !credential.accessRejected && now < credential.accessExpiresAt
}

/** Whether the access token is so close to its expiry that it is time for the next one. */
function insideMargin(credential: Credential, now: number): boolean {
  return now >= credential.accessExpiresAt - marginOf(credential)
}

/** Whether a refresh was begun whose holder never recorded how it ended. */
export function isInterrupted({ lifecycle }: Credential, now: number): boolean {
  return lifecycle.state === 'refreshing' && now >= lifecycle.intent.until
}

/** Decides on a request: an access token to use, the lease to get the next one, or a refusal. */
export function decideAccess(stored: Credential, request: AccessRequest, now: number): AccessDecision {
  const credential = markRejected(stored, request.rejected, now)
  if (holds(credential, request.operation)) return { kind: 'refresh', credential }
  const usable = isUsable(credential, now) && !awaitsRefresh(credential, request.rejected, now)
  const due = request.due ?? insideMargin
  if (usable && !due(credential, now)) return { kind: 'use', credential }
  const refusal = refusalOf(credential, request, now)
  if (!refusal) return { kind: 'refresh', credential: openIntent(credential, request, now) }
  return usable ? { kind: 'use', credential, despite: refusal } : refusal
}

/** What keeps the caller from the lease; undefined if it is free. */
function refusalOf(credential: Credential, request: AccessRequest, now: number): Refusal | undefined {
  const { lifecycle, failures } = credential
  const by = credential.client === request.client ? request.blockedBy : 'other_application'
  if (lifecycle.state === 'reauthorize') return { kind: 'reauthorize', credential, reason: lifecycle.reason }
  if (lifecycle.state === 'refreshing' && now < lifecycle.intent.until)
    return { kind: 'wait', credential, until: lifecycle.intent.until }
  if (failures && isTooOld(credential, now))
    return { kind: 'reauthorize', credential, reason: failures.reason }
  if (lifecycle.state === 'paused' && failures && now < lifecycle.until)
    return { kind: 'paused', credential, failures, until: lifecycle.until }
  return by && { kind: 'blocked', credential, by }
}

/** Whether the refresh token is past its life: then an attempt that failed is not repeated. */
export function isTooOld({ issuedAt }: Credential, now: number): boolean {
  return now >= issuedAt + REFRESH_LIFETIME
}

function openIntent(
  credential: Credential,
  { operation, owner, lease }: AccessRequest,
  now: number,
): Credential {
  const intent = { owner, operation, until: now + lease }
  return { ...credential, lifecycle: { state: 'refreshing', intent }, updatedAt: now }
}

/** Whether the open intent belongs to `operation`. */
export function holds({ lifecycle }: Credential, operation: string): boolean {
  return lifecycle.state === 'refreshing' && lifecycle.intent.operation === operation
}

/** After a 401 during a refresh the access token may already be replaced, so the caller waits for the next one. */
function awaitsRefresh(credential: Credential, rejected: Rejected | undefined, now: number): boolean {
  const open = credential.lifecycle.state === 'refreshing' && !isInterrupted(credential, now)
  return open && rejected?.generation === credential.generation
}

/** The record with its access token marked as rejected, if the rejection proves that the token has expired. */
export function markRejected(stored: Credential, rejected: Rejected | undefined, now: number): Credential {
  if (rejected?.generation !== stored.generation || stored.accessRejected) return stored
  const expired = provesExpiry(rejected.codes, stored, now)
  return expired ? { ...stored, accessRejected: true, updatedAt: now } : stored
}

/**
 * A 401 may mean something else: only its code proves that the token is dead or, if it has no code at all, the stored
 * expiry. Its message proves nothing. "Expired" also stands for "replaced": before its stored expiry a token dies only if
 * a refresh replaced it, so the holder looks for an unstored answer before it spends the refresh token (`rotate.ts`).
 */
function provesExpiry(codes: readonly string[], credential: Credential, now: number): boolean {
  if (codes.length === 0) return now >= credential.accessExpiresAt
  return codes.some(code => /expired_(access_)?token|token_expired/.test(code))
}

/**
 * What storing a pair led to. `superseded`: another pair of this generation, or a later one, is stored; `gone`: there is
 * no record any more that it could follow.
 */
export interface Committed {
  readonly outcome: 'stored' | 'already' | 'superseded' | 'gone'
  /** The record after that; undefined if the record that the pair was to follow is gone. */
  readonly credential: Credential | undefined
}

/**
 * Stores a pair if it follows the stored one (by its generation, and by the operation that got it), whatever state the
 * record is in: the answer of a refresh, late or not, a pair that was put aside, a new authorization.
 */
export function commitPair(stored: Credential | undefined, issued: Issued, now: number): Committed {
  const same = stored?.generation === issued.generation && stored.operation === issued.operation
  if (same) return { outcome: 'already', credential: stored }
  const follows = (stored?.generation ?? 0) + 1 === issued.generation && stored?.operation === issued.follows
  if (!follows) return { outcome: stored ? 'superseded' : 'gone', credential: stored }
  const lifecycle = { state: 'current' } as const
  return { outcome: 'stored', credential: { ...issued, accessRejected: false, lifecycle, updatedAt: now } }
}

/** How a call failed. */
export interface Failure {
  /**
   * `refused`: an OAuth error, which is final. `undecided`: the token may have been spent or not, and another attempt
   * finds out. `unsent`: nothing was sent, so it was not spent.
   */
  readonly kind: 'refused' | 'undecided' | 'unsent'
  /** A word or two for people, never the service's own text. */
  readonly reason: string
  /** Milliseconds until the next attempt, if this is the first failure; each further one doubles them. */
  readonly pause: number
}

/** A call of a lease's holder: the generation whose token it spends, and its operation. */
export interface LeaseCall {
  readonly generation: number
  readonly operation: string
}

/** Records that the holder's call failed; from anybody but the holder it changes nothing. */
export function failRefresh(
  stored: Credential,
  { failure, ...call }: LeaseCall & { readonly failure: Failure },
  now: number,
): Credential {
  if (!isHeldBy(stored, call)) return stored
  const { kind, reason } = failure
  if (kind === 'refused')
    return { ...stored, lifecycle: { state: 'reauthorize', reason, since: now }, updatedAt: now }
  const { count, since } = stored.failures ?? { count: 0, since: now }
  return {
    ...stored,
    lifecycle: { state: 'paused', until: now + pauseAfter(failure, count) },
    failures: { count: count + 1, reason, since },
    updatedAt: now,
  }
}

/** Gives the lease back unspent; from anybody but the holder it changes nothing. */
export function releaseLease(stored: Credential, call: LeaseCall, now: number): Credential {
  if (!isHeldBy(stored, call)) return stored
  const lifecycle: Lifecycle = stored.failures ? { state: 'paused', until: now } : { state: 'current' }
  return { ...stored, lifecycle, updatedAt: now }
}

function isHeldBy(stored: Credential, { generation, operation }: LeaseCall): boolean {
  return stored.generation === generation && holds(stored, operation)
}

/** Milliseconds until the next attempt, after `count` failures before this one. */
function pauseAfter({ pause }: Failure, count: number): number {
  return Math.min(pause * 2 ** count, LONGEST_PAUSE)
}
