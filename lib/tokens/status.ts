/** The truth about the credential, for people: never a token. */
import { hasCode } from '../errors.ts'
import { readCredential, type TokenParts } from './deps.ts'
import { openPair } from './exchange/pair.ts'
import { interrupted, lives } from './keeper.ts'
import type { Credential } from './schema.ts'

/** Milliseconds that a refresh token lives from its issue (90 days, says the service). */
export const REFRESH_LIFETIME = 90 * 86_400_000

export type TokenState =
  | 'unauthorized'
  | 'current'
  | 'refreshing'
  /** A refresh was begun and its holder never said how it ended; the next caller resolves it. */
  | 'interrupted'
  | 'paused'
  | 'reauthorize'

export interface TokenStatus {
  readonly state: TokenState
  /** Counts the pairs since the first authorization; 0 where there is none. */
  readonly generation: number
  readonly access?: AccessStatus
  readonly refresh?: RefreshStatus
  readonly scopes: readonly string[]
  /** Who got the pair that is stored, and when (ISO). */
  readonly refreshedBy?: string
  readonly refreshedAt?: string
  /** Why it is paused or wants a new authorization. */
  readonly reason?: string
  /** When the lease of a running refresh, or a pause, ends (ISO). */
  readonly until?: string
  /** What keeps the settings of this deployment from using it, whatever its state. */
  readonly obstacle?: Obstacle
}

/** `other_application`: it was issued to another than ACCOUNTING_CLIENT_ID; `sealed`: KURA_SEAL_KEYS does not open it. */
export type Obstacle = 'other_application' | 'sealed'

export interface AccessStatus {
  readonly state: 'live' | 'expired' | 'rejected'
  /** ISO time. */
  readonly expiresAt: string
}

export interface RefreshStatus {
  /** Whether the service may still take it, by its age. */
  readonly state: 'live' | 'expired'
  readonly issuedAt: string
  readonly expiresAt: string
  /** Whole days since its issue. */
  readonly ageDays: number
  readonly lifetimeDays: number
}

/** @throws AppError `store_unavailable` */
export async function readStatus(parts: TokenParts): Promise<TokenStatus> {
  const { credential, now } = await readCredential(parts)
  if (!credential) return { state: 'unauthorized', generation: 0, scopes: [] }
  const obstacle = obstacleOf(parts, credential)
  return { ...statusOf(credential, now), ...(obstacle && { obstacle }) }
}

function obstacleOf({ settings, sealer }: TokenParts, credential: Credential): Obstacle | undefined {
  if (credential.client !== settings.clientId) return 'other_application'
  try {
    openPair(sealer, credential)
    return undefined
  } catch (error) {
    if (hasCode(error, 'seal_invalid')) return 'sealed'
    throw error
  }
}

/** How the credential stands at `now`, the store's time. */
export function statusOf(credential: Credential, now: number): TokenStatus {
  const { issuedAt, accessExpiresAt } = credential
  return {
    ...standingStatus(credential, now),
    generation: credential.generation,
    access: { state: accessState(credential, now), expiresAt: iso(accessExpiresAt) },
    refresh: {
      state: now < issuedAt + REFRESH_LIFETIME ? 'live' : 'expired',
      issuedAt: iso(issuedAt),
      expiresAt: iso(issuedAt + REFRESH_LIFETIME),
      ageDays: Math.floor((now - issuedAt) / 86_400_000),
      lifetimeDays: REFRESH_LIFETIME / 86_400_000,
    },
    scopes: credential.scopes,
    refreshedBy: credential.by,
    refreshedAt: iso(issuedAt),
  }
}

function standingStatus(
  credential: Credential,
  now: number,
): Pick<TokenStatus, 'state' | 'reason' | 'until'> {
  const { standing } = credential
  switch (standing.state) {
    case 'current':
      return { state: 'current' }
    case 'refreshing':
      return {
        state: interrupted(credential, now) ? 'interrupted' : 'refreshing',
        until: iso(standing.intent.until),
      }
    case 'paused':
      if (now >= standing.until && !standing.last) return { state: 'current' }
      return { state: 'paused', reason: standing.reason, until: iso(standing.until) }
    case 'reauthorize':
      return { state: 'reauthorize', reason: standing.reason }
  }
}

function accessState(credential: Credential, now: number): AccessStatus['state'] {
  if (credential.accessRejected) return 'rejected'
  return lives(credential, now) ? 'live' : 'expired'
}

function iso(time: number): string {
  return new Date(time).toISOString()
}
