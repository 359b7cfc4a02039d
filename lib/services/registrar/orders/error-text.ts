/** Describes the problem of an order in words for people. Pure. */

import { phrase } from '../../../core/language/catalogue.ts'
import { english } from '../../../core/language/text.ts'
import type { OrderError } from '../remote/order-error.ts'
import { moneyText } from '../spending/money.ts'
import { REGISTRAR_REASONS } from '../words.ts'

/** An error as it is stored, or as a reply shows it: moments as milliseconds since the epoch, or as ISO 8601. */
export interface ShownOrderError extends Omit<OrderError, 'outages'> {
  readonly outages?: readonly { readonly tld: string; readonly endsAt: number | string }[] | undefined
}

/** `invalid-contact: the field phone`; the code alone if the registrar says no more. */
export function orderErrorText({ code, ...content }: ShownOrderError): string {
  const texts = contentTexts(content)
  return texts.length > 0 ? `${code}: ${texts.join('; ')}` : code
}

/** The texts about an error besides its code. */
export function contentTexts({
  field,
  language,
  expectedCents,
  actualCents,
  outages = [],
}: Omit<ShownOrderError, 'code'>): string[] {
  return [
    ...(field ? [english(phrase(REGISTRAR_REASONS.field, { reason: field }))] : []),
    ...(language ? [english(phrase(REGISTRAR_REASONS.language, { reason: language }))] : []),
    ...priceTexts(expectedCents, actualCents),
    ...outages.map(({ tld, endsAt }) =>
      english(phrase(REGISTRAR_REASONS.outage, { tld, until: momentText(endsAt) })),
    ),
  ]
}

function priceTexts(expected: number | undefined, actual: number | undefined): string[] {
  const { price, priceNot, notPrice } = REGISTRAR_REASONS
  if (expected === undefined)
    return actual === undefined ? [] : [english(phrase(price, { actual: moneyText(actual) }))]
  const sent = { expected: moneyText(expected) }
  return [
    actual === undefined
      ? english(phrase(notPrice, sent))
      : english(phrase(priceNot, { ...sent, actual: moneyText(actual) })),
  ]
}

/** `2026-06-30 03:00 UTC` */
function momentText(moment: number | string): string {
  return `${new Date(moment).toISOString().slice(0, 16).replace('T', ' ')} UTC`
}
