/** Errors of purchases. They contain codes and names of fields, never contact data. */
import { because } from '../../../core/claims/act-words.ts'
import type { AppError, ErrorCode } from '../../../core/errors.ts'
import { phrase } from '../../../core/language/catalogue.ts'
import { outside } from '../../../core/language/outside.ts'
import { phraseError } from '../../../core/language/phrase-error.ts'
import type { Phrase, Reason } from '../../../core/phrase.ts'
import { isContactField, type PurchaseOutcome } from '../remote/purchase-outcome.ts'
import { REGISTRAR_REASONS } from '../words.ts'
import type { PurchaseClaim } from './purchase.ts'
import { buying, cannotBuy, FAILURES, HINTS, REFUSALS } from './words.ts'

const CODES: Readonly<Record<number, ErrorCode>> = { 403: 'permission_missing', 429: 'limited' }

type Failed = Exclude<PurchaseOutcome, { outcome: 'ordered' }>

/** The short reason that the claim stores. */
export function reasonOf(outcome: Failed): Reason {
  if (outcome.outcome === 'unknown') return outcome.reason
  if (outcome.outcome === 'not_sent') return phrase(REGISTRAR_REASONS.notSent)
  if (outcome.outcome === 'payment_required') return phrase(REGISTRAR_REASONS.paymentRequired)
  return outcome.fields.length > 0
    ? phrase(REGISTRAR_REASONS.fields, { reason: outside(outcome.fields.join(', ')) })
    : outcome.code
}

export function outcomeError(domain: string, outcome: Failed): AppError {
  switch (outcome.outcome) {
    case 'refused':
      return refusedError(domain, outcome)
    case 'payment_required':
      return phraseError('payment_required', cannotBuy(domain, phrase(FAILURES.payment)), {
        hint: 'nothing was charged; register a payment method with the registrar first',
      })
    case 'not_sent':
      return phraseError('remote_unreachable', cannotBuy(domain, phrase(FAILURES.notSent)), {
        hint: 'the registrar could not be reached in time: try again',
      })
    case 'unknown':
      return phraseError('remote_silent', because(buying(domain).doubt.message, outcome.reason), {
        hint: buying(domain).doubt.hint,
      })
  }
}

function refusedError(
  domain: string,
  { status, code, fields }: Extract<Failed, { outcome: 'refused' }>,
): AppError {
  const ofContact = fields.some(isContactField)
  const named = { fields: fields.join(', ') }
  const what =
    fields.length > 0
      ? phrase(ofContact ? FAILURES.contact : FAILURES.fields, named)
      : phrase(FAILURES.code, { code })
  const hint = ofContact ? 'kura registrar quote says what each field must be' : hintOf(code)
  return phraseError(CODES[status] ?? 'remote_refused', cannotBuy(domain, what), {
    ...(hint && { hint }),
    status,
    details: { upstream: status, codes: [code], ...(fields.length > 0 && { fields }) },
  })
}

function hintOf(code: string): Phrase | undefined {
  return Object.hasOwn(HINTS, code) ? phrase(HINTS[code as keyof typeof HINTS]) : undefined
}

/** The error if the claim is done, unknown or under way. */
export function claimConflict(domain: string, claim: Pick<PurchaseClaim, 'state' | 'result'>): AppError {
  const { orderId } = claim.result ?? {}
  switch (claim.state) {
    case 'done': {
      const bought = orderId ? phrase(REFUSALS.boughtAs, { order: orderId }) : phrase(REFUSALS.bought)
      return phraseError('conflict', cannotBuy(domain, bought), {
        hint: `see kura registrar orders ${domain}; a person can release a failed order`,
        ...(orderId && { details: { orderId } }),
      })
    }
    case 'unknown':
      return phraseError('conflict', cannotBuy(domain, phrase(REFUSALS.unknown)), {
        hint: `look it up: kura settle ${domain}`,
      })
    default:
      return phraseError('conflict', cannotBuy(domain, phrase(REFUSALS.underWay)), {
        hint: `see kura registrar orders ${domain}`,
      })
  }
}
