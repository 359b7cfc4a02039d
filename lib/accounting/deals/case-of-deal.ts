/** Which case a deal at the service belongs to: a deal that kura created carries the reference number of its case. */
import type { ClaimState } from '../../claims/claim.ts'
import type { Claims } from '../../claims/claims.ts'
import type { RecordOf } from '../remote/calls.ts'
import type { AccountingClient } from '../remote/client.ts'
import { bodyOfCase } from './case-report.ts'
import { isReference } from './reference.ts'
import type { RegisteredDeal } from './schema.ts'

export interface CaseOfDeal {
  readonly name: string
  readonly state: ClaimState
}

/** The case of a deal; undefined if kura registered it for none. @throws AppError as the client does */
export async function caseOfDeal(
  record: RecordOf,
  { client, claims }: { client: AccountingClient; claims: Claims<RegisteredDeal> },
): Promise<CaseOfDeal | undefined> {
  const { refNumber } = await client.deal(record)
  if (!isReference(refNumber)) return undefined
  const found = (await claims.list()).find(({ claim }) => bodyOfCase(claim)?.ref_number === refNumber)
  return found && { name: found.name, state: found.claim.state }
}
