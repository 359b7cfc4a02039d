/**
 * A released attempt is watched: its reply was lost, and a person saw no order. If its purchase appears after all, its
 * price counts as spent again. The attempt gets the claim of the domain if it is free. If a later attempt has the
 * claim, a notice says that the domain may have been charged twice.
 */
import { claimedAt } from '../../../core/claims/claim.ts'
import type { RequestDeps } from '../deps.ts'
import { claimAgain } from '../purchase/lost.ts'
import type { PurchaseClaim } from '../purchase/purchase.ts'
import type { Reserve } from '../spending/budget.ts'
import { isWatched, type PurchaseFacts, readFacts } from './facts.ts'

/** The milliseconds by which a purchase may seem older than its attempt, because clocks differ. */
const CLOCK_TOLERANCE = 300_000

export interface Appearance {
  readonly attempt: Reserve
  /** The time of the purchase or, if a person has named its order, of the attempt (milliseconds since the epoch). */
  readonly at: number
  readonly orderId?: string | undefined
  /** The person who named the order; by default kura. */
  readonly by?: string | undefined
}

/** Returns the facts, read again if a released attempt has bought the domain. @throws AppError as the client does */
export async function watchReleased(facts: PurchaseFacts, deps: RequestDeps): Promise<PurchaseFacts> {
  const { domain, progress } = facts
  const isOwn = progress?.state === 'registered' && attemptOf(progress.boughtAt, facts) === undefined
  if (!isWatched(facts) || isOwn) return facts
  const record = await deps.client.domain(domain)
  const attempt = attemptOf(record?.boughtAt, facts)
  if (!attempt || record?.boughtAt === undefined) return facts
  await recordAppearance(domain, { attempt, at: record.boughtAt }, deps)
  return (await readFacts(domain, deps)) ?? facts
}

/** The time of the purchase; undefined if the attempt that began at `since` cannot have made it. */
export function boughtSince(since: number, boughtAt: number | undefined): number | undefined {
  return boughtAt !== undefined && boughtAt >= since - CLOCK_TOLERANCE ? boughtAt : undefined
}

/** The latest released attempt that can have bought at `boughtAt`; undefined if the claim's own attempt can. */
export function attemptOf(
  boughtAt: number | undefined,
  { claim, released }: PurchaseFacts,
): Reserve | undefined {
  if (mayOwn(claim, released) && boughtSince(claimedAt(claim), boughtAt) !== undefined) return undefined
  return released.findLast(({ state, at }) => state === 'released' && boughtSince(at, boughtAt) !== undefined)
}

/** Whether the claim's attempt was neither refused nor released. */
function mayOwn({ operation, state }: PurchaseClaim, released: readonly Reserve[]): boolean {
  return state !== 'refused' && !released.some(attempt => attempt.operation === operation)
}

/** Records a purchase, and returns whether its attempt has the claim again. If not, a later attempt has it. */
export async function recordAppearance(
  domain: string,
  { attempt, at, orderId, by = 'kura' }: Appearance,
  deps: RequestDeps,
): Promise<boolean> {
  const { operation, cents, years, autoRenew } = attempt
  const { purchases, ledger, note } = deps
  const result = { ...(orderId !== undefined && { orderId }), at, cents, years, autoRenew }
  const settling = { operation, outcome: { state: 'done', result }, by } as const
  const taken = await takeClaim(domain, { attempt, by }, deps)
  const own = taken && (await purchases.claims.settle(purchases.nameOf(domain), settling)).as === 'settled'
  await (own ? ledger.spend(operation, orderId) : ledger.chargeOrphan({ operation, orderId }))
  const reason = 'released before'
  note('purchase', { domain, state: 'done', operation, orderId, orphaned: !own, reason, by })
  return own
}

async function takeClaim(
  domain: string,
  { attempt, by }: { attempt: Reserve; by: string },
  { purchases }: RequestDeps,
): Promise<boolean> {
  const claim = await purchases.read(domain)
  if (claim?.state !== 'refused') return claim?.operation === attempt.operation
  return (await claimAgain(attempt, by, purchases)).decision === 'send'
}
