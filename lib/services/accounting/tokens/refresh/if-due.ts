/** The daily run refreshes the tokens, so that an unused refresh token does not expire. */
import type { RemoteCall } from '../../../../core/http/trace.ts'
import type { TokenDeps } from '../deps.ts'
import type { AccessDecision, Blocker } from '../keeper.ts'
import type { Credential } from '../schema.ts'
import { readStatus, statusOf, type TokenStatus } from '../status.ts'
import { askKeeper, blockedBy } from './ask-keeper.ts'
import { rotate } from './rotate.ts'

/** Milliseconds before the access token's expiry at which a refresh is due. */
const CLOSE = 3_600_000

/** Milliseconds after which a refresh token is refreshed: a week of its 90 days. */
const OLD = 7 * 86_400_000

export type DueReason = 'expired' | 'close_to_expiry' | 'old'

/** Undefined if no refresh is due at `now`, the store's time. */
export function dueForRefresh(credential: Credential, now: number): DueReason | undefined {
  if (credential.accessRejected || now >= credential.accessExpiresAt) return 'expired'
  if (now >= credential.accessExpiresAt - CLOSE) return 'close_to_expiry'
  return now >= credential.issuedAt + OLD ? 'old' : undefined
}

export interface RefreshReport {
  readonly did: 'refreshed' | 'failed' | 'nothing'
  readonly why: DueReason | 'not_due' | 'unauthorized' | 'refreshing' | 'paused' | 'reauthorize' | Blocker
  readonly token: TokenStatus
}

export interface RefreshOptions {
  /** The end of the caller's function, on `clock`; by default, now plus its maximum duration. */
  readonly deadline?: number | undefined
  readonly observe?: ((call: RemoteCall) => void) | undefined
}

/** A failed refresh does not throw. @throws AppError `store_unavailable`, `store_busy`, `seal_invalid` */
export async function refreshIfDue(
  { observe, ...options }: RefreshOptions,
  deps: TokenDeps,
): Promise<RefreshReport> {
  const before = await readStatus(deps)
  if (before.state === 'unauthorized') return { did: 'nothing', why: before.state, token: before }
  const deadline = options.deadline ?? deps.clock() + deps.maxDuration
  const due = (credential: Credential, now: number) => dueForRefresh(credential, now) !== undefined
  const { decision, operation, now } = await askKeeper({ blockedBy: blockedBy(deadline, deps), due }, deps)
  if (decision.kind !== 'refresh')
    return { did: 'nothing', why: reasonOf(decision), token: statusOf(decision.credential, now) }
  await rotate({ ...decision, operation }, { deadline, observe }, deps)
  const token = await readStatus(deps)
  const did = token.generation > before.generation ? 'refreshed' : 'failed'
  return { did, why: dueForRefresh(decision.credential, now) ?? 'not_due', token }
}

function reasonOf(decision: Exclude<AccessDecision, { kind: 'refresh' }>): RefreshReport['why'] {
  const refusal = decision.kind === 'use' ? decision.despite : decision
  if (!refusal) return 'not_due'
  if (refusal.kind === 'blocked') return refusal.by
  return refusal.kind === 'wait' ? 'refreshing' : refusal.kind
}
