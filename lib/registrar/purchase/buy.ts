/**
 * A purchase. In this order: the switch, the domain typed twice, the quote, the claim, the reserve under the caps, one
 * call, and what came of it. A dry run stops before the claim and says what stands in the way.
 */
import { claimedAt, type Outcome } from '../../claims/claim.ts'
import type { Hold } from '../../claims/once.ts'
import type { RegistrarSettings, SpendingCaps } from '../../config/registrar.ts'
import { AppError, messageOf } from '../../errors.ts'
import type { Surroundings } from '../deps.ts'
import type { PurchaseBody } from '../remote/calls.ts'
import { type Contact, filledFields } from '../remote/contact.ts'
import type { PurchaseOutcome } from '../remote/purchase-outcome.ts'
import { checkCaps, type SpentSums, spentSums } from '../spending/budget.ts'
import { createCalendar } from '../spending/calendar.ts'
import { dollarsOf } from '../spending/money.ts'
import { attemptPurchase, callPurchase } from './attempt.ts'
import { outcomeError, reasonOf, standingError } from './errors.ts'
import type { Purchase, PurchaseClaim } from './purchase.ts'
import { openQuote } from './quote-token.ts'

export interface PurchaseOrder {
  readonly domain: string
  /** The domain, typed again. */
  readonly confirm: string
  /** The quote's token. */
  readonly quote: string
  /** The quote's where it is not given. */
  readonly years?: number | undefined
  readonly autoRenew: boolean
  readonly languageCode?: string | undefined
  readonly contact: Contact
}

/** What is bought, at the price that was quoted. */
export interface Terms {
  readonly domain: string
  readonly years: number
  readonly autoRenew: boolean
  readonly cents: number
}

/** What a purchase would do; amounts in cents. */
export interface DryRun extends Terms {
  readonly mode: 'dry-run'
  /** What has been spent and reserved so far. */
  readonly spent: SpentSums
  /** Why a real purchase would not be sent; empty where it would. */
  readonly obstacles: readonly string[]
}

export interface Ordered extends Terms {
  readonly mode: 'write'
  readonly orderId: string
}

/** @throws AppError `bad_request` where the domain is not typed twice, or the quote is for something else */
export async function dryRun(order: PurchaseOrder, surroundings: Surroundings): Promise<DryRun> {
  const { terms } = agree(order, surroundings)
  const { settings, purse, purchases, timezone } = surroundings
  const [{ spending, now }, claim] = await Promise.all([purse.read(), purchases.read(terms.domain)])
  const sums = spentSums(spending, { calendar: createCalendar(timezone), now })
  const { caps } = settings
  const obstacles = [
    ...complaint(() => void allowedCaps(settings)),
    ...(caps ? complaint(() => checkCaps(terms, { caps, sums })) : ['the caps are not set']),
    ...(claim && claim.state !== 'refused' ? [standingError(terms.domain, claim).message] : []),
  ]
  return { mode: 'dry-run', ...terms, spent: sums, obstacles }
}

/**
 * Buys, or says why not. One call is sent; whatever came of it is stored before this answers.
 * @throws AppError `writes_off`, `bad_request`, `conflict`, `cap_reached`, `remote_refused`, `payment_required`, `limited`,
 * `permission_missing`, `remote_unreachable` (nothing was sent), `remote_silent` (nobody knows)
 */
export async function buy(
  order: PurchaseOrder,
  { by, surroundings }: { by: string; surroundings: Surroundings },
): Promise<Ordered> {
  const caps = allowedCaps(surroundings.settings)
  const { terms, body } = agree(order, surroundings)
  const operation = surroundings.newId()
  const outcome = await attemptPurchase(
    {
      domain: terms.domain,
      by,
      operation,
      terms,
      reserve: hold => reserveMoney(hold, { terms, caps }, surroundings),
      // before the refusal is stored: a lapsed claim without a reserve is known to have charged nothing
      withdraw: () => surroundings.purse.free(operation),
      call: hold => callPurchase({ domain: terms.domain, body }, hold, surroundings),
      outcomeOf: (outcome, claim) => storedOutcome(outcome, { claim, terms }),
    },
    surroundings,
  )
  if (outcome.outcome !== 'ordered') throw outcomeError(terms.domain, outcome)
  await markSpent(operation, surroundings)
  return { mode: 'write', ...terms, orderId: outcome.orderId }
}

/** The caps under which something may be bought. @throws AppError `writes_off` where nothing may */
function allowedCaps({ purchases, caps }: RegistrarSettings): SpendingCaps {
  if (purchases && caps) return caps
  throw new AppError('writes_off', 'Cannot buy: REGISTRAR_PURCHASES is off', {
    hint: 'set it to on, with the three caps, where purchases are wanted',
  })
}

/** What was agreed on: the quote's price for exactly these words. */
function agree(
  order: PurchaseOrder,
  { settings, secrets, now }: Surroundings,
): { terms: Terms; body: PurchaseBody } {
  const { domain, autoRenew, languageCode } = order
  if (order.confirm !== domain)
    throw new AppError('bad_request', `Cannot buy "${domain}": "${order.confirm}" was typed to confirm it`, {
      hint: 'type the domain again, exactly',
    })
  const contact = filledFields(order.contact)
  const wanted = { team: settings.teamId, domain, years: order.years, autoRenew, languageCode, contact }
  const { cents, years } = openQuote(order.quote, { terms: wanted, now: now(), secrets })
  const body = {
    autoRenew,
    years,
    expectedPrice: dollarsOf(cents),
    contactInformation: contact,
    ...(languageCode && { languageCode }),
  }
  return { terms: { domain, years, autoRenew, cents }, body }
}

/** A reserve under the caps. @throws AppError `cap_reached`; `conflict` if the claim ends too soon to send anything */
function reserveMoney(
  { operation, lastStart }: Hold<Purchase>,
  { terms, caps }: { terms: Terms; caps: SpendingCaps },
  { purse, timezone }: Surroundings,
): Promise<void> {
  const limits = { caps, calendar: createCalendar(timezone), until: lastStart }
  return purse.reserve({ operation, ...terms }, limits)
}

function storedOutcome(
  outcome: PurchaseOutcome,
  { claim, terms }: { claim: PurchaseClaim; terms: Terms },
): Outcome<Purchase> {
  if (outcome.outcome === 'ordered') {
    const { domain: _, ...bought } = terms
    return { state: 'done', result: { orderId: outcome.orderId, at: claimedAt(claim), ...bought } }
  }
  return { state: outcome.outcome === 'unknown' ? 'unknown' : 'refused', reason: reasonOf(outcome) }
}

/** Reserved counts as spent: where this is not stored, a later look at the order does it. */
async function markSpent(operation: string, { purse, note }: Surroundings): Promise<void> {
  try {
    await purse.spend(operation)
  } catch (error) {
    note('spending_unstored', { operation, error: messageOf(error) })
  }
}

function complaint(check: () => void): string[] {
  try {
    check()
    return []
  } catch (error) {
    return [messageOf(error)]
  }
}
