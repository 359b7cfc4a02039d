/**
 * Finds out how a purchase ended whose reply was lost. The registrar has no list of orders, so the time of purchase in
 * the domain's record decides, or an order that a person names. kura never buys again to find out.
 */
import { claimedAt } from '../../../core/claims/claim.ts'
import { type Queried, queryAgain } from '../../../core/claims/query.ts'
import type { OrphanedEffect } from '../../../core/claims/stored-records.ts'
import { AppError } from '../../../core/errors.ts'
import { isPhraseOf, phrase } from '../../../core/language/catalogue.ts'
import { english } from '../../../core/language/text.ts'
import type { RegistrarReply } from '../contract.ts'
import type { RequestDeps } from '../deps.ts'
import { isProbe, type Purchase, type PurchaseClaim } from '../purchase/purchase.ts'
import { type Reserve, WATCHED } from '../spending/budget.ts'
import { ENDED_ORDERS, REGISTRAR_REASONS } from '../words.ts'
import { isWatched, type PurchaseFacts } from './facts.ts'
import { newProgress, observeOrder, wasUndone } from './progress.ts'
import { boughtSince, recordAppearance, watchReleased } from './watch.ts'

/**
 * - `bought`: by this attempt;
 * - `nothing-charged`: the domain can be bought again;
 * - `not-found`: it may still appear;
 * - `bought-before`: the team has the domain, but not from this attempt;
 * - `earlier-attempt`: the order belongs to an attempt that was released before;
 * - `known`: the outcome was not lost.
 */
export type Resolution = RegistrarReply<'resolve'>['resolution']

export interface ResolveOptions {
  readonly by: string
  /** The order that a person found on the registrar's own page. */
  readonly orderId?: string | undefined
}

/**
 * Queries the registrar, and settles the claim if the outcome is found.
 * @throws AppError `conflict` while an attempt is under way; `bad_request` if the named order is not of this attempt
 */
export async function resolvePurchase(
  facts: PurchaseFacts,
  { by, orderId }: ResolveOptions,
  deps: RequestDeps,
): Promise<Resolution> {
  const { domain, claim } = facts
  if (claim.state === 'claimed') throw underWay(domain)
  if (claim.state !== 'unknown')
    return isWatched(facts) ? resolveReleased(facts, { by, orderId }, deps) : 'known'
  const { purchases, ledger, note } = deps
  const { operation } = claim
  const lost = { domain, claim, reserve: await ledger.find(operation) }
  if (orderId === undefined && !lost.reserve && !isProbe(claim)) return releaseUncharged(lost, deps)
  const { seen } = await queryAgain(
    { name: purchases.nameOf(domain), claim },
    { by, query: () => findPurchase(lost, orderId, deps) },
    purchases,
  )
  if (seen.resolution !== 'bought') return seen.resolution
  note('purchase', { domain, state: 'done', operation, orderId: seen.found[0]?.orderId, by })
  await ledger.spend(operation, seen.found[0]?.orderId)
  return 'bought'
}

async function resolveReleased(
  facts: PurchaseFacts,
  { by, orderId }: ResolveOptions,
  deps: RequestDeps,
): Promise<Resolution> {
  const { domain, claim, released } = facts
  if (orderId === undefined) {
    const { claim: after } = await watchReleased(facts, deps)
    if (claim.state === 'done') return 'known'
    return after.state === 'done' ? 'bought' : 'not-found'
  }
  const attempt = released.findLast(({ state }) => state === 'released')
  if (!attempt || orderId === claim.result?.orderId) return 'known'
  const order = await checkOrder(facts, orderId, deps)
  const own = await recordAppearance(domain, { attempt, at: attempt.at, orderId: order, by }, deps)
  return own ? 'bought' : 'earlier-attempt'
}

interface LostPurchase {
  readonly domain: string
  readonly claim: PurchaseClaim
  readonly reserve: Reserve | undefined
}

async function findPurchase(
  lost: LostPurchase,
  orderId: string | undefined,
  deps: RequestDeps,
): Promise<Queried<Purchase> & { readonly resolution: Resolution }> {
  const { domain, claim } = lost
  if (orderId !== undefined) {
    const order = await checkOrder(lost, orderId, deps)
    return foundPurchase(lost, { orderId: order, at: claimedAt(claim) })
  }
  const record = await deps.client.domain(domain)
  // the earlier of two times, because a restored claim was written later than its attempt began
  const since = Math.min(claimedAt(claim), lost.reserve?.at ?? Number.POSITIVE_INFINITY)
  const at = boughtSince(since, record?.boughtAt)
  if (at !== undefined) return foundPurchase(lost, { at })
  return { found: [], complete: false, resolution: record ? 'bought-before' : 'not-found' }
}

function foundPurchase({ claim, reserve }: LostPurchase, found: { at: number; orderId?: string }) {
  const terms = reserve
    ? { cents: reserve.cents, years: reserve.years, autoRenew: reserve.autoRenew }
    : { incident: isProbe(claim) }
  return { found: [{ ...found, ...terms }], complete: true, resolution: 'bought' } as const
}

/** Releases a claim without a reserve. The reserve is written before the call, so this attempt charged nothing. */
async function releaseUncharged(
  { domain, claim }: LostPurchase,
  { purchases, note }: RequestDeps,
): Promise<Resolution> {
  const { operation } = claim
  const reason = phrase(REGISTRAR_REASONS.notCharged)
  const freeing = { person: 'kura', reason, settling: 0, from: ['unknown'] as const }
  await purchases.claims.free({ name: purchases.nameOf(domain), claim }, freeing)
  note('purchase', { domain, state: 'refused', operation, reason: english(reason) })
  return 'nothing-charged'
}

async function checkOrder(
  { domain, claim }: Pick<LostPurchase, 'domain' | 'claim'>,
  orderId: string,
  { client }: RequestDeps,
): Promise<string> {
  const cannot = `Cannot use "${orderId}" as the order of "${domain}"`
  const order = await client.order(orderId)
  if (!order.domains.some(({ name, kind }) => name === domain && kind === 'purchase'))
    throw new AppError('bad_request', `${cannot}: it is for other domains`, {
      hint: "look for the order of this domain on the registrar's own page",
    })
  const { ofOrder } = ENDED_ORDERS
  const released = claim.steps.flatMap(({ reason }) =>
    isPhraseOf(ofOrder, reason) ? [reason.values['order']] : [],
  )
  if (released.includes(order.orderId))
    throw new AppError('bad_request', `${cannot}: it belongs to an earlier attempt, which was released`, {
      hint: `look for a later order on the registrar's own page, or leave out --order: kura settle ${domain}`,
    })
  return order.orderId
}

function underWay(domain: string): AppError {
  return new AppError('conflict', `Cannot resolve "${domain}": its purchase is under way`, {
    hint: 'try again in two minutes',
  })
}

/**
 * Forgets orphans that were undone, are the claim's own, or can no longer appear. @throws AppError as the client does
 */
export async function forgetOrphans({ domain, claim }: PurchaseFacts, deps: RequestDeps): Promise<void> {
  const over: string[] = []
  for (const orphan of claim.strays ?? []) {
    const orderId = orphan.result?.orderId
    const isOwn = orderId !== undefined && orderId === claim.result?.orderId
    const isLate = claim.seenAt - orphan.at > WATCHED
    if (isOwn || isLate || (await isUndone(domain, orphan, deps))) over.push(orphan.operation)
  }
  if (over.length > 0) await deps.purchases.claims.dropOrphaned(claim.name, over)
}

async function isUndone(
  domain: string,
  { operation, at, result }: OrphanedEffect<Purchase>,
  { client, now }: RequestDeps,
): Promise<boolean> {
  if (result?.orderId === undefined) return false
  const observation = { order: await client.order(result.orderId) }
  const before = newProgress({ operation, claimedAt: at })
  return wasUndone(observeOrder(before, { domain, observation }, now()))
}
