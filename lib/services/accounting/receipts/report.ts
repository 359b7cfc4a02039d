import type { Claims } from '../../../core/claims/claims.ts'
import type { Claim } from '../../../core/claims/stored-records.ts'
import { parseJson } from '../../../core/json/json.ts'
import { attemptOf, lastStepOf } from '../cases/cases.ts'
import { identityOf } from './identity.ts'
import { keptFile, type ReceiptReport, type StoredReceipt } from './schema.ts'

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

export async function listOpenReceipts(claims: Claims<StoredReceipt>): Promise<ReceiptReport[]> {
  return (await claims.listOpen()).map(({ claim }) => reportReceipt(claim))
}
