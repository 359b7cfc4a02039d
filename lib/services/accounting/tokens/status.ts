import { hasCode } from '../../../core/errors.ts'
import { isPhraseOf, phrase } from '../../../core/language/catalogue.ts'
import { saidReason } from '../../../core/language/text.ts'
import type { Reason } from '../../../core/phrase.ts'
import { authorizationOf } from './authorize/authorization.ts'
import type { Company } from './company.ts'
import { readCredential, type TokenDeps } from './deps.ts'
import { openPair } from './exchange/pair.ts'
import { TOKEN_REASONS } from './exchange/words.ts'
import { isInterrupted, isTooOld, isUsable, REFRESH_LIFETIME, refusesSettings } from './keeper.ts'
import type { Credential } from './schema.ts'

export type TokenState =
  | 'unauthorized'
  | 'current'
  | 'refreshing'
  /** The lease of a refresh has expired without an outcome. The next caller finds out the outcome. */
  | 'interrupted'
  /** The token endpoint cannot be reached, or does not accept the application's secret. */
  | 'paused'
  /** A refresh failed (document 1, Errors). kura tries again at `until`. Without `until`, a person has to authorize. */
  | 'reauthorize'

export interface TokenStatus {
  readonly state: TokenState
  /** The number of pairs since the first authorization; 0 without an authorization. */
  readonly generation: number
  readonly access?: AccessStatus
  readonly refresh?: RefreshStatus
  readonly scopes: readonly string[]
  readonly company?: Company
  /** The process that got the stored pair. */
  readonly refreshedBy?: string
  readonly refreshedAt?: string
  readonly reason?: Reason
  /** The end of a running refresh's lease or of a pause, ISO 8601. */
  readonly until?: string
  /** The failures since the last success. Any state may have failures. */
  readonly failures?: { readonly count: number; readonly reason: Reason; readonly since: string }
  /** The reason for which these settings prevent the use of the credential, in any state. */
  readonly obstacle?: Obstacle
}

/** The credential is not for the application ACCOUNTING_CLIENT_ID, or not sealed with a key of KURA_SEAL_KEYS. */
export type Obstacle = 'other_application' | 'sealed'

export interface AccessStatus {
  readonly state: 'live' | 'expired' | 'rejected'
  /** ISO time. */
  readonly expiresAt: string
}

export interface RefreshStatus {
  /** The state by the token's age. Only a refresh shows whether the service accepts the token. */
  readonly state: 'live' | 'expired'
  readonly issuedAt: string
  readonly expiresAt: string
  readonly ageDays: number
  readonly lifetimeDays: number
}

/** Each reason is an English text together with its phrase. */
export function statusReply({ reason, failures, ...status }: TokenStatus) {
  return {
    ...status,
    ...(reason !== undefined && { reason: saidReason(reason) }),
    ...(failures && { failures: { ...failures, reason: saidReason(failures.reason) } }),
  }
}

/** @throws AppError `store_unavailable` */
export async function readStatus(deps: TokenDeps): Promise<TokenStatus> {
  const { credential, now } = await readCredential(deps)
  if (!credential) return { state: 'unauthorized', generation: 0, scopes: [] }
  const obstacle = obstacleOf(credential, deps)
  return { ...statusOf(credential, now), ...(obstacle && { obstacle }) }
}

function obstacleOf(credential: Credential, { settings, sealer }: TokenDeps): Obstacle | undefined {
  if (credential.client !== settings.clientId) return 'other_application'
  try {
    openPair(sealer, credential)
    return undefined
  } catch (error) {
    if (hasCode(error, 'seal_invalid')) return 'sealed'
    throw error
  }
}

/** `now` is the store's time. */
export function statusOf(credential: Credential, now: number): TokenStatus {
  const { issuedAt, accessExpiresAt } = credential
  const company = authorizationOf(credential)?.company
  return {
    ...lifecycleStatus(credential, now),
    ...(credential.failures && {
      failures: {
        ...credential.failures,
        reason: explainedReason(credential.failures.reason),
        since: iso(credential.failures.since),
      },
    }),
    generation: credential.generation,
    access: { state: accessState(credential, now), expiresAt: iso(accessExpiresAt) },
    refresh: {
      state: isTooOld(credential, now) ? 'expired' : 'live',
      issuedAt: iso(issuedAt),
      expiresAt: iso(issuedAt + REFRESH_LIFETIME),
      ageDays: Math.floor((now - issuedAt) / 86_400_000),
      lifetimeDays: REFRESH_LIFETIME / 86_400_000,
    },
    scopes: credential.scopes,
    ...(company && { company }),
    refreshedBy: credential.by,
    refreshedAt: iso(issuedAt),
  }
}

function lifecycleStatus(
  credential: Credential,
  now: number,
): Pick<TokenStatus, 'state' | 'reason' | 'until'> {
  const { lifecycle, failures } = credential
  switch (lifecycle.state) {
    case 'current':
      return { state: 'current' }
    case 'refreshing':
      return {
        state: isInterrupted(credential, now) ? 'interrupted' : 'refreshing',
        until: iso(lifecycle.intent.until),
      }
    case 'paused': {
      const { reason = phrase(TOKEN_REASONS.unknown) } = failures ?? {}
      if (isTooOld(credential, now)) return { state: 'reauthorize', reason }
      const until = iso(lifecycle.until)
      if (refusesSettings(reason)) return { state: 'paused', reason: explainedReason(reason), until }
      const state = isPhraseOf(TOKEN_REASONS.unreachable, reason) ? 'paused' : 'reauthorize'
      return { state, reason, until }
    }
    case 'reauthorize':
      return { state: 'reauthorize', reason: lifecycle.reason }
  }
}

function explainedReason(reason: Reason): Reason {
  return typeof reason === 'string' && refusesSettings(reason)
    ? phrase(TOKEN_REASONS.wrongSecret, { code: reason })
    : reason
}

function accessState(credential: Credential, now: number): AccessStatus['state'] {
  if (credential.accessRejected) return 'rejected'
  return isUsable(credential, now) ? 'live' : 'expired'
}

function iso(time: number): string {
  return new Date(time).toISOString()
}
