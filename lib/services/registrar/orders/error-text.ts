import { phrase } from '../../../core/language/catalogue.ts'
import { joined, outside } from '../../../core/language/outside.ts'
import type { Phrase, Reason } from '../../../core/phrase.ts'
import type { OrderError } from '../remote/order-error.ts'
import { moneyText } from '../spending/money.ts'
import { REGISTRAR_REASONS } from '../words.ts'

/** An order's error. Moments are milliseconds since the epoch if it is stored, ISO 8601 in a reply. */
export interface ShownOrderError extends Omit<OrderError, 'outages'> {
  readonly outages?: readonly { readonly tld: string; readonly endsAt: number | string }[] | undefined
}

/** The text of an error, such as `invalid-contact: the field phone`; only the code if nothing more is known. */
export function orderErrorText({ code, ...content }: ShownOrderError): Reason {
  const phrases = contentPhrases(content)
  return phrases.length > 0 ? phrase(REGISTRAR_REASONS.withCode, { code, why: joined(phrases) }) : code
}

export function contentPhrases({
  field,
  language,
  expectedCents,
  actualCents,
  outages = [],
}: Omit<ShownOrderError, 'code'>): Phrase[] {
  return [
    ...(field ? [phrase(REGISTRAR_REASONS.field, { field: outside(field) })] : []),
    ...(language ? [phrase(REGISTRAR_REASONS.language, { language: outside(language) })] : []),
    ...pricePhrases(expectedCents, actualCents),
    ...outages.map(({ tld, endsAt }) => phrase(REGISTRAR_REASONS.outage, { tld, until: momentText(endsAt) })),
  ]
}

function pricePhrases(expected: number | undefined, actual: number | undefined): Phrase[] {
  const { price, priceNot, notPrice } = REGISTRAR_REASONS
  if (expected === undefined)
    return actual === undefined ? [] : [phrase(price, { actual: moneyText(actual) })]
  const sent = { expected: moneyText(expected) }
  return [
    actual === undefined ? phrase(notPrice, sent) : phrase(priceNot, { ...sent, actual: moneyText(actual) }),
  ]
}

/** The text of a moment: `2026-06-30 03:00 UTC` */
function momentText(moment: number | string): string {
  return `${new Date(moment).toISOString().slice(0, 16).replace('T', ' ')} UTC`
}
