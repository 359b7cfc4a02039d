/**
 * A person's acts on the case of a file that is not done (`../cases.ts`): query the service for the file, or free the
 * case so that the file can be uploaded again. Neither uploads anything.
 */
import { ONCE_DONE } from '../../../core/claims/claim.ts'
import { isExplainedRefusal } from '../../../core/remote/effect.ts'
import { type CaseCall, type CaseKind, type Decision, freeByPerson, settleByQuery } from '../cases.ts'
import type { AccountingClient } from '../remote/client.ts'
import { RECEIPT_WORDS, reportReceipt } from './report.ts'
import type { ReceiptReport, StoredReceipt } from './schema.ts'
import { queryReceipt, type ReceiptDeps } from './upload.ts'

function receiptCases(client: AccountingClient, deps: ReceiptDeps): CaseKind<StoredReceipt, ReceiptReport> {
  return {
    claims: deps.receipts,
    words: RECEIPT_WORDS,
    queries: {
      find: claim => queryReceipt(claim, client, deps),
      findAll: claim => queryReceipt(claim, client, deps),
      isThere: made => isThere(made, client),
    },
    freeable: ['unknown', 'review', ...ONCE_DONE],
    idOf: ({ receipt }) => receipt,
    report: reportReceipt,
    note: deps.note,
  }
}

/** Asks the service for the file of a case. @throws AppError as settleByQuery does */
export function resolveReceipt(
  call: CaseCall,
  deps: ReceiptDeps,
): Promise<ReceiptReport & { readonly found: number[] }> {
  return settleByQuery(call, receiptCases(call.client, deps))
}

/** Frees the case of a file, so that the file can be uploaded again. @throws AppError as freeByPerson does */
export function freeReceipt(
  call: CaseCall,
  decision: Decision & { readonly reason: string },
  deps: ReceiptDeps,
): Promise<ReceiptReport> {
  return freeByPerson(call, decision, receiptCases(call.client, deps))
}

/** Whether the file box has a file. The service shows a deleted file with the status `deleted`, or not at all. */
async function isThere({ company, receipt }: StoredReceipt, client: AccountingClient): Promise<boolean> {
  try {
    const { status } = await client.receipt({ companyId: company, id: receipt })
    return status !== 'deleted'
  } catch (error) {
    if (isExplainedRefusal(error, 404)) return false
    throw error
  }
}
