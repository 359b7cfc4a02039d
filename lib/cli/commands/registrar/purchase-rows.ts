/** The rows for a purchase on the terminal. */
import type { RegistrarReply } from '../../../services/registrar/contract.ts'
import { orderErrorText } from '../../../services/registrar/orders/error-text.ts'
import { moneyText } from '../../../services/registrar/spending/money.ts'
import { momentText, textInZone } from '../../terminal/moment.ts'
import { yearsText } from './terms.ts'

type Purchase = RegistrarReply<'purchase'>

/** Returns a purchase as rows of label and text. */
export function purchaseRows(purchase: Purchase, timezone: string): (readonly [string, string])[] {
  const { domain, state, reason, order, verification, cents, years } = purchase
  const when = (iso: string) => momentText(iso, timezone)
  const rows: (readonly [string, string | undefined])[] = [
    ['domain', domain],
    ['state', reason ? textInZone(`${state} (${reason})`, timezone) : state],
    ['order', purchase.orderId],
    ['registrar', order && textInZone(orderWords(order) ?? '', timezone)],
    [
      'not read',
      order?.trouble && `since ${when(order.trouble.since)}: ${textInZone(order.trouble.reason, timezone)}`,
    ],
    ['price', cents === undefined ? undefined : moneyText(cents)],
    ['term', years === undefined ? undefined : yearsText(years)],
    ['bought', purchase.boughtAt && when(purchase.boughtAt)],
    ['expires', purchase.expiresAt && when(purchase.expiresAt)],
    ['e-mail', verification && `${emailText(verification)}, by ${when(verification.verifyBy)}`],
    ['incident', purchase.incident ? 'it was sold although the price was wrong' : undefined],
    ['operation', purchase.operation],
  ]
  return rows.flatMap(([name, text]) => (text ? [[name, text] as const] : []))
}

/** Returns the state of the order and the text of its error, as the registrar gives them. */
function orderWords({
  status,
  domainStatus,
  error,
  errorContent,
}: NonNullable<Purchase['order']>): string | undefined {
  const why = error && orderErrorText({ code: error, ...errorContent })
  return [status, domainStatus, why].filter(Boolean).join(', ') || undefined
}

/** Returns the state of the e-mail's deadline, and who changed it. */
export function emailText({
  state,
  verifiedBy,
  reopened,
  contradicted,
}: Pick<
  NonNullable<Purchase['verification']>,
  'state' | 'verifiedBy' | 'reopened' | 'contradicted'
>): string {
  if (contradicted) return `${state}, although ${verifiedBy} said that it is confirmed`
  return `${state}${verifiedBy ? ` by ${verifiedBy}` : ''}${reopened ? ', reopened by a reminder' : ''}`
}
