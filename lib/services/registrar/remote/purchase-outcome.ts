/**
 * Only certain outcomes are called ordered, refused or not sent; every other outcome is unknown. A 4xx is a refusal
 * only if its body says why, or if its status shows that nothing was done (`effect.ts`): a proxy's reply proves
 * nothing. Only codes and names of fields are kept, because a message may quote contact data.
 */
import { hasCode } from '../../../core/errors.ts'
import { phrase } from '../../../core/language/catalogue.ts'
import { outside } from '../../../core/language/outside.ts'
import type { Phrase, Reason } from '../../../core/phrase.ts'
import { effectOf, isRefusalReply, isRefusalStatus } from '../../../core/remote/effect.ts'
import { isCode } from '../../../core/remote/error-from-response.ts'
import type { JsonReply } from '../../../core/remote/fetch-json.ts'
import { REGISTRAR_REASONS } from '../words.ts'
import { OPTIONAL_FIELDS, REQUIRED_FIELDS } from './contact.ts'
import { buyReply, type ErrorReply, readError } from './schema.ts'

export type PurchaseOutcome =
  | { readonly outcome: 'ordered'; readonly orderId: string }
  | {
      readonly outcome: 'refused'
      readonly status: number
      /** The registrar's code; `undecodable` if the reply only named fields or gave no reason. */
      readonly code: string
      readonly fields: readonly string[]
    }
  | { readonly outcome: 'payment_required' }
  | { readonly outcome: 'not_sent' }
  /** The registrar has accepted the call if `accepted` is set, but named no order. */
  | { readonly outcome: 'unknown'; readonly reason: Reason; readonly accepted: boolean }

/** The code for a wrong price, which the registrar checks after all contact fields (document 2, rule 2). */
export const PRICE_MISMATCH = 'expected_price_mismatch'

const PAYMENT_REQUIRED = 402
const NO_CODE = 'undecodable'

/** The codes that give the reason alone. With any other code, the message is searched for the name of a field. */
const DOCUMENTED_CODES: ReadonlySet<string> = new Set([
  PRICE_MISMATCH,
  'domain_not_available',
  'tld_not_supported',
  'order_too_expensive',
  'additional_contact_info_required',
  'invalid_additional_contact_info',
  'language_code_required',
  'domain_too_short',
  'emoji_tld_not_supported',
  'unauthorized',
  'forbidden',
  'not_authorized_for_scope',
  'too_many_requests',
])

/** The terms; a refusal of one of these says nothing about the contact. */
const TERMS: readonly string[] = ['autoRenew', 'years', 'expectedPrice', 'languageCode']

export function isContactField(field: string): boolean {
  return !TERMS.includes(field)
}

/** Matches refusals for lack of a payment method, which the registrar checks before it charges. */
const ASKS_FOR_PAYMENT = /^(?:(?:no|missing)_payment|payment(?:_method)?_(?:required|missing))/

export function outcomeFromReply({ status, body }: JsonReply): PurchaseOutcome {
  if (status >= 200 && status < 300) return accepted(body)
  const reply = readError(body)
  const code = reply.code && isCode(reply.code) ? reply.code : NO_CODE
  const fields = fieldsOf(reply)
  const refused = { outcome: 'refused', status, code, fields } as const
  if (isRefusalReply({ status, isExplained: false })) return refused
  const unknown = { outcome: 'unknown', reason: unknownReason(status, code), accepted: false } as const
  const isEmpty = body === undefined || body === null
  if (!isRefusalStatus(status) || isEmpty) return unknown
  if (status === PAYMENT_REQUIRED || ASKS_FOR_PAYMENT.test(code)) return { outcome: 'payment_required' }
  return DOCUMENTED_CODES.has(code) || fields.length > 0 || namesPrice(reply) ? refused : unknown
}

/** The reason, such as `status 409 conflict` */
function unknownReason(status: number, code: string): Phrase {
  return code === NO_CODE
    ? phrase(REGISTRAR_REASONS.status, { status })
    : phrase(REGISTRAR_REASONS.statusAndCode, { status, reason: outside(code) })
}

function namesPrice({ code = '', message = '' }: ErrorReply): boolean {
  return /(?<![a-z])(?:expected)?price/i.test(`${code} ${message}`)
}

export function outcomeFromFailure(error: unknown): PurchaseOutcome {
  if (effectOf(error) === 'none') return { outcome: 'not_sent' }
  const { noAnswer, unreadable } = REGISTRAR_REASONS
  const reason = phrase(hasCode(error, 'remote_silent') ? noAnswer : unreadable)
  return { outcome: 'unknown', reason, accepted: false }
}

function accepted(body: unknown): PurchaseOutcome {
  const parsed = buyReply.safeParse(body)
  return parsed.success
    ? { outcome: 'ordered', orderId: parsed.data.orderId }
    : { outcome: 'unknown', reason: phrase(REGISTRAR_REASONS.withoutOrder), accepted: true }
}

function fieldsOf({ code, message, fields }: ErrorReply): string[] {
  if (fields.length > 0) return [...new Set(fields)]
  return code && DOCUMENTED_CODES.has(code) ? [] : namedField(message ?? '')
}

/** The first known field that a message names: `firstName`, `first name`, `first_name`. */
function namedField(message: string): string[] {
  const places = [...REQUIRED_FIELDS, ...OPTIONAL_FIELDS]
    .map(field => ({ field, at: message.search(spellings(field)) }))
    .filter(({ at }) => at >= 0)
    .sort((one, other) => one.at - other.at)
  return places[0] ? [places[0].field] : []
}

function spellings(field: string): RegExp {
  const words = field.replaceAll(/(?<=[a-z])(?=[A-Z0-9])/g, '[\\s_-]?')
  return new RegExp(`(?<![a-z0-9])${words}(?![a-z0-9])`, 'i')
}
