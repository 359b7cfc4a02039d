/**
 * What became of a purchase whose answer was lost. There is no list of orders, so the domain's record tells, by the time
 * of its purchase, or an order id that a person has. Looking may settle it as bought; that nothing was found frees
 * nothing, but for an attempt that certainly charged nothing. It is never settled by buying again.
 */
import { AppError } from '../../errors.ts'
import type { Surroundings } from '../deps.ts'
import { claimedAt, isProbe, type Purchase, type PurchaseClaim } from '../purchase/purchase.ts'
import type { DomainRecord } from '../remote/schema.ts'
import type { Reserve } from '../spending/budget.ts'
import type { PurchaseFacts } from './facts.ts'

export type Resolution =
  /** The domain was bought by this attempt. */
  | 'bought'
  /** Nothing was charged: the domain can be bought. */
  | 'nothing-charged'
  /** Nothing was found; it may still arrive. */
  | 'not-found'
  /** The team has the domain, but from another time than this attempt's. */
  | 'bought-before'
  /** There was nothing to find out. */
  | 'known'

/** Clocks differ: a purchase may seem to be older than its claim by so much. */
const CLOCK_TOLERANCE = 300_000

export interface ResolveOptions {
  readonly by: string
  /** An order that a person found on the registrar's own page. */
  readonly orderId?: string | undefined
}

/** Looks at the registrar, and settles what that settles. @throws AppError `conflict` while an attempt is under way */
export async function resolvePurchase(
  { domain, claim }: PurchaseFacts,
  options: ResolveOptions,
  surroundings: Surroundings,
): Promise<Resolution> {
  if (claim.state === 'claimed') throw underWay(domain)
  if (claim.state !== 'unknown') return 'known'
  const reserve = await surroundings.purse.find(claim.operation)
  if (options.orderId !== undefined) {
    const orderId = await checkOrder({ domain, claim }, options.orderId, surroundings)
    return settle({ domain, claim, reserve }, { orderId, at: claimedAt(claim) }, { ...options, surroundings })
  }
  if (!reserve && !isProbe(claim)) return giveBack({ domain, claim }, surroundings)
  const record = await surroundings.client.domain(domain)
  const at = boughtSince(claim, record)
  if (at !== undefined) return settle({ domain, claim, reserve }, { at }, { ...options, surroundings })
  return record ? 'bought-before' : 'not-found'
}

interface Unknown {
  readonly domain: string
  readonly claim: PurchaseClaim
  readonly reserve?: Reserve | undefined
}

async function settle(
  { domain, claim, reserve }: Unknown,
  found: { at: number; orderId?: string },
  { by, surroundings: { purchases, purse, note } }: { by: string; surroundings: Surroundings },
): Promise<Resolution> {
  const terms = reserve
    ? { cents: reserve.cents, years: reserve.years, autoRenew: reserve.autoRenew }
    : { incident: isProbe(claim) }
  const result: Purchase = { ...found, ...terms }
  await purchases.claims.resolve(purchases.nameOf(domain), { result, by })
  note('purchase', { domain, state: 'done', operation: claim.operation, orderId: found.orderId, by })
  await purse.spend(claim.operation)
  return 'bought'
}

/**
 * Without a reserve nothing was charged: it is written before the call, never once a claim is past its time, and taken
 * away only where the registrar has refused.
 */
async function giveBack({ domain, claim }: Unknown, { purchases, note }: Surroundings): Promise<Resolution> {
  const { operation } = claim
  const reason = 'nothing was charged'
  const freed = { person: 'kura', reason, settling: 0, from: ['unknown'] as const, operation }
  await purchases.claims.free(purchases.nameOf(domain), freed)
  note('purchase', { domain, state: 'refused', operation, reason })
  return 'nothing-charged'
}

/** The moment of a purchase that this attempt can have made. */
function boughtSince(claim: PurchaseClaim, record: DomainRecord | undefined): number | undefined {
  const at = record?.boughtAt
  return at !== undefined && at >= claimedAt(claim) - CLOCK_TOLERANCE ? at : undefined
}

async function checkOrder(
  { domain, claim }: Unknown,
  orderId: string,
  { client }: Surroundings,
): Promise<string> {
  const cannot = `Cannot take "${orderId}" for the order of "${domain}"`
  const order = await client.order(orderId)
  if (!order.domains.some(({ name, kind }) => name === domain && kind === 'purchase'))
    throw new AppError('bad_request', `${cannot}: it names others`)
  if (claim.steps.some(({ reason }) => reason?.includes(order.orderId)))
    throw new AppError('bad_request', `${cannot}: it is that of an earlier attempt, which was released`)
  return order.orderId
}

function underWay(domain: string): AppError {
  return new AppError('conflict', `Cannot resolve "${domain}": its purchase is under way`, {
    hint: 'try again in two minutes',
  })
}
