/**
 * What became of a purchase whose answer was lost. There is no list of orders, so the domain's record tells, by the time
 * of its purchase, or an order id that a person has. Looking may settle it as bought; that nothing was found frees
 * nothing, but for an attempt that certainly charged nothing. It is never settled by buying again.
 */
import { claimedAt } from '../../claims/claim.ts'
import { type Looked, lookAgain } from '../../claims/look.ts'
import { AppError } from '../../errors.ts'
import type { Surroundings } from '../deps.ts'
import { isProbe, type Purchase, type PurchaseClaim } from '../purchase/purchase.ts'
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
  if (options.orderId === undefined && !reserve && !isProbe(claim))
    return giveBack({ domain, claim }, surroundings)
  const { purchases, purse, note } = surroundings
  const { by, orderId } = options
  const { seen } = await lookAgain(
    { name: purchases.nameOf(domain), claim },
    { by, look: () => lookForPurchase({ domain, claim, reserve }, orderId, surroundings) },
    purchases,
  )
  if (seen.resolution === 'bought') {
    note('purchase', {
      domain,
      state: 'done',
      operation: claim.operation,
      orderId: seen.found[0]?.orderId,
      by,
    })
    await purse.spend(claim.operation)
  }
  return seen.resolution
}

interface Unknown {
  readonly domain: string
  readonly claim: PurchaseClaim
  readonly reserve?: Reserve | undefined
}

/** Looks for the purchase: by its order, or by the domain's record. It may still arrive if it is not found. */
async function lookForPurchase(
  unknown: Unknown,
  orderId: string | undefined,
  surroundings: Surroundings,
): Promise<Looked<Purchase> & { readonly resolution: Resolution }> {
  const { domain, claim } = unknown
  if (orderId !== undefined) {
    const order = await checkOrder(unknown, orderId, surroundings)
    return foundPurchase({ orderId: order, at: claimedAt(claim) }, unknown)
  }
  const record = await surroundings.client.domain(domain)
  const at = boughtSince(claim, record)
  if (at !== undefined) return foundPurchase({ at }, unknown)
  return { found: [], complete: false, resolution: record ? 'bought-before' : 'not-found' }
}

function foundPurchase(found: { at: number; orderId?: string }, { claim, reserve }: Unknown) {
  const terms = reserve
    ? { cents: reserve.cents, years: reserve.years, autoRenew: reserve.autoRenew }
    : { incident: isProbe(claim) }
  return { found: [{ ...found, ...terms }], complete: true, resolution: 'bought' } as const
}

/**
 * Without a reserve nothing was charged: it is written before the call, never once a claim is past its time, and taken
 * away only where the registrar has refused.
 */
async function giveBack({ domain, claim }: Unknown, { purchases, note }: Surroundings): Promise<Resolution> {
  const { operation } = claim
  const reason = 'nothing was charged'
  const freeing = { person: 'kura', reason, settling: 0, from: ['unknown'] as const }
  await purchases.claims.free({ name: purchases.nameOf(domain), claim }, freeing)
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
