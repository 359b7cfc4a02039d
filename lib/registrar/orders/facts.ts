/** All that is known of a team's purchases, each with what was learned of it since. */

import { claimedAt } from '../../claims/claim.ts'
import type { Surroundings } from '../deps.ts'
import { isProbe, type PurchaseClaim } from '../purchase/purchase.ts'
import type { Deadline } from './deadline.ts'
import { isSettled, newProgress, type OrderProgress } from './progress.ts'
import { deadlineOf } from './records.ts'

export interface PurchaseFacts {
  readonly domain: string
  readonly claim: PurchaseClaim
  /** Of a purchase that was done. */
  readonly progress?: OrderProgress | undefined
  readonly deadline?: Deadline | undefined
  /** Why the registrar could not be asked just now: the rest is as it was last known. */
  readonly failure?: string | undefined
  /** It was for the registrar's limit: nothing else is asked in the same run. */
  readonly limited?: boolean | undefined
}

/** The facts of one domain; undefined where it was never tried to buy it. */
export async function readFacts(
  domain: string,
  { purchases, progress, deadlines }: Surroundings,
): Promise<PurchaseFacts | undefined> {
  const claim = await purchases.read(domain)
  if (!claim) return undefined
  if (claim.state !== 'done') return { domain, claim }
  const [order, deadline] = await Promise.all([progress.read(domain, claim), deadlines.read(domain, claim)])
  return { domain, claim, progress: order, deadline }
}

/** Every purchase; a probe that ended as it should is none. */
export async function listFacts({ purchases, progress, deadlines }: Surroundings): Promise<PurchaseFacts[]> {
  const [claims, orders, dates] = await Promise.all([purchases.list(), progress.list(), deadlines.list()])
  const ofAttempt = <T extends { operation: string }>(stored: T | undefined, claim: PurchaseClaim) =>
    stored?.operation === claim.operation ? stored : undefined
  return claims
    .filter(({ claim }) => !(isProbe(claim) && claim.state === 'refused'))
    .map(({ domain, claim }) => {
      if (claim.state !== 'done') return { domain, claim }
      const attempt = { operation: claim.operation, claimedAt: claimedAt(claim) }
      return {
        domain,
        claim,
        progress: ofAttempt(orders.get(domain), claim) ?? newProgress(attempt),
        deadline: ofAttempt(dates.get(domain), claim) ?? deadlineOf(claim),
      }
    })
}

/** Whether the registrant's e-mail matters: not for an order that came to nothing. */
export function hasDeadline({ progress }: PurchaseFacts): boolean {
  return progress !== undefined && progress.state !== 'failed' && progress.state !== 'refunded'
}

/** Whether the registrar has anything to say that is not known yet. */
export function isOpen(facts: PurchaseFacts): boolean {
  const { claim, progress, deadline } = facts
  if (claim.state === 'unknown') return true
  return (
    progress !== undefined && (!isSettled(progress) || (hasDeadline(facts) && deadline?.state === 'open'))
  )
}

/** By when which registrant's e-mail must still be confirmed, the most urgent first; milliseconds since the epoch. */
export function openDeadlines(facts: readonly PurchaseFacts[]): { domain: string; verifyBy: number }[] {
  return facts
    .filter(hasDeadline)
    .flatMap(({ domain, deadline }) =>
      deadline?.state === 'open' ? [{ domain, verifyBy: deadline.verifyBy }] : [],
    )
    .toSorted((one, other) => one.verifyBy - other.verifyBy)
}
