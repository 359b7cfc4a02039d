/**
 * Lets a domain be bought again: only a person does it, by name. A failed or refunded order is released once the registrar
 * says so, and the reason keeps its id. A purchase whose outcome is unknown is released once it was looked up and a day has
 * passed, a probe for required fields after ten minutes.
 */
import { AppError } from '../../errors.ts'
import type { RequestDeps } from '../deps.ts'
import { isProbe } from '../purchase/purchase.ts'
import type { PurchaseFacts } from './facts.ts'
import { refreshOrder } from './follow.ts'
import { isReleasable } from './progress.ts'
import { resolvePurchase } from './resolve.ts'

/** How long a purchase may still appear after its reply was lost, in milliseconds; a probe hardly will. */
const SETTLING = 86_400_000
const PROBE_SETTLING = 600_000

/** The person who decides. */
interface Person {
  readonly by: string
}

/** @throws AppError `conflict` if the domain was bought, or may have been */
export async function releasePurchase(
  facts: PurchaseFacts,
  person: Person,
  deps: RequestDeps,
): Promise<void> {
  const { state } = facts.claim
  if (state === 'done') return releaseOrder(facts, person, deps)
  if (state === 'unknown') return releaseUnknown(facts, person, deps)
  throw new AppError('conflict', `Cannot release "${facts.domain}": its purchase is ${state}`, {
    hint: state === 'refused' ? 'it can be bought as it is' : 'try again in two minutes',
  })
}

async function releaseOrder(facts: PurchaseFacts, person: Person, deps: RequestDeps): Promise<void> {
  const { domain, claim, progress } = await refreshOrder(facts, { eager: true }, deps)
  if (!progress || !isReleasable(progress)) throw notReleasable(domain, progress?.state ?? claim.state)
  const why = [progress.state, progress.error].filter(Boolean).join(': ')
  const reason = [why, claim.result?.orderId].filter(Boolean).join(', ')
  await deps.ledger.free(claim.operation)
  await freeClaim(facts, { ...person, reason, settling: 0 }, deps)
}

async function releaseUnknown(facts: PurchaseFacts, person: Person, deps: RequestDeps): Promise<void> {
  const { domain, claim } = facts
  const resolution = await resolvePurchase(facts, person, deps)
  if (resolution === 'nothing-charged') return
  if (resolution === 'bought') throw notReleasable(domain, 'bought')
  const settling = isProbe(claim) ? PROBE_SETTLING : SETTLING
  await freeClaim(facts, { ...person, reason: resolution, settling }, deps)
  await deps.ledger.free(claim.operation)
}

async function freeClaim(
  { domain, claim }: PurchaseFacts,
  { by, reason, settling }: Person & { reason: string; settling: number },
  { purchases, note }: RequestDeps,
): Promise<void> {
  const freeing = { person: by, reason, settling, from: [claim.state] }
  await purchases.claims.free({ name: purchases.nameOf(domain), claim }, freeing)
  const { operation } = claim
  note('purchase', { domain, state: 'refused', operation, reason: `released: ${reason}`, by })
}

function notReleasable(domain: string, state: string): AppError {
  return new AppError(
    'conflict',
    `Cannot release "${domain}": its order is ${state}, expected failed or refunded`,
    { hint: `see kura registrar order ${domain}` },
  )
}
