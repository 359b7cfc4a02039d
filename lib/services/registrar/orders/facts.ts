/** What is stored of a team's purchases, each with what was learned of it since. */
import { claimedAt, isOpen as isOpenClaim } from '../../../core/claims/claim.ts'
import type { Mark } from '../../../core/claims/open-cases.ts'
import { mapConcurrently } from '../../../core/concurrency.ts'
import type { RequestDeps } from '../deps.ts'
import { asksForPayment, isProbe, type PurchaseClaim, type PurchaseOf } from '../purchase/purchase.ts'
import { type Reserve, releasedAttempts, type Spending } from '../spending/budget.ts'
import { type Deadline, mayChange } from './deadline.ts'
import {
  isReleasable,
  isSettled,
  mayHaveLapsed,
  newProgress,
  type OrderProgress,
  registrationCheckAt,
} from './progress.ts'
import { deadlineOf } from './records.ts'

export interface PurchaseFacts {
  readonly domain: string
  readonly claim: PurchaseClaim
  /** If the purchase was made. */
  readonly progress?: OrderProgress | undefined
  readonly deadline?: Deadline | undefined
  /** Attempts that a person has let go and whose purchases can still appear, and those that did, the oldest first. */
  readonly released: readonly Reserve[]
  /** Why the registrar could not be asked: the rest is what was known before. */
  readonly failure?: string | undefined
  /** The failure was the registrar's rate limit: nothing else is asked in the same run. */
  readonly limited?: boolean | undefined
}

/** The facts of one domain; undefined if nobody has tried to buy it. */
export async function readFacts(domain: string, deps: RequestDeps): Promise<PurchaseFacts | undefined> {
  const claim = await deps.purchases.read(domain)
  return claim && factsOf({ domain, claim }, await deps.ledger.read(), deps)
}

/** What the ledger says, and the store's time. */
interface Ledger {
  readonly spending: Spending
  readonly now: number
}

/** The ledger must have been read after the claim: what is released is free first. */
async function factsOf(
  { domain, claim }: PurchaseOf,
  ledger: Ledger,
  { progress, deadlines }: RequestDeps,
): Promise<PurchaseFacts> {
  const facts = { domain, claim, released: releasedOf({ domain, claim }, ledger) }
  if (claim.state !== 'done') return facts
  const [order, deadline] = await Promise.all([progress.read(domain, claim), deadlines.read(domain, claim)])
  return { ...facts, progress: order, deadline }
}

function releasedOf(
  { domain, claim: { state, operation } }: PurchaseOf,
  { spending, now }: Ledger,
): Reserve[] {
  const free = state === 'refused' ? operation : undefined
  return releasedAttempts(spending, { domain, free, now })
}

/**
 * The purchases that are open: those that somebody has to do something about, or about which the registrar may know
 * something new. A closed one is read for an hour after it was closed, and when its registration is over.
 */
export async function listOpenFacts(deps: RequestDeps): Promise<PurchaseFacts[]> {
  const { purchases, expiries, ledger, mayStore, now } = deps
  if (mayStore) await expiries.wake(domains => mapConcurrently(domains, purchases.mark))
  const marked = await purchases.listMarked()
  const seen = await ledger.read()
  const read = await mapConcurrently(marked, async ({ mark, purchase }) => ({
    mark,
    facts: purchase && (await factsOf(purchase, seen, deps)),
  }))
  const at = now()
  const closed = read.filter(({ mark, facts }) => mark.stale && !(facts && needsLook(facts, at)))
  if (mayStore) await drop(closed, deps)
  return read
    .flatMap(({ facts }) => (facts && needsLook(facts, at) ? [facts] : []))
    .toSorted((one, other) => (one.domain < other.domain ? -1 : 1))
}

/** A registration that is going on is looked at again when it is over, and one without a known end a week later. */
async function drop(
  closed: readonly { readonly mark: Mark; readonly facts: PurchaseFacts | undefined }[],
  { purchases, expiries }: RequestDeps,
): Promise<void> {
  for (const { facts } of closed)
    if (facts?.progress) await expiries.add(facts.domain, registrationCheckAt(facts.progress))
  await purchases.claims.dropMarks(closed.map(({ mark }) => mark))
}

/** Every purchase that there ever was. A probe for required fields that ended as it should is none. */
export async function listFacts(deps: RequestDeps): Promise<PurchaseFacts[]> {
  const { purchases, progress, deadlines, ledger } = deps
  const [claims, orders, dates] = await Promise.all([purchases.list(), progress.list(), deadlines.list()])
  const seen = await ledger.read()
  const ofAttempt = <T extends { operation: string }>(stored: T | undefined, claim: PurchaseClaim) =>
    stored?.operation === claim.operation ? stored : undefined
  return claims
    .map(({ domain, claim }) => ({ domain, claim, released: releasedOf({ domain, claim }, seen) }))
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

/**
 * Whether somebody has to do something about a purchase at `now`, or the registrar may know something new: not if it was
 * refused, or if its registration goes on and its e-mail is confirmed.
 */
function needsLook({ claim, progress, deadline, released }: PurchaseFacts, now: number): boolean {
  if (isOpenClaim(claim) || released.length > 0 || asksForPayment(claim)) return true
  if (claim.state !== 'done') return false
  const isOver = progress?.state !== 'registered' || mayHaveLapsed(progress, now)
  return isOver || claim.result?.incident === true || !deadline || mayChange(deadline, now)
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
export function isWatched({ released }: PurchaseFacts): boolean {
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
