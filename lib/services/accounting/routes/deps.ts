/**
 * The dependencies of the endpoints of `/api/accounting/…`, and the function that finds the company that a caller
 * names.
 */
import type { Caller } from '../../../core/http/router.ts'
import type { Trace } from '../../../core/http/trace.ts'
import type { CaseCall } from '../cases/cases.ts'
import type { DealCall } from '../deals/register.ts'
import type { LearnDeps } from '../learning/steps.ts'
import type { PartnerDeps } from '../partners/create.ts'
import type { ReceiptDeps } from '../receipts/upload.ts'
import type { AccountingClient } from '../remote/client.ts'
import type { CompanyDirectory } from '../remote/companies.ts'

export interface AccountingDeps
  extends LearnDeps,
    Pick<ReceiptDeps, 'receipts'>,
    Pick<PartnerDeps, 'partners'> {
  /** Creates the client for one request; `trace` records its calls. */
  client(trace: Trace): AccountingClient
  readonly companies: CompanyDirectory
}

/** The members of a request that every endpoint needs. */
export interface Requester {
  readonly trace: Trace
  readonly caller: Pick<Caller, 'name' | 'approval'>
}

/** Returns the caller as the acts on a case need it. */
export function deciderOf({ caller: { name, approval } }: Requester): Pick<CaseCall, 'by' | 'approval'> {
  return { by: name, approval }
}

/**
 * Returns the caller's key, the company that the caller names, and the client for the request.
 * @throws AppError `not_found` if the user does not have this company
 */
export async function dealCall(
  company: string | number,
  { trace, caller }: Requester,
  deps: AccountingDeps,
): Promise<DealCall> {
  const client = deps.client(trace)
  const { id } = await deps.companies.find(company, client)
  return { client, companyId: id, by: caller.name }
}
