/** The case of a file as people and programs see it. */
import type { Claim, SeenClaim, Stray } from '../../../core/claims/claim.ts'
import type { Claims } from '../../../core/claims/claims.ts'
import { AppError } from '../../../core/errors.ts'
import { parseJson } from '../../../core/json.ts'
import { identityOf } from './identity.ts'
import { keptFile, type ReceiptReport, type StoredReceipt } from './schema.ts'

type ReceiptClaim = Claim<StoredReceipt>

/** The claim of a file. @throws AppError `not_found` */
export async function existingReceipt(
  name: string,
  claims: Claims<StoredReceipt>,
): Promise<SeenClaim<StoredReceipt>> {
  const claim = await claims.read(name)
  if (claim) return claim
  throw new AppError('not_found', `Cannot find the receipt "${name}": kura has not uploaded it`, {
    hint: 'kura accounting receipts list shows those that need somebody',
  })
}

export function reportReceipt(claim: ReceiptClaim): ReceiptReport {
  const last = claim.steps.at(-1)
  return {
    receipt: claim.name,
    sha256: identityOf(claim.name)?.sha256 ?? claim.digest,
    ...keptFile.safeParse(parseJson(claim.body ?? '')).data,
    state: claim.state,
    since: new Date(last?.at ?? 0).toISOString(),
    by: last?.by ?? '',
    ...(claim.result && { id: claim.result.receipt }),
    ...(claim.reason !== undefined && { reason: claim.reason }),
    operation: claim.operation,
    ...(claim.strays && { strays: claim.strays.map(strayOf) }),
  }
}

function strayOf({ result, at, by }: Stray<StoredReceipt>) {
  return { ...(result && { id: result.receipt }), since: new Date(at).toISOString(), by }
}

/** The open cases, without reading closed ones. */
export async function listOpenReceipts(claims: Claims<StoredReceipt>): Promise<ReceiptReport[]> {
  return (await claims.listOpen()).map(({ claim }) => reportReceipt(claim))
}
