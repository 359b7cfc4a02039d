/**
 * The purchase call under its claim: the only way to it. The claim is written first; the call is sent once, while the
 * claim is surely alive, and never repeated.
 */
import type { Outcome } from '../../claims/claim.ts'
import { actDigest } from '../../claims/claims.ts'
import { AppError } from '../../errors.ts'
import type { Surroundings } from '../deps.ts'
import type { PurchaseBody } from '../remote/calls.ts'
import { ACT_TIME } from '../remote/profile.ts'
import type { PurchaseOutcome } from '../remote/purchase-outcome.ts'
import { standingError } from './errors.ts'
import type { Purchase, PurchaseClaim } from './purchase.ts'

/** Milliseconds that a claim outlives its function: who holds an older one is dead. */
const LEASE = 75_000
/** Milliseconds for storing what came of it. */
const SETTLING_TIME = 5_000
/** A call is begun only where a whole one still fits. */
const SENDABLE = LEASE - ACT_TIME - SETTLING_TIME

/** A claim that this process holds. */
export interface Attempt {
  readonly domain: string
  readonly operation: string
  readonly by: string
  readonly claim: PurchaseClaim
  /** The store's time until which a purchase may be reserved. */
  readonly reserveBy: number
  /** The clock's time until which the call may be begun. */
  readonly sendBy: number
}

/** Claims the domain for `operation`; `terms` say what is bought, without contact data. @throws AppError `conflict` where a claim stands, saying how it stands */
export async function beginAttempt(
  { domain, operation, by, terms }: { domain: string; operation: string; by: string; terms: object },
  { purchases, clock, note }: Surroundings,
): Promise<Attempt> {
  const sendBy = clock() + SENDABLE
  const act = { digest: actDigest(JSON.stringify(terms)), operation, by, lease: LEASE, flags: [] }
  const { verdict, claim } = await purchases.claims.request(purchases.nameOf(domain), act)
  if (verdict !== 'send') throw standingError(domain, claim)
  note('purchase', { domain, state: 'claimed', operation, by })
  return { domain, operation, by, claim, reserveBy: claim.until - LEASE + SENDABLE, sendBy }
}

/** Sends the purchase call once; an attempt whose time is over sends nothing. */
export async function sendAttempt(
  { domain, sendBy }: Attempt,
  body: PurchaseBody,
  { client, clock }: Surroundings,
): Promise<PurchaseOutcome> {
  return clock() > sendBy ? { outcome: 'not_sent' } : client.buy(domain, body)
}

/** Stores how the attempt ended. */
export async function endAttempt(
  { domain, operation, by }: Attempt,
  outcome: Outcome<Purchase>,
  { purchases, note }: Surroundings,
): Promise<PurchaseClaim> {
  const orderId = outcome.state === 'done' ? outcome.result.orderId : undefined
  const reason = outcome.state === 'done' ? undefined : outcome.reason
  note('purchase', { domain, state: outcome.state, operation, orderId, reason })
  try {
    return await purchases.claims.settle(purchases.nameOf(domain), { operation, outcome, by })
  } catch (cause) {
    if (outcome.state !== 'done') throw cause
    throw unstored(domain, { orderId, cause })
  }
}

function unstored(
  domain: string,
  { orderId, cause }: { orderId: string | undefined; cause: unknown },
): AppError {
  const order = orderId ? ` ${orderId}` : ''
  return new AppError('store_unavailable', `Cannot store the order${order} of "${domain}": it was bought`, {
    hint: `once the store answers: kura registrar resolve ${domain}${orderId ? ` --order ${orderId}` : ''}`,
    ...(orderId && { details: { orderId } }),
    cause,
  })
}
