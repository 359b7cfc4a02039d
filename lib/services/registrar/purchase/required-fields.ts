/**
 * Finds the contact fields that a domain needs: kura sends the purchase call with a price that is certainly wrong. The
 * registrar names missing fields, and checks the price only after them (document 2, rule 2), so nothing can be bought.
 * If the registrar accepts the call nevertheless, that is an incident: the claim stores it like any purchase.
 */
import { claimedAt } from '../../../core/claims/claim.ts'
import type { Lease } from '../../../core/claims/once.ts'
import type { Outcome } from '../../../core/claims/transitions/settle.ts'
import { AppError } from '../../../core/errors.ts'
import { phrase } from '../../../core/language/catalogue.ts'
import { quotedReason } from '../../../core/language/outside.ts'
import { english } from '../../../core/language/text.ts'
import type { RegistrarReply } from '../contract.ts'
import type { RequestDeps } from '../deps.ts'
import type { PurchaseBody } from '../remote/calls.ts'
import { purchasePrice } from '../remote/client.ts'
import { type Contact, filledFields, REQUIRED_FIELDS } from '../remote/contact.ts'
import { isContactField, PRICE_MISMATCH, type PurchaseOutcome } from '../remote/purchase-outcome.ts'
import { moneyText } from '../spending/money.ts'
import { REGISTRAR_REASONS } from '../words.ts'
import { attemptPurchase } from './attempt.ts'
import { outcomeError, reasonOf } from './errors.ts'
import { type Purchase, type PurchaseClaim, probeOperation } from './purchase.ts'

/** The smallest price that the call accepts, in dollars. A domain that really costs this cannot be probed. */
const WRONG_PRICE = 0.01
const WRONG_CENTS = 1

/** The status with which the registrar refuses a body; any other one refuses the call itself. */
const UNREADABLE_BODY = 400

/** The number of calls after which the registrar must be refusing something other than missing fields. */
const MOST_CALLS = 24

/** Values for fields that the contact lacks. The price is wrong, so these are never registered. */
const PLACEHOLDERS: Contact = {
  firstName: 'Required',
  lastName: 'Fields',
  email: 'required-fields@example.com',
  phone: '+1.5555550100',
  address1: '1 Example Street',
  city: 'Example',
  state: 'EX',
  zip: '00000',
  country: 'US',
}

export interface FieldsRequest {
  readonly domain: string
  readonly contact?: Contact | undefined
  /** The language code, needed only for an international name. */
  readonly languageCode?: string | undefined
}

/**
 * Sends the purchase call, each time with the fields that the registrar has named, until a refusal names no new field:
 * by then the registrar usually refuses only the price.
 * @throws AppError `conflict` if the domain really has so low a price or another attempt has its claim, `remote_answer`
 * for an incident, `remote_silent` if a reply was lost, the error of any other refusal, and what the price call throws
 */
export async function requiredFields(
  { domain, contact = {}, languageCode }: FieldsRequest,
  { by }: { by: string },
  deps: RequestDeps,
): Promise<RegistrarReply<'requiredFields'>> {
  const price = await deps.client.price(domain)
  const cents = purchasePrice(domain, price)
  if (cents <= WRONG_CENTS) throw tooCheap(domain, cents)
  const operation = probeOperation(deps.newId())
  const terms = { domain, years: price.years, cents: WRONG_CENTS }
  const given = filledFields(contact)
  const body = { years: price.years, ...(languageCode && { languageCode }) }
  const probe: Probe = { domain, given, body, asked: [], refused: [], calls: 0 }
  const outcome = await attemptPurchase(
    { domain, by, operation, terms, call: lease => probeAll(probe, lease, deps), outcomeOf: storedOutcome },
    deps,
  )
  return resultOf(probe, bodyRefusal(domain, outcome))
}

interface Probe {
  readonly domain: string
  readonly given: Contact
  readonly body: Pick<PurchaseBody, 'years' | 'languageCode'>
  /** The fields named as missing so far. */
  readonly asked: string[]
  readonly refused: string[]
  calls: number
}

async function probeAll(
  probe: Probe,
  lease: Lease<Purchase>,
  { client }: RequestDeps,
): Promise<PurchaseOutcome> {
  for (;;) {
    const outcome = await client.buy(probe.domain, wrongPurchase(probe), lease.guard)
    probe.calls += 1
    const hasNews = outcome.outcome === 'refused' && learn(probe, outcome.fields)
    if (!hasNews || probe.calls >= MOST_CALLS) return outcome
  }
}

/** Notes fields as missing, later as refused if the caller gave a value. Returns whether a field was new. */
function learn(probe: Probe, fields: readonly string[]): boolean {
  let learned = false
  for (const field of fields.filter(isContactField)) {
    const isNew = !probe.asked.includes(field)
    const isRefused = !isNew && field in probe.given && !probe.refused.includes(field)
    if (isNew) probe.asked.push(field)
    if (isRefused) probe.refused.push(field)
    learned ||= isNew || isRefused
  }
  return learned
}

/** The contact with only the fields named so far, so that the registrar names the next required one. */
function contactOf({ given, asked, refused }: Probe): Contact {
  const filled = (field: string) =>
    field in given && !refused.includes(field) ? given[field] : PLACEHOLDERS[field]
  return Object.fromEntries(asked.map(field => [field, filled(field)]))
}

function wrongPurchase(probe: Probe): PurchaseBody {
  return {
    ...probe.body,
    autoRenew: false,
    expectedPrice: WRONG_PRICE,
    contactInformation: contactOf(probe),
  }
}

function storedOutcome(outcome: PurchaseOutcome, claim: PurchaseClaim): Outcome<Purchase> {
  if (outcome.outcome === 'ordered') {
    const { orderId } = outcome
    return { state: 'done', result: { orderId, at: claimedAt(claim), incident: true } }
  }
  if (outcome.outcome === 'unknown' && outcome.accepted)
    return { state: 'done', result: { at: claimedAt(claim), incident: true } }
  const state = outcome.outcome === 'unknown' ? 'unknown' : 'refused'
  return {
    state,
    reason: phrase(REGISTRAR_REASONS.requiredFields, { reason: quotedReason(reasonOf(outcome)) }),
  }
}

type Refusal = Extract<PurchaseOutcome, { outcome: 'refused' }>

function bodyRefusal(domain: string, outcome: PurchaseOutcome): Refusal {
  if (outcome.outcome === 'ordered') throw incident(domain, outcome.orderId)
  if (outcome.outcome === 'unknown' && outcome.accepted) throw incident(domain)
  if (outcome.outcome === 'refused' && outcome.status === UNREADABLE_BODY) return outcome
  throw outcomeError(domain, outcome)
}

function incident(domain: string, orderId?: string): AppError {
  const order = orderId ? ` as ${orderId}` : ''
  return new AppError('remote_answer', `Incident: the registrar sold "${domain}"${order} at a wrong price`, {
    hint: `look at the registrar's own page; the purchase is recorded: kura registrar orders ${domain}`,
    ...(orderId && { details: { orderId } }),
  })
}

function resultOf(probe: Probe, refusal: Refusal): RegistrarReply<'requiredFields'> {
  const ended = reasonOf(refusal)
  const listed: string[] = REQUIRED_FIELDS.filter(field => probe.asked.includes(field))
  const required = [...new Set([...listed, ...probe.asked])]
  return {
    domain: probe.domain,
    required,
    missing: required.filter(field => !(field in probe.given)),
    refused: probe.refused,
    ended: english(ended),
    complete: ended === PRICE_MISMATCH,
    calls: probe.calls,
  }
}

function tooCheap(domain: string, cents: number): AppError {
  return new AppError('conflict', `Cannot find the fields of "${domain}": it costs ${moneyText(cents)}`, {
    hint: "the wrong price must be below the real one: read the registrar's documentation instead",
  })
}
