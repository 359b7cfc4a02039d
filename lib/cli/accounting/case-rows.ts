/** Makes the texts and rows that show the case of a deal. */
import type { ReplyOf } from '../../core/http/contract.ts'
import type { AccountingContract } from '../../services/accounting/contract.ts'
import { yenText } from './deal-rows.ts'

type CaseReport = ReplyOf<AccountingContract, 'case'>

/**
 * Returns the text that explains a case: the reason for its state, its flags, and the deals that earlier attempts may
 * have created.
 */
export function whyText({ reason, flags, strays = [] }: CaseReport): string {
  const others = strays.map(({ deal }) => (deal === undefined ? 'perhaps another deal' : `also deal ${deal}`))
  return [reason ?? flags.join('; '), ...others].filter(text => text !== '').join('; ')
}

/** Returns the sum of the lines of the deal; empty without lines. */
export function amountText({ body }: CaseReport): string {
  return body ? yenText(body.details.reduce((sum, { amount }) => sum + amount, 0)) : ''
}
