import type { GivenQuery } from '../../../../core/http/contract.ts'
import type { AccountingContract } from '../../contract.ts'
import { sumOf } from '../../fields/amount.ts'
import type { PlannedRow } from './plan.ts'

export type FileMetadata = Omit<GivenQuery<AccountingContract, 'uploadReceipt'>, 'company_id' | 'name'>

export function metadataOf({ row, shown }: Pick<PlannedRow, 'row' | 'shown'>): FileMetadata {
  if (!row) return {}
  const { deal, document } = row
  const date = shown?.body?.issue_date
  return {
    ...(date !== undefined && { issue_date: date }),
    amount: String(sumOf(deal.details.map(({ amount }) => amount))),
    ...(deal.partner !== undefined && { partner: deal.partner }),
    document_type: document,
    qualified_invoice: qualifiedIn(deal.details.map(({ qualified }) => qualified)),
  }
}

/** Returns `unselected` if the lines disagree or a line names a tax category instead. */
function qualifiedIn(said: readonly (boolean | undefined)[]) {
  if (said.every(qualified => qualified === true)) return 'qualified'
  return said.every(qualified => qualified === false) ? 'not_qualified' : 'unselected'
}
