/**
 * What a person does with the case of a file that is not done: looks for the file at the service (`resolve`), or frees the
 * case so that the file can be uploaded again (`free`). Neither uploads anything: that the file is not found proves nothing,
 * because a late commit may follow.
 */
import { ONCE_DONE, type SeenClaim } from '../../../core/claims/claim.ts'
import { lookAgain } from '../../../core/claims/look.ts'
import { AppError } from '../../../core/errors.ts'
import { isToldRefusal } from '../../../core/remote/effect.ts'
import { type CaseCall, type Decision, SETTLING } from '../deals/cases.ts'
import type { AccountingClient } from '../remote/client.ts'
import { existingReceipt, reportReceipt } from './report.ts'
import type { ReceiptReport, StoredReceipt } from './schema.ts'
import { lookForReceipt, type ReceiptDeps } from './upload.ts'

/**
 * Settles an unknown file as done if the file box has it once; else it stays as it is. A file that was done is asked for:
 * if it was deleted, its case is gone. Files of other attempts that are not there any more are forgotten.
 * @throws AppError `not_found`, `conflict` if the file was never sent; and as the client does
 */
export async function resolveReceipt(
  { caseName, client, by }: CaseCall,
  deps: ReceiptDeps,
): Promise<ReceiptReport & { readonly found: number[] }> {
  const claim = await existingReceipt(caseName, deps.receipts)
  const isOnceDone = claim.result !== undefined && ONCE_DONE.includes(claim.state)
  const isUnknown = claim.state === 'unknown'
  if (!isOnceDone && !isUnknown && !claim.strays) throw nothingSent(claim)
  const looked = { name: caseName, claim }
  const found = await filesOf(claim, client, deps)
  if (isOnceDone) await deps.receipts.confirm(looked, { by, isThere: found.length > 0, settling: SETTLING })
  else if (isUnknown) await settle(claim, { by, found }, deps)
  await forgetStrays(claim, client, deps)
  const settled = reportReceipt(await existingReceipt(caseName, deps.receipts))
  if (settled.state !== claim.state)
    deps.note('receipt', { receipt: caseName, state: settled.state, ...(settled.id && { id: settled.id }) })
  return { ...settled, found }
}

async function settle(
  claim: SeenClaim<StoredReceipt>,
  { by, found }: { by: string; found: readonly number[] },
  { receipts }: ReceiptDeps,
): Promise<void> {
  const company = Number.parseInt(claim.name, 10)
  const results = found.map(receipt => ({ company, receipt }))
  const look = async () => ({ found: results, complete: true })
  await lookAgain({ name: claim.name, claim }, { by, look }, { claims: receipts })
}

/**
 * Frees the case of a file in the name of a person: one that has been unknown for the settling time and that the service
 * does not have, or a done one that was deleted there.
 * @throws AppError `conflict` if it may not be freed; and as the client does
 */
export async function freeReceipt(
  { caseName, client, by }: CaseCall,
  { person, operation, reason }: Decision & { readonly reason: string },
  deps: ReceiptDeps,
): Promise<ReceiptReport> {
  const claim = await existingReceipt(caseName, deps.receipts)
  const existing = await filesOf(claim, client, deps)
  if (existing.length > 0) throw isThere(claim, existing)
  const looked = { name: caseName, claim: { ...claim, operation } }
  const freed = await deps.receipts.free(looked, {
    person: `${person} (key ${by})`,
    reason,
    settling: SETTLING,
    from: ['unknown', ...ONCE_DONE],
  })
  deps.note('receipt', { receipt: caseName, state: freed.state, freed: true })
  return reportReceipt(freed)
}

/** The files of a case that the service has now. */
async function filesOf(
  claim: SeenClaim<StoredReceipt>,
  client: AccountingClient,
  deps: ReceiptDeps,
): Promise<number[]> {
  const { result, state } = claim
  if (!result || !ONCE_DONE.includes(state))
    return (await lookForReceipt(claim, client, deps)).found.map(({ receipt }) => receipt)
  const found = await client.receipt({ companyId: result.company, id: result.receipt }).catch(ifGone)
  return found && found.status !== 'deleted' ? [found.id] : []
}

const NOT_FOUND = 404

function ifGone(error: unknown): undefined {
  if (!isToldRefusal(error, NOT_FOUND)) throw error
}

/** A stray of a known file is over once that file is deleted. One of unknown outcome is, once it cannot arrive any more. */
async function forgetStrays(
  claim: SeenClaim<StoredReceipt>,
  client: AccountingClient,
  deps: ReceiptDeps,
): Promise<void> {
  const { strays = [] } = claim
  if (strays.length === 0) return
  const own = claim.result?.receipt
  const carrying = (await lookForReceipt(claim, client, deps)).found.map(({ receipt }) => receipt)
  const over = strays.filter(({ result, at }) =>
    result
      ? result.receipt === own || !carrying.includes(result.receipt)
      : claim.seenAt >= at + SETTLING && carrying.every(receipt => receipt === own),
  )
  await deps.receipts.dropStrays(
    claim.name,
    over.map(({ operation }) => operation),
  )
}

function nothingSent({ name, state }: SeenClaim<StoredReceipt>): AppError {
  const message = `Cannot resolve the receipt "${name}": it is ${state}, expected unknown`
  return new AppError('conflict', message, {
    hint: 'see which files need somebody: kura accounting receipts list',
    details: { receipt: name, state },
  })
}

function isThere({ name, state }: SeenClaim<StoredReceipt>, existing: readonly number[]): AppError {
  const ids = existing.join(', ')
  return new AppError('conflict', `Cannot free the receipt "${name}": the service has it, as ${ids}`, {
    hint: ONCE_DONE.includes(state)
      ? 'if the file is wrong, delete it at the service first'
      : `settle it: kura accounting receipts resolve ${name}`,
    details: { receipt: name, state },
  })
}
