/** The acts of a person on the case of a file (`../cases/cases.ts`). None of them uploads anything. */
import type { CaseKind } from '../cases/cases.ts'
import { RECEIPT_WORDS } from './case-words.ts'
import { reportReceipt } from './report.ts'
import type { ReceiptReport, StoredReceipt } from './schema.ts'
import { queryReceipt, type ReceiptDeps } from './upload.ts'

export function receiptCases(deps: ReceiptDeps): CaseKind<StoredReceipt, ReceiptReport> {
  return {
    claims: deps.receipts,
    words: RECEIPT_WORDS,
    queries: {
      find: (claim, client) => queryReceipt(claim, client, deps),
      findAll: (claim, client) => queryReceipt(claim, client, deps),
      isThere: async ({ company, receipt }, client) =>
        (await client.receipt({ companyId: company, id: receipt })).status !== 'deleted',
    },
    report: reportReceipt,
    note: deps.note,
  }
}
