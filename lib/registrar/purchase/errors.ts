/** Why something was not bought, in words and with what to do about it. Codes and names of fields only. */
import { AppError, type ErrorCode } from '../../errors.ts'
import { isContactField, type PurchaseOutcome } from '../remote/purchase-outcome.ts'
import type { PurchaseClaim } from './purchase.ts'

const CODES: Readonly<Record<number, ErrorCode>> = { 403: 'permission_missing', 429: 'limited' }

const HINTS: Readonly<Record<string, string>> = {
  expected_price_mismatch: 'the price has changed: ask for a new quote',
  domain_not_available: 'somebody has it already: kura registrar order shows whether the team does',
  language_code_required: 'an international name needs its language: --language-code',
  unauthorized: 'REGISTRAR_TOKEN must be a living token of the team',
  not_authorized_for_scope: 'the token of REGISTRAR_TOKEN must reach the team of REGISTRAR_TEAM_ID',
  too_many_requests: 'nothing was bought: try again later',
}

type Failed = Exclude<PurchaseOutcome, { outcome: 'ordered' }>

/** The claim's reason for an outcome: a word or two that say what is known. */
export function reasonOf(outcome: Failed): string {
  if (outcome.outcome === 'unknown') return outcome.reason
  if (outcome.outcome !== 'refused') return outcome.outcome
  return outcome.fields.length > 0 ? `fields: ${outcome.fields.join(', ')}` : outcome.code
}

/** An outcome other than ordered, as the error that a caller gets. */
export function outcomeError(domain: string, outcome: Failed): AppError {
  const cannot = `Cannot buy "${domain}"`
  switch (outcome.outcome) {
    case 'refused':
      return refusedError(cannot, outcome)
    case 'payment_required':
      return new AppError('payment_required', `${cannot}: the team has no payment method`, {
        hint: 'a person registers one with the registrar first; nothing was charged',
      })
    case 'not_sent':
      return new AppError('remote_unreachable', `${cannot}: nothing was sent`, {
        hint: 'the registrar could not be reached in time: try again',
      })
    case 'unknown':
      return new AppError('remote_silent', `Cannot tell whether "${domain}" was bought: ${outcome.reason}`, {
        hint: `it is not sent again; look with: kura registrar resolve ${domain}`,
      })
  }
}

function refusedError(
  cannot: string,
  { status, code, fields }: Extract<Failed, { outcome: 'refused' }>,
): AppError {
  const ofContact = fields.some(isContactField)
  const named = `${ofContact ? "the contact's " : ''}${fields.join(', ')}`
  const what = fields.length > 0 ? named : `it (${code})`
  const hint = ofContact ? 'kura registrar quote says what each field wants' : HINTS[code]
  return new AppError(CODES[status] ?? 'remote_refused', `${cannot}: the registrar refused ${what}`, {
    ...(hint && { hint }),
    status,
    details: { upstream: status, codes: [code], ...(fields.length > 0 && { fields }) },
  })
}

/** Why a claim that stands forbids another purchase. */
export function standingError(domain: string, claim: PurchaseClaim): AppError {
  const cannot = `Cannot buy "${domain}"`
  const { orderId } = claim.result ?? {}
  switch (claim.state) {
    case 'done':
      return new AppError('conflict', `${cannot}: it was bought already${orderId ? ` (${orderId})` : ''}`, {
        hint: `see kura registrar order ${domain}; a failed order is released by a person`,
        ...(orderId && { details: { orderId } }),
      })
    case 'unknown':
      return new AppError('conflict', `${cannot}: nobody knows what became of the last attempt`, {
        hint: `look with: kura registrar resolve ${domain}`,
      })
    default:
      return new AppError('conflict', `${cannot}: another attempt is under way`, {
        hint: `see kura registrar order ${domain}`,
      })
  }
}
