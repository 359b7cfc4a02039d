/**
 * The stored facts about a team's purchases: claim, progress, deadline and released attempts; and the rules that follow
 * from these facts.
 */
import { isOpen as isOpenClaim } from '../../../core/claims/claim.ts'
import type { Reason } from '../../../core/phrase.ts'
import { asksForPayment, isProbe, type PurchaseClaim, type PurchaseOf } from '../purchase/purchase.ts'
import type { RegistrarRecords } from '../records.ts'
import { type Reserve, releasedAttempts, type Spending } from '../spending/budget.ts'
import { type Deadline, mayChange } from './deadline.ts'
import { isReleasable, isSettled, mayHaveLapsed, type OrderProgress } from './progress.ts'

export interface PurchaseFacts {
  readonly domain: string
  readonly claim: PurchaseClaim
  /** The progress of the order; absent if the purchase was not made. */
  readonly progress?: OrderProgress | undefined
  readonly deadline?: Deadline | undefined
  /**
   * The attempts that a person has released. Their purchases can still appear, or have appeared. The oldest comes
   * first.
   */
  readonly released: readonly Reserve[]
  /**
   * Why the registrar could not be queried. If this is set, the other members have the values of the last successful
   * query.
   */
  readonly failure?: Reason | undefined
  /** Whether the registrar's rate limit refused the query: the same run then makes no further one. */
  readonly limited?: boolean | undefined
}

/** The facts of a domain's purchase; undefined if the domain has no claim. @throws AppError `store_unavailable` */
export async function readFacts(domain: string, deps: RegistrarRecords): Promise<PurchaseFacts | undefined> {
  const claim = await deps.purchases.read(domain)
  if (!claim) return undefined
  const purchase = { domain, claim }
  if (claim.state !== 'done') return factsOf(purchase, {}, await deps.ledger.read())
  const [progress, deadline] = await Promise.all([
    deps.progress.read(purchase),
    deps.deadlines.read(purchase),
  ])
  return factsOf(purchase, { progress, deadline }, await deps.ledger.read())
}

/**
 * The last purchase of each domain; a company has tens of them. Probes for required fields that ended as expected are
 * left out.
 * @throws AppError `store_unavailable`
 */
export async function listFacts(deps: RegistrarRecords): Promise<PurchaseFacts[]> {
  const [purchases, progressOf, deadlineOf] = await Promise.all([
    deps.purchases.list(),
    deps.progress.readAll(),
    deps.deadlines.readAll(),
  ])
  const ledger = await deps.ledger.read()
  return purchases
    .map(purchase => {
      const isDone = purchase.claim.state === 'done'
      const learned = isDone ? { progress: progressOf(purchase), deadline: deadlineOf(purchase) } : {}
      return factsOf(purchase, learned, ledger)
    })
    .filter(facts => !isEndedProbe(facts))
}

/** @throws AppError `store_unavailable` */
export async function listOpenFacts(
  deps: RegistrarRecords & { readonly now: () => number },
): Promise<PurchaseFacts[]> {
  const listed = await listFacts(deps)
  const now = deps.now()
  return listed.filter(facts => isOpen(facts, now))
}

/**
 * The ledger, and the store's time when it was read. Read the ledger after the claim: a ledger that was read earlier
 * could lack the reserve of an attempt that the claim shows as freed.
 */
interface Ledger {
  readonly spending: Spending
  readonly now: number
}

function factsOf(
  { domain, claim }: PurchaseOf,
  learned: Pick<PurchaseFacts, 'progress' | 'deadline'>,
  { spending, now }: Ledger,
): PurchaseFacts {
  const free = claim.state === 'refused' ? claim.operation : undefined
  return { domain, claim, released: releasedAttempts(spending, { domain, free, now }), ...learned }
}

function isEndedProbe({ claim, released }: PurchaseFacts): boolean {
  return isProbe(claim) && claim.state === 'refused' && released.length === 0 && !claim.strays
}

/** Whether a purchase is open at `now`: a person has to act, or the registrar may have new information. */
function isOpen({ claim, progress, deadline, released }: PurchaseFacts, now: number): boolean {
  if (isOpenClaim(claim) || released.length > 0 || asksForPayment(claim)) return true
  if (claim.state !== 'done') return false
  const isOver = progress?.state !== 'registered' || mayHaveLapsed(progress, now)
  return isOver || claim.result?.incident === true || !deadline || mayChange(deadline, now)
}

export function mayHaveNews(facts: PurchaseFacts): boolean {
  const { claim, progress, deadline } = facts
  if (claim.state === 'unknown' || isWatched(facts)) return true
  return (
    progress !== undefined && (!isSettled(progress) || (hasDeadline(facts) && deadline?.state === 'open'))
  )
}

/**
 * Whether there is a date by which the registrant must confirm the e-mail address: not if the order failed or the
 * registration has ended.
 */
export function hasDeadline({ progress }: PurchaseFacts): boolean {
  return progress !== undefined && !isReleasable(progress)
}

/** Whether the domain may be suspended. */
export function isOverdue({ deadline, progress }: PurchaseFacts, now: number): boolean {
  return progress?.state === 'registered' && deadline?.state === 'open' && now >= deadline.verifyBy
}

/** Whether a released attempt can still turn out to have bought the domain. */
export function isWatched({ released }: PurchaseFacts): boolean {
  return released.some(({ state }) => state === 'released')
}
