/** The case of a file as people and programs see it. */
import type { Claim } from '../../../core/claims/claim.ts'
import type { Claims } from '../../../core/claims/claims.ts'
import { parseJson } from '../../../core/json.ts'
import { attemptOf, type CaseWords, lastStepOf } from '../cases.ts'
import { identityOf } from './identity.ts'
import { keptFile, type ReceiptReport, type StoredReceipt } from './schema.ts'

export const RECEIPT_WORDS: CaseWords = {
  event: 'receipt',
  noun: 'receipt',
  id: 'id',
  missing: {
    why: ': kura has not uploaded it',
    hint: 'kura settle --list shows those that need a person',
  },
  otherState: () => 'see which files need a person: kura settle --list',
  has: ids => `it, as ${ids}`,
  isWrong: 'if the file is wrong, delete it at the service first',
  settle: name => `settle it: kura settle ${name}`,
}

export function reportReceipt(claim: Claim<StoredReceipt>): ReceiptReport {
  return {
    receipt: claim.name,
    sha256: identityOf(claim.name)?.sha256 ?? claim.digest,
    ...keptFile.safeParse(parseJson(claim.body ?? '')).data,
    ...lastStepOf(claim),
    ...(claim.result && { id: claim.result.receipt }),
    ...attemptOf(claim, ({ receipt }) => ({ id: receipt })),
  }
}

/** The open cases. Closed cases are not read. */
export async function listOpenReceipts(claims: Claims<StoredReceipt>): Promise<ReceiptReport[]> {
  return (await claims.listOpen()).map(({ claim }) => reportReceipt(claim))
}
