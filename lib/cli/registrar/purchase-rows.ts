/** A purchase on the terminal. */
import type { RegistrarReply } from '../../registrar/contract.ts'
import { moneyText } from '../../registrar/spending/money.ts'
import { momentText } from '../terminal/moment.ts'
import { yearsText } from './terms.ts'

/** A purchase as rows of a name and a text. */
export function purchaseRows(purchase: RegistrarReply<'purchase'>): (readonly [string, string])[] {
  const { domain, state, reason, order, verification, cents, years } = purchase
  const words = order && [order.status, order.domainStatus, order.error].filter(Boolean).join(', ')
  const rows: (readonly [string, string | undefined])[] = [
    ['domain', domain],
    ['state', reason ? `${state} (${reason})` : state],
    ['order', purchase.orderId],
    ['registrar', words || undefined],
    ['price', cents === undefined ? undefined : moneyText(cents)],
    ['term', years === undefined ? undefined : yearsText(years)],
    ['bought', purchase.boughtAt && momentText(purchase.boughtAt)],
    ['expires', purchase.expiresAt && momentText(purchase.expiresAt)],
    ['e-mail', verification && `${verification.state}, by ${momentText(verification.verifyBy)}`],
    ['incident', purchase.incident ? 'it was sold although the price was wrong' : undefined],
  ]
  return rows.flatMap(([name, text]) => (text ? [[name, text] as const] : []))
}
