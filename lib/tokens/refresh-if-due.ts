/** The daily look at the credential: a refresh token that nobody uses must not die of age. */
import type { RemoteCall } from '../http/trace.ts'
import { askKeeper, barOf } from './ask.ts'
import type { TokenParts } from './deps.ts'
import type { Bar, Verdict } from './keeper.ts'
import { rotate } from './rotate.ts'
import type { Credential } from './schema.ts'
import { readStatus, statusOf, type TokenStatus } from './status.ts'

/** Milliseconds before the expiry at which the daily look refreshes: the host calls up to an hour off its time. */
const CLOSE = 3_600_000

/** Milliseconds after which a refresh token counts as old: a week of its 90 days. */
const OLD = 7 * 86_400_000

export type DueReason = 'expired' | 'close_to_expiry' | 'old'

/** Why the credential is to be refreshed at `now`, the store's time; undefined where it is not. */
export function dueForRefresh(credential: Credential, now: number): DueReason | undefined {
  if (credential.accessRejected || now >= credential.accessExpiresAt) return 'expired'
  if (now >= credential.accessExpiresAt - CLOSE) return 'close_to_expiry'
  return now >= credential.issuedAt + OLD ? 'old' : undefined
}

/** What the look did. */
export interface RefreshReport {
  readonly did: 'refreshed' | 'failed' | 'nothing'
  /** Why it refreshed or tried to; where it did nothing, what kept it from it. */
  readonly why: DueReason | 'not_due' | 'unauthorized' | 'refreshing' | 'paused' | 'reauthorize' | Bar
  /** The credential as it stands now. */
  readonly token: TokenStatus
}

/**
 * Refreshes where it is due and says what it did; a refresh that failed is in the report, not thrown.
 * @throws AppError `store_unavailable`, `store_busy`, `seal_invalid`
 */
export async function refreshIfDue(
  parts: TokenParts,
  { observe }: { observe?: ((call: RemoteCall) => void) | undefined } = {},
): Promise<RefreshReport> {
  const before = await readStatus(parts)
  if (before.state === 'unauthorized') return { did: 'nothing', why: before.state, token: before }
  const deadline = parts.clock() + parts.maxDuration
  const due = (credential: Credential, now: number) => dueForRefresh(credential, now) !== undefined
  const { verdict, operation, now } = await askKeeper(parts, { bar: barOf(parts, deadline), due })
  if (verdict.verdict !== 'refresh')
    return { did: 'nothing', why: obstacleOf(verdict), token: statusOf(verdict.credential, now) }
  await rotate(parts, { ...verdict, operation }, { deadline, observe })
  const token = await readStatus(parts)
  const did = token.generation > before.generation ? 'refreshed' : 'failed'
  return { did, why: dueForRefresh(verdict.credential, now) ?? 'not_due', token }
}

function obstacleOf(verdict: Exclude<Verdict, { verdict: 'refresh' }>): RefreshReport['why'] {
  const refusal = verdict.verdict === 'use' ? verdict.despite : verdict
  if (!refusal) return 'not_due'
  if (refusal.verdict === 'barred') return refusal.bar
  return refusal.verdict === 'wait' ? 'refreshing' : refusal.verdict
}
