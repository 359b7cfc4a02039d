import { isOpen as isOpenClaim } from '../../../core/claims/claim.ts'
import type { Reason } from '../../../core/phrase.ts'
import type { RegistrarRecords } from '../deps.ts'
import { asksForPayment, isProbe, type PurchaseClaim, type PurchaseOf } from '../purchase/purchase.ts'
import { type Reserve, releasedAttempts } from '../spending/budget.ts'
import type { SpendingLedger } from '../spending/ledger.ts'
import { type Deadline, mayChange } from './deadline.ts'
import { isReleasable, isSettled, mayHaveLapsed, type OrderProgress } from './progress.ts'

export interface PurchaseFacts {
  readonly domain: string
  readonly claim: PurchaseClaim
  /** The progress of the order; absent if the purchase was not made. */
  readonly progress?: OrderProgress | undefined
  readonly deadline?: Deadline | undefined
  /** The attempts that a person has released, the oldest first. Their purchases may still appear, or have appeared. */
  readonly released: readonly Reserve[]
  /** The reason why the registrar could not be queried. The other members are those of its last answer. */
  readonly failure?: Reason | undefined
  /** Whether the registrar's rate limit refused the query, so that the same run makes no further one. */
  readonly limited?: boolean | undefined
}

/** The facts; undefined if the domain has no claim. @throws AppError `store_unavailable` */
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

/** The last purchase of each domain, without probes that ended as expected. @throws AppError `store_unavailable` */
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

/** The ledger, which is read after the claim: else it could lack the reserve of an attempt that the claim frees. */
type Ledger = Awaited<ReturnType<SpendingLedger['read']>>

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

/** Whether a person has to act, or the registrar may have news. */
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

/** Whether there is a deadline: a failed order or an ended registration has none. */
export function hasDeadline({ progress }: PurchaseFacts): boolean {
  return progress !== undefined && !isReleasable(progress)
}

export function isOverdue({ deadline, progress }: PurchaseFacts, now: number): boolean {
  return progress?.state === 'registered' && deadline?.state === 'open' && now >= deadline.verifyBy
}

/** Whether a released attempt can still turn out to have bought the domain. */
export function isWatched({ released }: PurchaseFacts): boolean {
  return released.some(({ state }) => state === 'released')
}
