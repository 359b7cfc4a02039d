/**
 * Buys domains. kura checks, in this order, the setting that permits purchases, the domain (which a person has to type
 * twice) and the quote. Then it claims the domain, reserves the price under the caps, sends one call, and stores its
 * outcome.
 */
import { claimedAt } from '../../../core/claims/claim.ts'
import { actDigest, refuseOtherBody } from '../../../core/claims/claims.ts'
import type { Outcome } from '../../../core/claims/transitions/settle.ts'
import type { RegistrarSettings, SpendingCaps } from '../../../core/config/registrar.ts'
import { AppError, failureOf } from '../../../core/errors.ts'
import { createCalendar } from '../../../core/language/calendar.ts'
import { phrase } from '../../../core/language/catalogue.ts'
import { phraseError } from '../../../core/language/phrase-error.ts'
import { saidReason } from '../../../core/language/text.ts'
import type { Reason } from '../../../core/phrase.ts'
import type { RegistrarReply } from '../contract.ts'
import type { RequestDeps } from '../deps.ts'
import type { PurchaseBody } from '../remote/calls.ts'
import { type Contact, filledFields } from '../remote/contact.ts'
import type { PurchaseOutcome } from '../remote/purchase-outcome.ts'
import { checkCaps, spentSums } from '../spending/budget.ts'
import { dollarsOf } from '../spending/money.ts'
import { attemptPurchase, storeCharge } from './attempt.ts'
import { claimConflict, outcomeError, reasonOf } from './errors.ts'
import { unclaimedAttempt } from './lost.ts'
import type { Purchase, PurchaseClaim } from './purchase.ts'
import { openQuote } from './quote-token.ts'
import { cannotBuy, REFUSALS } from './words.ts'

export interface PurchaseOrder {
  readonly domain: string
  /** The domain, typed a second time by the person. */
  readonly confirm: string
  readonly quote: string
  /** The years; by default, the quote's. */
  readonly years?: number | undefined
  readonly autoRenew: boolean
  readonly languageCode?: string | undefined
  /** The contact. A member `salt` is not sent: it keeps the contact data from being guessed from `sends`. */
  readonly contact: Contact
  /** The SHA-256 of the body of the purchase call that was shown, and of the salt, in hex. */
  readonly sends?: string | undefined
}

interface Terms {
  readonly domain: string
  readonly years: number
  readonly autoRenew: boolean
  readonly cents: number
}

export type DryRun = Extract<RegistrarReply<'buy'>, { mode: 'dry-run' }>
type Ordered = Extract<RegistrarReply<'buy'>, { mode: 'write' }>

/** @throws AppError `bad_request` if the domain or the quote does not fit; `conflict` if `sends` names another body */
export async function dryRun(order: PurchaseOrder, deps: RequestDeps): Promise<DryRun> {
  const { terms, shown } = quotedPurchase(order, deps)
  const { settings, ledger, purchases, timezone } = deps
  const [{ spending, now }, claim] = await Promise.all([ledger.read(), purchases.read(terms.domain)])
  const sums = spentSums(spending, { calendar: createCalendar(timezone), now })
  const { caps } = settings
  const isLost =
    claim?.state !== 'done' && unclaimedAttempt(spending, { domain: terms.domain, claim }) !== undefined
  const obstacles = [
    ...errorsOf(() => void allowedCaps(terms.domain, settings)),
    ...(caps ? errorsOf(() => checkCaps(terms, { caps, sums })) : [phrase(REFUSALS.noCaps)]),
    ...(claim && claim.state !== 'refused' ? [failureOf(claimConflict(terms.domain, claim))] : []),
    ...(isLost ? [failureOf(claimConflict(terms.domain, { state: 'unknown' }))] : []),
  ]
  const sends = actDigest(shown)
  return { mode: 'dry-run', ...terms, spent: sums, sends, obstacles: obstacles.map(saidReason) }
}

/**
 * Buys a domain. One call is sent; its outcome is stored before this returns.
 * @throws AppError `writes_off`, `bad_request`, `conflict`, `cap_reached`, `remote_refused`, `payment_required`,
 * `limited`, `permission_missing`, `remote_unreachable` (nothing was sent), `remote_silent` (the outcome is unknown)
 */
export async function buy(order: PurchaseOrder, { by }: { by: string }, deps: RequestDeps): Promise<Ordered> {
  const caps = allowedCaps(order.domain, deps.settings)
  const { terms, body } = quotedPurchase(order, deps)
  const operation = deps.newId()
  const { domain } = terms
  const limits = { caps, calendar: createCalendar(deps.timezone) }
  const outcome = await attemptPurchase(
    {
      domain,
      by,
      operation,
      terms,
      reserve: ({ lastStart }) =>
        deps.ledger.reserve({ operation, ...terms }, { ...limits, until: lastStart }),
      // runs before the refusal is stored: if that fails, a claim without a reserve shows that nothing was charged
      withdraw: () => deps.ledger.free(operation),
      call: lease => deps.client.buy(domain, body, lease.guard),
      outcomeOf: (outcome, claim) => storedOutcome(outcome, { claim, terms }),
    },
    deps,
  )
  if (outcome.outcome !== 'ordered') throw outcomeError(domain, outcome)
  await storeCharge(operation, () => deps.ledger.spend(operation, outcome.orderId), deps)
  return { mode: 'write', ...terms, orderId: outcome.orderId }
}

function allowedCaps(domain: string, { purchases, caps }: RegistrarSettings): SpendingCaps {
  if (purchases && caps) return caps
  throw phraseError('writes_off', cannotBuy(domain, phrase(REFUSALS.off)), {
    hint: 'to allow purchases, set it to on, and set the three caps',
  })
}

/** The quoted purchase; `shown` is the text whose digest is `sends`. @throws AppError `bad_request`, `conflict` */
function quotedPurchase(
  order: PurchaseOrder,
  { settings, secrets, now }: RequestDeps,
): { terms: Terms; body: PurchaseBody; shown: string } {
  const { domain, autoRenew, languageCode } = order
  if (order.confirm !== domain)
    throw new AppError('bad_request', `Cannot buy "${domain}": "${order.confirm}" was typed to confirm it`, {
      hint: 'type the domain again, exactly',
    })
  const { salt, ...given } = order.contact
  const contact = filledFields(given)
  const ordered = { team: settings.teamId, domain, years: order.years, autoRenew, languageCode, contact }
  const { cents, years } = openQuote(order.quote, { terms: ordered, now: now(), secrets })
  const body = {
    autoRenew,
    years,
    expectedPrice: dollarsOf(cents),
    contactInformation: contact,
    ...(languageCode && { languageCode }),
  }
  const shown = JSON.stringify(salt === undefined ? body : { ...body, salt })
  refuseOtherBody(`Cannot buy "${domain}"`, order.sends, shown)
  return { terms: { domain, years, autoRenew, cents }, body, shown }
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

function errorsOf(check: () => void): Reason[] {
  try {
    check()
    return []
  } catch (error) {
    return [failureOf(error)]
  }
}
