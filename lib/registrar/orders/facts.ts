/** What is stored of a team's purchases, each with what was learned of it since. */
import { claimedAt } from '../../claims/claim.ts'
import type { RequestDeps } from '../deps.ts'
import { isProbe, type PurchaseClaim } from '../purchase/purchase.ts'
import type { Deadline } from './deadline.ts'
import { isSettled, newProgress, type OrderProgress } from './progress.ts'
import { deadlineOf } from './records.ts'

export interface PurchaseFacts {
  readonly domain: string
  readonly claim: PurchaseClaim
  /** If the purchase was made. */
  readonly progress?: OrderProgress | undefined
  readonly deadline?: Deadline | undefined
  /** Why the registrar could not be asked: the rest is what was known before. */
  readonly failure?: string | undefined
  /** The failure was the registrar's rate limit: nothing else is asked in the same run. */
  readonly limited?: boolean | undefined
}

/** The facts of one domain; undefined if nobody has tried to buy it. */
export async function readFacts(
  domain: string,
  { purchases, progress, deadlines }: RequestDeps,
): Promise<PurchaseFacts | undefined> {
  const claim = await purchases.read(domain)
  if (!claim) return undefined
  if (claim.state !== 'done') return { domain, claim }
  const [order, deadline] = await Promise.all([progress.read(domain, claim), deadlines.read(domain, claim)])
  return { domain, claim, progress: order, deadline }
}

/** Every purchase. A probe for required fields that ended as it should is none. */
export async function listFacts({ purchases, progress, deadlines }: RequestDeps): Promise<PurchaseFacts[]> {
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

/** Whether the registrant's e-mail must be confirmed: not for an order that failed. */
export function hasDeadline({ progress }: PurchaseFacts): boolean {
  return progress !== undefined && progress.state !== 'failed' && progress.state !== 'refunded'
}

/** Whether the registrar may know something new. */
export function isOpen(facts: PurchaseFacts): boolean {
  const { claim, progress, deadline } = facts
  if (claim.state === 'unknown') return true
  return (
    progress !== undefined && (!isSettled(progress) || (hasDeadline(facts) && deadline?.state === 'open'))
  )
}

/** The open deadlines, the most urgent first; milliseconds since the epoch. */
export function openDeadlines(facts: readonly PurchaseFacts[]): { domain: string; verifyBy: number }[] {
  return facts
    .filter(hasDeadline)
    .flatMap(({ domain, deadline }) =>
      deadline?.state === 'open' ? [{ domain, verifyBy: deadline.verifyBy }] : [],
    )
    .toSorted((one, other) => one.verifyBy - other.verifyBy)
}
