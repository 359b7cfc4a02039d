/**
 * The keeper of the credential: many processes share one record, and the refresh token in it works exactly once.
 *
 *   current -> refreshing -> current (the next generation)
 *                         -> paused (5xx, 429, time-out, unreachable) -> refreshing
 *                         -> reauthorize
 *
 * What always holds: the lease decides who may spend the refresh token, and it is written before the call; the
 * generation decides who may store the result, so a holder that is late still stores where nobody stored before. An
 * intent past its time is resolved by one refresh with the stored token. Only the intent's owner, at an unchanged
 * generation, says that the call failed. An access token that lives stays in use whatever the state. Everything here
 * is pure; every time is the store's.
 */
import type { Credential, Issued, Standing } from './schema.ts'

/** Milliseconds before its expiry at which an access token is refreshed (document 1, Limits). */
export const MARGIN = 120_000

/** Milliseconds before its expiry at which this one is: a token that lives hardly longer than the margin has a life too. */
export function marginOf({ issuedAt, accessExpiresAt }: Credential): number {
  return Math.min(MARGIN, (accessExpiresAt - issuedAt) / 2)
}

/** Milliseconds by which a lease outlives the function that holds it. */
export const GRACE = 5_000

/** Why a caller may not refresh, though it would be time to. */
export type Bar = 'not_in_preview' | 'too_late' | 'other_application'

/** A generation whose access token the service answered with 401, and the codes that it gave. */
export interface Rejected {
  readonly generation: number
  readonly codes: readonly string[]
}

/** What a caller asks of the keeper. */
export interface Asking {
  readonly operation: string
  readonly owner: string
  /** The client_id of the caller's settings. */
  readonly client: string
  /** Milliseconds that a claim holds. */
  readonly lease: number
  readonly bar?: Bar | undefined
  readonly rejected?: Rejected | undefined
  /** Whether it is time to refresh; inside the margin, unless given. */
  readonly due?: (credential: Credential, now: number) => boolean
}

/** What the keeper answers; the credential that comes along is the one to store. */
export type Verdict =
  /** `despite`: why it was not refreshed though it was time to. */
  | { readonly verdict: 'use'; readonly credential: Credential; readonly despite?: Refusal }
  /** The caller holds the lease. */
  | { readonly verdict: 'refresh'; readonly credential: Credential }
  | Refusal

/** Why there is no next access token for the caller now. */
export type Refusal = { readonly credential: Credential } & (
  | { readonly verdict: 'wait'; readonly until: number }
  | { readonly verdict: 'barred'; readonly bar: Bar }
  | { readonly verdict: 'paused'; readonly reason: string; readonly until: number }
  | { readonly verdict: 'reauthorize'; readonly reason: string }
)

/** Whether the access token can still be used. */
export function lives(credential: Credential, now: number): boolean {
  return !credential.accessRejected && now < credential.accessExpiresAt
}

/** Whether the access token is so close to its end that it is time for the next one. */
export function insideMargin(credential: Credential, now: number): boolean {
  return now >= credential.accessExpiresAt - marginOf(credential)
}

/** Whether the holder of the intent never said how its call ended. */
export function interrupted({ standing }: Credential, now: number): boolean {
  return standing.state === 'refreshing' && now >= standing.intent.until
}

/** Asks for an access token: one to use, the lease to get the next one, or why there is none. */
export function wantToken(stored: Credential, asking: Asking, now: number): Verdict {
  const credential = markRejected(stored, asking.rejected, now)
  if (holds(credential, asking.operation)) return { verdict: 'refresh', credential }
  const usable = lives(credential, now) && !awaitsRefresh(credential, asking.rejected, now)
  const due = asking.due ?? insideMargin
  if (usable && !due(credential, now)) return { verdict: 'use', credential }
  const refusal = refusalOf(credential, asking, now)
  if (!refusal) return { verdict: 'refresh', credential: openIntent(credential, asking, now) }
  return usable ? { verdict: 'use', credential, despite: refusal } : refusal
}

/** What keeps the caller from the lease; undefined where it is free. */
function refusalOf(credential: Credential, asking: Asking, now: number): Refusal | undefined {
  const { standing } = credential
  const bar = credential.client === asking.client ? asking.bar : 'other_application'
  if (standing.state === 'reauthorize') return { verdict: 'reauthorize', credential, reason: standing.reason }
  if (standing.state === 'refreshing' && now < standing.intent.until)
    return { verdict: 'wait', credential, until: standing.intent.until }
  if (standing.state === 'paused' && now < standing.until)
    return { verdict: 'paused', credential, reason: standing.reason, until: standing.until }
  return bar && { verdict: 'barred', credential, bar }
}

function openIntent(credential: Credential, { operation, owner, lease }: Asking, now: number): Credential {
  const intent = { owner, operation, until: now + lease, last: isLast(credential.standing) }
  return { ...credential, standing: { state: 'refreshing', intent }, updatedAt: now }
}

/** Whether the next failure is final: the one later attempt is being made, or was being made when its holder died. */
function isLast(standing: Standing): boolean {
  if (standing.state === 'refreshing') return standing.intent.last
  return standing.state === 'paused' && standing.last
}

/** Whether the open intent belongs to `operation`. */
export function holds({ standing }: Credential, operation: string): boolean {
  return standing.state === 'refreshing' && standing.intent.operation === operation
}

/** A 401 while someone is refreshing: the access token may already be replaced, so its next one is waited for. */
function awaitsRefresh(credential: Credential, rejected: Rejected | undefined, now: number): boolean {
  const open = credential.standing.state === 'refreshing' && !interrupted(credential, now)
  return open && rejected?.generation === credential.generation
}

/** The record with its access token marked bad where the rejection proves that it is dead. */
export function markRejected(stored: Credential, rejected: Rejected | undefined, now: number): Credential {
  if (rejected?.generation !== stored.generation || stored.accessRejected) return stored
  const dead = provesExpiry(rejected.codes, stored, now)
  return dead ? { ...stored, accessRejected: true, updatedAt: now } : stored
}

/**
 * A 401 stands for much else: only its code says that the token expired, or, where there is no code at all, the
 * stored expiry. Its message never does.
 */
function provesExpiry(codes: readonly string[], credential: Credential, now: number): boolean {
  if (codes.length === 0) return now >= credential.accessExpiresAt
  return codes.some(code => /expired_(access_)?token|token_expired/.test(code))
}

/**
 * What storing a pair led to. `superseded`: another pair of this generation, or a later one, stands there; `gone`:
 * there is no record any more that it could follow.
 */
export interface Committed {
  readonly outcome: 'stored' | 'already' | 'superseded' | 'gone'
  /** The record as it is to stand; none where a pair was to follow a record that is gone. */
  readonly credential: Credential | undefined
}

/**
 * Stores a pair where it follows the stored one (its generation, and the operation that got it), whatever state the
 * record is in: the answer of a refresh, late or not, a pair that was put aside, a new authorization.
 */
export function commitPair(stored: Credential | undefined, issued: Issued, now: number): Committed {
  const same = stored?.generation === issued.generation && stored.operation === issued.operation
  if (same) return { outcome: 'already', credential: stored }
  const follows = (stored?.generation ?? 0) + 1 === issued.generation && stored?.operation === issued.follows
  if (!follows) return { outcome: stored ? 'superseded' : 'gone', credential: stored }
  const standing = { state: 'current' } as const
  return { outcome: 'stored', credential: { ...issued, accessRejected: false, standing, updatedAt: now } }
}

/** How a call failed. */
export interface Failure {
  /**
   * `refused`: the service said no. `passing`: it may have spent the token, and one later attempt is allowed.
   * `unsent`: nothing was sent, so nothing is counted.
   */
  readonly kind: 'refused' | 'passing' | 'unsent'
  /** A word or two for people, never the service's own text. */
  readonly reason: string
  /** Milliseconds until the next attempt. */
  readonly pause: number
}

/** The holder's own word that its call failed; of anybody else it changes nothing. */
export function failRefresh(
  stored: Credential,
  { generation, operation, failure }: { generation: number; operation: string; failure: Failure },
  now: number,
): Credential {
  if (stored.generation !== generation || stored.standing.state !== 'refreshing') return stored
  const { intent } = stored.standing
  if (intent.operation !== operation) return stored
  return { ...stored, standing: standingAfter(failure, intent.last, now), updatedAt: now }
}

function standingAfter({ kind, reason, pause }: Failure, last: boolean, now: number): Standing {
  if (kind === 'refused' || (kind === 'passing' && last)) return { state: 'reauthorize', reason, since: now }
  return { state: 'paused', reason, until: now + pause, last: last || kind === 'passing' }
}
