/**
 * Letting a domain be bought again: only a person does it, by name. A failed or refunded order is released once the
 * registrar says so, and the reason keeps its id; a purchase that nobody knows anything of, once it was looked for and a
 * day has passed, a probe after ten minutes.
 */
import { AppError } from '../../errors.ts'
import type { Surroundings } from '../deps.ts'
import { isProbe } from '../purchase/purchase.ts'
import type { PurchaseFacts } from './facts.ts'
import { followOrder } from './follow.ts'
import { isReleasable } from './progress.ts'
import { resolvePurchase } from './resolve.ts'

/** How long a purchase whose answer was lost may still arrive; a probe, whose price is wrong, hardly will. Milliseconds. */
const SETTLING = 86_400_000
const PROBE_SETTLING = 600_000

/** @throws AppError `conflict` where the domain was bought, or may have been */
export async function releasePurchase(
  facts: PurchaseFacts,
  { person, surroundings }: { person: string; surroundings: Surroundings },
): Promise<void> {
  const { state } = facts.claim
  if (state === 'done') return releaseOrder(facts, { person, surroundings })
  if (state === 'unknown') return releaseUnknown(facts, { person, surroundings })
  throw new AppError('conflict', `Cannot release "${facts.domain}": its purchase is ${state}`, {
    hint: state === 'refused' ? 'it can be bought as it is' : 'try again in two minutes',
  })
}

async function releaseOrder(
  facts: PurchaseFacts,
  { person, surroundings }: { person: string; surroundings: Surroundings },
): Promise<void> {
  const { domain, claim, progress } = await followOrder(facts, surroundings, { eager: true })
  if (!progress || !isReleasable(progress)) throw notReleasable(domain, progress?.state ?? claim.state)
  const why = [progress.state, progress.error].filter(Boolean).join(': ')
  const reason = [why, claim.result?.orderId].filter(Boolean).join(', ')
  await surroundings.purse.free(claim.operation)
  await freeClaim(facts, { person, reason, settling: 0, surroundings })
}

async function releaseUnknown(
  facts: PurchaseFacts,
  { person, surroundings }: { person: string; surroundings: Surroundings },
): Promise<void> {
  const { domain, claim } = facts
  const resolution = await resolvePurchase(facts, { by: person }, surroundings)
  if (resolution === 'nothing-charged') return
  if (resolution === 'bought') throw notReleasable(domain, 'bought')
  const settling = isProbe(claim) ? PROBE_SETTLING : SETTLING
  await freeClaim(facts, { person, reason: resolution, settling, surroundings })
  await surroundings.purse.free(claim.operation)
}

async function freeClaim(
  { domain, claim }: PurchaseFacts,
  {
    surroundings,
    ...freed
  }: { person: string; reason: string; settling: number; surroundings: Surroundings },
): Promise<void> {
  const { purchases, note } = surroundings
  await purchases.claims.free({ name: purchases.nameOf(domain), claim }, { ...freed, from: [claim.state] })
  note('purchase', {
    domain,
    state: 'refused',
    operation: claim.operation,
    reason: `released: ${freed.reason}`,
    by: freed.person,
  })
}

function notReleasable(domain: string, state: string): AppError {
  return new AppError(
    'conflict',
    `Cannot release "${domain}": its order is ${state}, wanted failed or refunded`,
    {
      hint: `see kura registrar order ${domain}`,
    },
  )
}
