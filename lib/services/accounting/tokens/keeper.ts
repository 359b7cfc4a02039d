/**
 * The keeper of the credential: many processes share one record, and the refresh token in it works exactly once.
 *
 *   current -> refreshing -> current (the next generation)
 *                         -> paused (5xx, 429, no reply, the application refused, …) -> refreshing -> …, until the
 *                            refresh token is too old
 *                         -> reauthorize (an OAuth refusal of the refresh token)
 *
 * Invariants: only the process with the lease may spend the refresh token, and the lease is stored before the call. A
 * result is stored only if its generation is the next one, so even a process whose lease has ended can store its result
 * if no other was stored. If a lease has ended without an outcome, one refresh with the stored token shows the outcome.
 * Only the process with the lease, at an unchanged generation, records that the call failed. An access token that is
 * not known to have expired stays in use in every state. Everything here is pure; every time is the store's.
 */
import type { Reason } from '../../../core/phrase.ts'
import type { Credential, Failures, Issued, Lifecycle } from './schema.ts'

/** Milliseconds before its expiry at which an access token is refreshed (document 1, Limits). */
export const MARGIN = 120_000

/** The margin is at most half of the lifetime, so that even a short-lived token can be used. */
export function marginOf({ issuedAt, accessExpiresAt }: Credential): number {
  return Math.min(MARGIN, (accessExpiresAt - issuedAt) / 2)
}

/** The lifetime of a refresh token in milliseconds. The service says 90 days. */
export const REFRESH_LIFETIME = 90 * 86_400_000

/** Milliseconds of the longest pause after failures. */
export const LONGEST_PAUSE = 3_600_000

/** Milliseconds of the pause after the service refused the application's id or secret. A change to either ends it. */
const SETTINGS_PAUSE = 600_000

/** Milliseconds by which a lease is longer than the life of the function that has it. */
export const GRACE = 5_000

/** Milliseconds in which a new access token cannot have expired, so that a 401 with "expired" means the endpoint. */
export const FIRST_MINUTES = 600_000

/** Why a caller may not refresh, although a refresh is due. */
export type Blocker =
  | 'not_in_preview'
  | 'acts_paused'
  | 'not_in_this_function'
  | 'too_late'
  | 'other_application'

/** An access token that got a 401, and the codes of that answer. */
export interface Rejected {
  readonly generation: number
  readonly codes: readonly string[]
}

export interface AccessRequest {
  readonly operation: string
  readonly owner: string
  /** The client_id of the caller; `settings` is the fingerprint of its settings (`fingerprintOf`). */
  readonly client: string
  readonly settings?: string | undefined
  /** The length of the lease in milliseconds. */
  readonly lease: number
  readonly blockedBy?: Blocker | undefined
  readonly rejected?: Rejected | undefined
  /** Whether a refresh is due; by default, whether the expiry is within the margin. */
  readonly due?: (credential: Credential, now: number) => boolean
}

export type AccessDecision =
  /** `despite`: why the caller does not refresh, although a refresh is due. */
  | { readonly kind: 'use'; readonly credential: Credential; readonly despite?: Refusal }
  | { readonly kind: 'refresh'; readonly credential: Credential }
  | Refusal

export type Refusal = { readonly credential: Credential } & (
  | { readonly kind: 'wait'; readonly until: number }
  | { readonly kind: 'blocked'; readonly by: Blocker }
  | { readonly kind: 'paused'; readonly failures: Failures; readonly until: number }
  | { readonly kind: 'reauthorize'; readonly reason: Reason }
)

export function isUsable(credential: Credential, now: number): boolean {
  return !credential.accessRejected && now < credential.accessExpiresAt
}

function insideMargin(credential: Credential, now: number): boolean {
  return now >= credential.accessExpiresAt - marginOf(credential)
}

/** Whether a refresh was begun whose lease has expired without an outcome. */
export function isInterrupted({ lifecycle }: Credential, now: number): boolean {
  return lifecycle.state === 'refreshing' && now >= lifecycle.intent.until
}

/** Returns a token to use, the lease to get the next token, or a refusal. */
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

/** Undefined if the caller can get the lease. */
function refusalOf(credential: Credential, request: AccessRequest, now: number): Refusal | undefined {
  const { lifecycle, failures } = credential
  const by = credential.client === request.client ? request.blockedBy : 'other_application'
  if (lifecycle.state === 'reauthorize') return { kind: 'reauthorize', credential, reason: lifecycle.reason }
  if (lifecycle.state === 'refreshing' && now < lifecycle.intent.until)
    return { kind: 'wait', credential, until: lifecycle.intent.until }
  if (failures && isTooOld(credential, now))
    return { kind: 'reauthorize', credential, reason: failures.reason }
  if (
    lifecycle.state === 'paused' &&
    failures &&
    now < lifecycle.until &&
    !hasOtherSettings(lifecycle, request)
  )
    return { kind: 'paused', credential, failures, until: lifecycle.until }
  return by && { kind: 'blocked', credential, by }
}

/** Whether the service refused other settings than the caller's. If so, the caller need not wait. */
function hasOtherSettings(
  { refusedSettings }: { readonly refusedSettings?: string | undefined },
  { settings }: AccessRequest,
): boolean {
  return refusedSettings !== undefined && refusedSettings !== settings
}

/** Whether the refresh token is too old to repeat a failed refresh. */
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

export function holds({ lifecycle }: Credential, operation: string): boolean {
  return lifecycle.state === 'refreshing' && lifecycle.intent.operation === operation
}

/** A caller that got a 401 waits for the refresh under way, because the access token may already be replaced. */
function awaitsRefresh(credential: Credential, rejected: Rejected | undefined, now: number): boolean {
  const open = credential.lifecycle.state === 'refreshing' && !isInterrupted(credential, now)
  return open && rejected?.generation === credential.generation
}

/** Marks the access token as rejected only if the rejection proves that it has expired. */
export function markRejected(stored: Credential, rejected: Rejected | undefined, now: number): Credential {
  if (rejected?.generation !== stored.generation || stored.accessRejected) return stored
  const expired = provesExpiry(rejected.codes, stored, now) && !isFreshAgain(stored, now)
  return expired ? { ...stored, accessRejected: true, updatedAt: now } : stored
}

/**
 * The message of a 401 proves nothing, because the service also writes "expired" about a token that was replaced.
 * Before its stored expiry, only a refresh makes a token invalid. So the process with the lease first looks for an
 * answer that was put aside (`rotate.ts`).
 */
function provesExpiry(codes: readonly string[], credential: Credential, now: number): boolean {
  if (codes.length === 0) return now >= credential.accessExpiresAt
  return codes.some(code => /expired_(access_)?token|token_expired/.test(code))
}

/** Whether the token is new and follows a rejected token. A further refresh would only spend a refresh token. */
function isFreshAgain({ followsRejected, issuedAt, accessExpiresAt }: Credential, now: number): boolean {
  return followsRejected === true && now < Math.min(issuedAt + FIRST_MINUTES, accessExpiresAt)
}

/**
 * `superseded`: another pair of this or a later generation is stored. `gone`: the store has no pair or an older one.
 */
export interface Committed {
  readonly outcome: 'stored' | 'already' | 'superseded' | 'gone'
  readonly credential: Credential | undefined
}

/**
 * Stores a pair that follows the stored pair: it has the next generation and names the operation that got the stored
 * pair. The pair may come from a late refresh, an answer that was put aside, or a new authorization.
 */
export function commitPair(stored: Credential | undefined, issued: Issued, now: number): Committed {
  const same = stored?.generation === issued.generation && stored.operation === issued.operation
  if (same) return { outcome: 'already', credential: stored }
  const next = (stored?.generation ?? 0) + 1
  const follows = next === issued.generation && stored?.operation === issued.follows
  if (!follows)
    return { outcome: stored && next >= issued.generation ? 'superseded' : 'gone', credential: stored }
  const credential: Credential = {
    ...issued,
    accessRejected: false,
    ...(stored?.accessRejected && { followsRejected: true }),
    lifecycle: { state: 'current' },
    updatedAt: now,
  }
  return { outcome: 'stored', credential }
}

export interface Failure {
  /** `refused` is final, except if `refusesSettings`. `undecided`: the refresh token may have been spent. */
  readonly kind: 'refused' | 'undecided' | 'unsent'
  /** A phrase or the service's error code, never the service's own text. */
  readonly reason: Reason
  /** The pause in milliseconds after a first failure. Each further failure doubles the pause. */
  readonly pause: number
}

export interface LeaseCall {
  readonly generation: number
  readonly operation: string
}

/** `settings` is the fingerprint of the settings that the call used. */
export interface FailedCall extends LeaseCall {
  readonly failure: Failure
  readonly settings?: string | undefined
}

/** Changes nothing if another operation has the lease. */
export function failRefresh(
  stored: Credential,
  { failure, settings, ...call }: FailedCall,
  now: number,
): Credential {
  if (!isHeldBy(stored, call)) return stored
  const { kind, reason } = failure
  const isOfSettings = kind === 'refused' && refusesSettings(reason)
  if (kind === 'refused' && !isOfSettings)
    return { ...stored, lifecycle: { state: 'reauthorize', reason, since: now }, updatedAt: now }
  const { count, since } = stored.failures ?? { count: 0, since: now }
  return {
    ...stored,
    lifecycle: {
      state: 'paused',
      until: now + pauseAfter(isOfSettings ? SETTINGS_PAUSE : failure.pause, count),
      ...(isOfSettings && settings !== undefined && { refusedSettings: settings }),
    },
    failures: { count: count + 1, reason, since },
    updatedAt: now,
  }
}

/** Whether the endpoint refused the settings (RFC 6749 section 5.2). The refresh token was not read and still works. */
export function refusesSettings(reason: Reason): boolean {
  return reason === 'invalid_client'
}

/** Gives the lease back without a call. Nothing changes if another operation has the lease. */
export function releaseLease(stored: Credential, call: LeaseCall, now: number): Credential {
  if (!isHeldBy(stored, call)) return stored
  const lifecycle: Lifecycle = stored.failures ? { state: 'paused', until: now } : { state: 'current' }
  return { ...stored, lifecycle, updatedAt: now }
}

function isHeldBy(stored: Credential, { generation, operation }: LeaseCall): boolean {
  return stored.generation === generation && holds(stored, operation)
}

function pauseAfter(pause: number, count: number): number {
  return Math.min(pause * 2 ** count, LONGEST_PAUSE)
}
