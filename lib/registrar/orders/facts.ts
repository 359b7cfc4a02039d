/** What is stored of a team's purchases, each with what was learned of it since. */
import { claimedAt } from '../../claims/claim.ts'
import type { RequestDeps } from '../deps.ts'
import { isProbe, type PurchaseClaim } from '../purchase/purchase.ts'
import { type Reserve, releasedAttempts, type Spending } from '../spending/budget.ts'
import type { Deadline } from './deadline.ts'
import { isReleasable, isSettled, newProgress, type OrderProgress } from './progress.ts'
import { deadlineOf } from './records.ts'

export interface PurchaseFacts {
  readonly domain: string
  readonly claim: PurchaseClaim
  /** If the purchase was made. */
  readonly progress?: OrderProgress | undefined
  readonly deadline?: Deadline | undefined
  /** Attempts that a person has let go and whose purchases can still appear, and those that did, the oldest first. */
  readonly released?: readonly Reserve[] | undefined
  /** Why the registrar could not be asked: the rest is what was known before. */
  readonly failure?: string | undefined
  /** The failure was the registrar's rate limit: nothing else is asked in the same run. */
  readonly limited?: boolean | undefined
}

/** The facts of one domain; undefined if nobody has tried to buy it. */
export async function readFacts(
  domain: string,
  { purchases, progress, deadlines, ledger }: RequestDeps,
): Promise<PurchaseFacts | undefined> {
  const claim = await purchases.read(domain)
  if (!claim) return undefined
  const { spending, now } = await ledger.read()
  const facts = { domain, claim, released: releasedOf(domain, claim, { spending, now }) }
  if (claim.state !== 'done') return facts
  const [order, deadline] = await Promise.all([progress.read(domain, claim), deadlines.read(domain, claim)])
  return { ...facts, progress: order, deadline }
}

function releasedOf(
  domain: string,
  { state, operation }: PurchaseClaim,
  { spending, now }: { spending: Spending; now: number },
): Reserve[] {
  const free = state === 'refused' ? operation : undefined
  return releasedAttempts(spending, { domain, free, now })
}

/** Every purchase. A probe for required fields that ended as it should is none. */
export async function listFacts({
  purchases,
  progress,
  deadlines,
  ledger,
}: RequestDeps): Promise<PurchaseFacts[]> {
  const [claims, orders, dates, { spending, now }] = await Promise.all([
    purchases.list(),
    progress.list(),
    deadlines.list(),
    ledger.read(),
  ])
  const ofAttempt = <T extends { operation: string }>(stored: T | undefined, claim: PurchaseClaim) =>
    stored?.operation === claim.operation ? stored : undefined
  return claims
    .map(({ domain, claim }) => ({ domain, claim, released: releasedOf(domain, claim, { spending, now }) }))
    .filter(
      ({ claim, released }) =>
        !(isProbe(claim) && claim.state === 'refused' && released.length === 0 && !claim.strays),
    )
    .map(facts => {
      const { domain, claim } = facts
      if (claim.state !== 'done') return facts
      const attempt = { operation: claim.operation, claimedAt: claimedAt(claim) }
      return {
        ...facts,
        progress: ofAttempt(orders.get(domain), claim) ?? newProgress(attempt),
        deadline: ofAttempt(dates.get(domain), claim) ?? deadlineOf(claim),
      }
    })
}

/** Whether the registrant's e-mail must be confirmed: not for an order that failed, nor for a registration that is over. */
export function hasDeadline({ progress }: PurchaseFacts): boolean {
  return progress !== undefined && !isReleasable(progress)
}

/** Whether the domain may be suspended: its time is over, and it is registered. */
export function isOverdue({ deadline, progress }: PurchaseFacts, now: number): boolean {
  return progress?.state === 'registered' && deadline?.state === 'open' && now >= deadline.verifyBy
}

/** Whether the registrar may know something new. */
export function isOpen(facts: PurchaseFacts): boolean {
  const { claim, progress, deadline } = facts
  if (claim.state === 'unknown' || isWatched(facts)) return true
  return (
    progress !== undefined && (!isSettled(progress) || (hasDeadline(facts) && deadline?.state === 'open'))
  )
}

/** Whether the purchase of a released attempt can still appear. */
export function isWatched({ released = [] }: PurchaseFacts): boolean {
  return released.some(({ state }) => state === 'released')
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
