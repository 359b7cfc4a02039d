/**
 * The purchase call; no other code makes it. It is sent only while the claim, written first
 * (`lib/core/claims/once.ts`), is certainly valid. A purchase sends one call, and never repeats it; a probe for
 * required fields sends several, each with other contact fields.
 */
import { actDigest } from '../../../core/claims/claims.ts'
import {
  actOnce,
  type ClaimChange,
  type Lease,
  type OnceAct,
  type OnceReport,
} from '../../../core/claims/once.ts'
import type { Outcome } from '../../../core/claims/transitions/settle.ts'
import { doneOrphaned, doneUnstored } from '../../../core/claims/unstored.ts'
import { AppError, messageOf } from '../../../core/errors.ts'
import { phrase } from '../../../core/language/catalogue.ts'
import { english } from '../../../core/language/text.ts'
import type { Phrase } from '../../../core/phrase.ts'
import type { RequestDeps } from '../deps.ts'
import type { PurchaseOutcome } from '../remote/purchase-outcome.ts'
import { REGISTRAR_REASONS } from '../words.ts'
import { claimConflict } from './errors.ts'
import { askForPurchase, restoreClaim } from './lost.ts'
import type { Purchase, PurchaseClaim } from './purchase.ts'
import { BOUGHT } from './words.ts'

export interface Attempt extends Pick<OnceAct<Purchase>, 'by' | 'reserve' | 'withdraw'> {
  readonly domain: string
  readonly operation: string
  /** The terms of the order, without contact data. */
  readonly terms: object
  /** Sends the purchase call, with `lease.guard` as its last check: an attempt without enough time sends nothing. */
  call(lease: Lease<Purchase>): Promise<PurchaseOutcome>
  outcomeOf(outcome: PurchaseOutcome, claim: PurchaseClaim): Outcome<Purchase>
}

/** The outcome if the registrar lists a purchase that the claim does not explain: nothing is sent. */
const LISTED: PurchaseOutcome = {
  outcome: 'unknown',
  accepted: false,
  reason: phrase(REGISTRAR_REASONS.listed),
}

/**
 * Claims the domain, makes the attempt and stores how it ended.
 * @throws AppError `conflict` with the claim's state, if another attempt has the claim; `store_unavailable` with the
 * order, if the domain was bought but the store could not record it; what `reserve` throws
 */
export async function attemptPurchase(attempt: Attempt, deps: RequestDeps): Promise<PurchaseOutcome> {
  const { domain, terms, by, operation, reserve, withdraw } = attempt
  const { purchases, newId, clock } = deps
  const restored = await restoreClaim(domain, attempt, deps)
  if (restored) throw claimConflict(domain, restored)
  let outcome: PurchaseOutcome = { outcome: 'not_sent' }
  let isListed = false
  const act: OnceAct<Purchase> = {
    name: purchases.nameOf(domain),
    digest: actDigest(JSON.stringify(terms)),
    by,
    operation,
    ...(reserve && { reserve }),
    ...(withdraw && { withdraw }),
    async query({ steps }) {
      const asked = await askForPurchase(domain, steps.slice(0, -1), deps)
      isListed = asked.isListed
      return asked
    },
    async send(lease) {
      outcome = isListed ? LISTED : await attempt.call(lease)
      return attempt.outcomeOf(outcome, lease.claim)
    },
    reasonOf,
    note: change => noteChange(attempt, change, deps),
  }
  const report = await actOnce(act, { claims: purchases.claims, newId, clock })
  if (report.end === 'orphaned' && report.outcome.state === 'done') {
    const { orderId } = report.outcome.result
    // stored in any case: the order was charged, even if a person has released its attempt before
    await storeCharge(operation, () => deps.ledger.chargeOrphan({ operation, orderId }), deps)
  }
  const error = errorOf(domain, report)
  if (error !== undefined) throw error
  return outcome
}

/** Stores a charge. If the store fails, the reserve still counts, and the next query of the order stores the charge. */
export async function storeCharge(
  operation: string,
  store: () => Promise<void>,
  { note }: RequestDeps,
): Promise<void> {
  try {
    await store()
  } catch (error) {
    note('spending_unstored', { operation, error: messageOf(error) })
  }
}

function noteChange(
  { domain, operation, by }: Attempt,
  { state, result, reason, isOrphaned }: ClaimChange<Purchase>,
  { note }: RequestDeps,
): void {
  const facts =
    state === 'claimed'
      ? { by }
      : { orderId: result?.orderId, reason: reason && english(reason), orphaned: isOrphaned }
  note('purchase', { domain, state, operation, ...facts })
}

/** The reason as a code only, because no contact data may be stored. */
function reasonOf(error: unknown): string {
  return error instanceof AppError ? error.code : 'internal'
}

function errorOf(domain: string, report: OnceReport<Purchase>): unknown {
  if (report.end === 'not_sent') return claimConflict(domain, report.claim)
  if (report.end === 'stored') return report.found ? claimConflict(domain, report.claim) : report.error
  const { outcome } = report
  if (report.end === 'orphaned')
    return outcome.state === 'done' ? orphanedOrder(domain, outcome.result) : report.error
  return outcome.state === 'done' ? unstoredOrder(domain, outcome.result, report.cause) : report.cause
}

function boughtAs(domain: string, orderId: string | undefined): Phrase {
  return orderId ? phrase(BOUGHT.boughtAs, { domain, orderId }) : phrase(BOUGHT.bought, { domain })
}

function orphanedOrder(domain: string, { orderId }: Purchase): AppError {
  return doneOrphaned(boughtAs(domain, orderId), {
    remedy: phrase(BOUGHT.lookThere, { domain }),
    ...(orderId && { details: { orderId } }),
  })
}

function unstoredOrder(domain: string, { orderId }: Purchase, cause: unknown): AppError {
  return doneUnstored(boughtAs(domain, orderId), {
    remedy: `kura settle ${domain}${orderId ? ` --order ${orderId}` : ''}`,
    ...(orderId && { details: { orderId } }),
    cause,
  })
}
