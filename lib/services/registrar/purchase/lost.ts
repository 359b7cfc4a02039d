/**
 * The claim of a purchase may be gone, because the store was restored or damaged; a second purchase would be charged,
 * too. So before each attempt kura asks the record of spending, which is written separately, and the registrar's own
 * list of purchases. The rules are pure; times are milliseconds since the epoch.
 */
import { claimedAt } from '../../../core/claims/claim.ts'
import { actDigest } from '../../../core/claims/claims.ts'
import { LEASE } from '../../../core/claims/lease.ts'
import type { Queried } from '../../../core/claims/query.ts'
import type { Outcome } from '../../../core/claims/transitions/settle.ts'
import { phrase } from '../../../core/language/catalogue.ts'
import type { RequestDeps } from '../deps.ts'
import { type Reserve, type Spending, WATCHED } from '../spending/budget.ts'
import { REGISTRAR_REASONS } from '../words.ts'
import type { Purchase, PurchaseClaim, Purchases } from './purchase.ts'

/** The milliseconds by which an event may seem older than its attempt, because clocks differ. */
const CLOCK_TOLERANCE = 5_000

/** The latest attempt in the record of spending that is neither the claim's own nor earlier. */
export function unclaimedAttempt(
  { reserves }: Spending,
  { domain, claim }: { domain: string; claim: Pick<PurchaseClaim, 'operation' | 'steps'> | undefined },
): Reserve | undefined {
  const isUnknown = ({ operation, at }: Reserve) =>
    !claim || (operation !== claim.operation && at > claimedAt(claim))
  return reserves.findLast(
    entry => entry.domain === domain && entry.state !== 'released' && !entry.stray && isUnknown(entry),
  )
}

/** Whether an attempt was under way at `at`, or a person who looked at the registrar's page gave one up later. */
export function explainsPurchase(steps: PurchaseClaim['steps'], at: number): boolean {
  return steps.some((step, index) => {
    if (step.state === 'claimed') return at >= step.at - CLOCK_TOLERANCE && at <= step.at + LEASE
    const before = steps[index - 1]?.state
    const isRelease =
      step.state === 'refused' && step.by !== 'kura' && (before === 'done' || before === 'unknown')
    return isRelease && at <= step.at
  })
}

/** Stores again the claim of an attempt that only the record of spending knows; a person settles it as usual. */
export async function restoreClaim(
  domain: string,
  { by }: { by: string },
  { ledger, purchases, note }: RequestDeps,
): Promise<PurchaseClaim | undefined> {
  // the claim is read after the ledger, because a claim is written before its entry in the ledger
  const { spending } = await ledger.read()
  if (!unclaimedAttempt(spending, { domain, claim: undefined })) return undefined
  const claim = await purchases.read(domain)
  if (claim && claim.state !== 'refused') return undefined
  const attempt = unclaimedAttempt(spending, { domain, claim })
  if (!attempt) return undefined
  const { operation } = attempt
  const outcome = restoredOutcome(attempt)
  await claimAgain(attempt, by, purchases)
  await purchases.claims.settle(purchases.nameOf(domain), { operation, outcome, by: 'kura' })
  note('purchase', { domain, state: outcome.state, operation, reason: 'its claim was gone' })
  return purchases.read(domain)
}

/** Gives the attempt its domain's claim again, if the claim is free. */
export function claimAgain(attempt: Reserve, by: string, { claims, nameOf }: Purchases) {
  const { domain, operation, years, autoRenew, cents } = attempt
  const digest = actDigest(JSON.stringify({ domain, years, autoRenew, cents }))
  return claims.request(nameOf(domain), { digest, operation, by, lease: LEASE, flags: [] })
}

function restoredOutcome({ orderId, at, cents, years, autoRenew, state }: Reserve): Outcome<Purchase> {
  return state === 'spent' && orderId !== undefined
    ? { state: 'done', result: { orderId, at, cents, years, autoRenew } }
    : { state: 'unknown', reason: phrase(REGISTRAR_REASONS.claimGone) }
}

export interface UnknownPurchase extends Queried<Purchase> {
  /** Whether the registrar lists an unexplained purchase, whose order may be pending or have failed. */
  readonly isListed: boolean
}

/** Asks the registrar's list of purchases or, without one, the domain's record. `steps`: before this attempt. */
export async function askForPurchase(
  domain: string,
  steps: PurchaseClaim['steps'],
  { client, now }: RequestDeps,
): Promise<UnknownPurchase> {
  const listed = await client.purchases(domain, now() - WATCHED)
  const isListed = listed?.some(at => !explainsPurchase(steps, at)) ?? false
  const boughtAt = listed ? undefined : (await client.domain(domain))?.boughtAt
  const isOwned = boughtAt !== undefined && !explainsPurchase(steps, boughtAt)
  return { found: isOwned ? [{ at: boughtAt }] : [], complete: true, isListed }
}
