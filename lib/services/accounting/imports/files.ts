import type { Claims } from '../../../core/claims/claims.ts'
import type { ReplyOf } from '../../../core/http/contract.ts'
import { phrase } from '../../../core/language/catalogue.ts'
import { phraseError } from '../../../core/language/phrase-error.ts'
import { mapConcurrently } from '../../../core/work/concurrency.ts'
import type { AccountingContract } from '../contract.ts'
import { CASES } from '../deals/cases/words.ts'
import type { DealDeps } from '../deals/register.ts'
import type { DealRequest, ImportedDeal } from '../deals/schema.ts'
import { receiptCase } from '../receipts/identity.ts'
import type { StoredReceipt } from '../receipts/schema.ts'
import type { ReceiptDeps } from '../receipts/upload.ts'

export interface ImportDeps extends DealDeps, Pick<ReceiptDeps, 'receipts'> {}

type ShownDeals = Extract<ReplyOf<AccountingContract, 'importDeals'>, { readonly mode: 'dry-run' }>

export type ImportedFile = ShownDeals['deals'][number]['files'][number]

export function filesOf(
  { receipts: digests }: ImportedDeal,
  { companyId, receipts }: { companyId: number; receipts: Claims<StoredReceipt> },
): Promise<ImportedFile[]> {
  return mapConcurrently(digests, async sha256 => {
    const claim = await receipts.read(receiptCase({ companyId, sha256 }))
    if (!claim) return { sha256, state: 'new' }
    return { sha256, state: claim.state, ...(claim.result && { id: claim.result.receipt }) }
  })
}

export function requestOf(
  { receipts: _, hold: __, apart: ___, receipt_ids: given = [], ...deal }: ImportedDeal,
  { companyId, files }: { companyId: number; files: readonly ImportedFile[] },
): DealRequest {
  const uploaded = files.flatMap(({ state, id }) => (state === 'done' && id !== undefined ? [id] : []))
  const ids = [...given, ...uploaded]
  return { ...deal, company_id: companyId, ...(ids.length > 0 && { receipt_ids: ids }) }
}

/** @throws AppError `bad_request` unless kura has uploaded all `files` of the deal */
export function refuseMissing(files: readonly ImportedFile[], deal: ImportedDeal): void {
  const missing = files.find(({ state }) => state !== 'done')
  if (!missing) return
  const { sha256: file, state } = missing
  throw phraseError('bad_request', phrase(CASES.fileNotUploaded, { name: deal.case, file, state }), {
    hint: phrase(CASES.uploadFirst),
  })
}
