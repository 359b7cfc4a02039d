/**
 * Lets a domain be bought again ("releases" its purchase). Only a person does this, by name.
 * - A failed, refunded or lapsed order is released if the registrar says so.
 * - For a purchase of unknown outcome, the person says what the registrar's own page shows. An order on the page
 * decides. Without one, kura must have queried the registrar, and a day must have passed (for a probe: ten minutes);
 * the attempt is watched from then on.
 * - An order that the registrar has not known for a day is treated in the same way.
 */
import { asShown } from '../../../core/claims/claim.ts'
import { refuseOtherOperation } from '../../../core/claims/transitions/refusals.ts'
import { AppError } from '../../../core/errors.ts'
import { phrase } from '../../../core/language/catalogue.ts'
import { outside } from '../../../core/language/outside.ts'
import { english } from '../../../core/language/text.ts'
import type { Phrase, Reason } from '../../../core/phrase.ts'
import { isExplainedRefusal } from '../../../core/remote/effect.ts'
import type { RequestDeps } from '../deps.ts'
import { isProbe } from '../purchase/purchase.ts'
import { ENDED_ORDERS, REGISTRAR_REASONS } from '../words.ts'
import { type PurchaseFacts, readFacts } from './facts.ts'
import { type Asked, askOrder } from './follow.ts'
import { type EndedOrder, isReleasable, type OrderProgress, wasUndone } from './progress.ts'
import { resolvePurchase } from './resolve.ts'

/** The milliseconds that a release waits for a late purchase. A probe, which hardly ever buys, waits less. */
const SETTLING = 86_400_000
const PROBE_SETTLING = 600_000

export interface Statement {
  readonly by: string
  readonly operation: string
  readonly orderId?: string | undefined
  /** Set if the page shows no order. `seenAt`: when kura showed the purchase before (milliseconds since the epoch). */
  readonly noOrder?: { readonly seenAt: number } | undefined
}

/** How a claim is freed; `settling` is the milliseconds for which it must have been unknown. */
interface Freeing extends Pick<Statement, 'by'> {
  readonly reason: Reason
  readonly settling: number
}

const NO_ORDER = phrase(REGISTRAR_REASONS.noOrder)

/**
 * @throws AppError `conflict` if the domain was or may have been bought, if the statement is missing, or if another
 * attempt has the claim than the one that was shown; `bad_request` if the named order is not of this attempt
 */
export async function releasePurchase(
  facts: PurchaseFacts,
  statement: Statement,
  deps: RequestDeps,
): Promise<void> {
  const { domain, claim } = facts
  refuseOtherOperation(`Cannot release "${domain}"`, claim, statement)
  if (claim.state === 'done') return releaseOrder(facts, statement, deps)
  if (claim.state === 'unknown') return releaseUnknown(facts, statement, deps)
  throw refusal(domain, `its purchase is ${claim.state}`, {
    hint: claim.state === 'refused' ? 'it can be bought as it is' : 'try again in two minutes',
  })
}

async function releaseOrder(
  facts: PurchaseFacts,
  { by, operation, noOrder }: Statement,
  deps: RequestDeps,
): Promise<void> {
  const asked = await askTwiceIfLapsed(facts, deps)
  const { domain, claim, progress } = asked.facts
  const shown = noOrder && asShown(claim, { operation, ...noOrder })
  if (shown && progress && isLongMissing(progress, shown.seenAt)) {
    if (await deps.client.domain(domain)) throw ownedAlready(domain)
    return releaseUnseen(facts, { by, settling: 0 }, deps)
  }
  if (isExplainedRefusal(asked.error, 404)) throw missingOrder(domain)
  if (asked.error !== undefined) throw asked.error
  if (!progress || !isReleasable(progress)) throw notReleasable(domain, progress?.state ?? claim.state)
  const reason = endOf(progress, claim.result?.orderId)
  if (wasUndone(progress)) await deps.ledger.free(claim.operation)
  await freeClaim(facts, { by, reason, settling: 0 }, deps)
}

function endOf({ state, error }: EndedOrder, order: string | undefined): Phrase {
  const ended = phrase(ENDED_ORDERS[state])
  const end = error ? phrase(ENDED_ORDERS.withError, { end: ended, error: outside(error) }) : ended
  return order ? phrase(ENDED_ORDERS.ofOrder, { end, order }) : end
}

/** Asks again if the registration seems over. @throws AppError `conflict` if the registrar then denies it */
async function askTwiceIfLapsed(facts: PurchaseFacts, deps: RequestDeps): Promise<Asked> {
  const first = await askOrder(facts, { eager: true }, deps)
  const hasLapsed = first.facts.progress?.state === 'lapsed'
  const asked = hasLapsed ? await askOrder(first.facts, { eager: true }, deps) : first
  const { domain, progress } = asked.facts
  if ((hasLapsed || facts.progress?.state === 'lapsed') && progress?.state === 'registered')
    throw contradicted(domain)
  return asked
}

function isLongMissing({ trouble }: OrderProgress, seenAt: number): boolean {
  return trouble?.kind === 'missing' && seenAt - trouble.since >= SETTLING
}

async function releaseUnknown(facts: PurchaseFacts, statement: Statement, deps: RequestDeps): Promise<void> {
  const { domain, claim } = facts
  const { by, operation, orderId, noOrder } = statement
  const resolution = await resolvePurchase(facts, { by, orderId }, deps)
  if (resolution === 'nothing-charged') return
  if (resolution === 'bought') return releaseBought(facts, statement, deps)
  if (resolution === 'bought-before') throw ownedAlready(domain)
  if (!noOrder) throw unstated(domain)
  const shown = { ...facts, claim: asShown(claim, { operation, ...noOrder }) }
  await releaseUnseen(shown, { by, settling: isProbe(claim) ? PROBE_SETTLING : SETTLING }, deps)
}

async function releaseBought(facts: PurchaseFacts, statement: Statement, deps: RequestDeps): Promise<void> {
  const found = await readFacts(facts.domain, deps)
  if (found?.claim.state !== 'done') throw notReleasable(facts.domain, 'bought')
  refuseOtherOperation(`Cannot release "${facts.domain}"`, found.claim, statement)
  return releaseOrder(found, statement, deps)
}

/** Releases an unseen purchase, the claim first, because the reserve must stay until the claim is free. */
async function releaseUnseen(
  facts: PurchaseFacts,
  freeing: Omit<Freeing, 'reason'>,
  deps: RequestDeps,
): Promise<void> {
  await freeClaim(facts, { ...freeing, reason: NO_ORDER }, deps)
  await deps.ledger.release(facts.claim.operation)
}

async function freeClaim(
  { domain, claim }: PurchaseFacts,
  { by, reason, settling }: Freeing,
  { purchases, note }: RequestDeps,
): Promise<void> {
  const freeing = { person: by, reason, settling, from: [claim.state] }
  await purchases.claims.free({ name: purchases.nameOf(domain), claim }, freeing)
  const { operation } = claim
  note('purchase', { domain, state: 'refused', operation, reason: `released: ${english(reason)}`, by })
}

function unstated(domain: string): AppError {
  return refusal(domain, 'it is not stated whether the registrar has an order of it', {
    hint: "look at the registrar's own page, then add --order ID or --no-order",
  })
}

function missingOrder(domain: string): AppError {
  return refusal(domain, 'the registrar does not know its order', {
    hint: "a day after that is first seen, a person who sees no order on the registrar's own page adds --no-order",
  })
}

function ownedAlready(domain: string): AppError {
  return refusal(domain, 'the team has it already', {
    hint: `there is nothing to buy; if this attempt has an order: kura settle ${domain} --order ID`,
  })
}

function contradicted(domain: string): AppError {
  const what = 'the registrar said that its registration is over, and now says that the team has it'
  return refusal(domain, what, { hint: `there is nothing to buy; see kura registrar orders ${domain}` })
}

function notReleasable(domain: string, state: string): AppError {
  return refusal(domain, `its order is ${state}, expected failed, refunded or lapsed`, {
    hint: `see kura registrar orders ${domain}`,
  })
}

function refusal(domain: string, what: string, { hint }: { hint: string }): AppError {
  return new AppError('conflict', `Cannot release "${domain}": ${what}`, { hint })
}
