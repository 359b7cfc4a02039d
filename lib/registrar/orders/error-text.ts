/** What went wrong with an order, in words for people. Pure. */
import type { OrderError } from '../remote/order-error.ts'
import { moneyText } from '../spending/money.ts'

/** An error as it is stored, or as a reply shows it: moments as milliseconds since the epoch, or as ISO 8601. */
export interface ShownOrderError extends Omit<OrderError, 'outages'> {
  readonly outages?: readonly { readonly tld: string; readonly endsAt: number | string }[] | undefined
}

/** `invalid-contact: the field phone`; the code alone if the registrar says no more. */
export function orderErrorText({ code, ...content }: ShownOrderError): string {
  const texts = contentTexts(content)
  return texts.length > 0 ? `${code}: ${texts.join('; ')}` : code
}

function contentTexts({
  field,
  language,
  expectedCents,
  actualCents,
  outages = [],
}: Omit<ShownOrderError, 'code'>): string[] {
  return [
    ...(field ? [`the field ${field}`] : []),
    ...(language ? [`the name is in the language ${language}`] : []),
    ...priceTexts(expectedCents, actualCents),
    ...outages.map(({ tld, endsAt }) => `.${tld} is out of service until ${momentText(endsAt)}`),
  ]
}

function priceTexts(expected: number | undefined, actual: number | undefined): string[] {
  if (actual !== undefined)
    return [
      `the price is ${moneyText(actual)}${expected === undefined ? '' : `, not ${moneyText(expected)}`}`,
    ]
  return expected === undefined ? [] : [`the price is not ${moneyText(expected)}`]
}

/** `2026-06-30 03:00 UTC` */
function momentText(moment: number | string): string {
  return `${new Date(moment).toISOString().slice(0, 16).replace('T', ' ')} UTC`
}
