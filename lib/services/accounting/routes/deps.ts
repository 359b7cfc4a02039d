import type { Caller } from '../../../core/http/router.ts'
import type { Trace } from '../../../core/http/trace.ts'
import { recallingStore } from '../../../core/store/upstash/recall.ts'
import type { CaseCall } from '../cases/cases.ts'
import { accountingClaims } from '../claims.ts'
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
  /** Returns a client for one request; `trace` records its calls. */
  client(trace: Trace): AccountingClient
  readonly companies: CompanyDirectory
}

/** Returns deps with a store that remembers what the request has read (`core/store/upstash/recall.ts`). */
export function depsOfRequest(deps: AccountingDeps): AccountingDeps {
  const store = recallingStore(deps.store, deps)
  return { ...deps, ...accountingClaims({ store }), store }
}

interface Requester {
  readonly trace: Trace
  readonly caller: Pick<Caller, 'name' | 'approval'>
}

export function caseCall(
  caseName: string,
  { trace, caller: { name, approval } }: Requester,
  deps: AccountingDeps,
): CaseCall {
  return { caseName, client: deps.client(trace), by: name, approval }
}

/** @throws AppError `not_found` if the user does not have the company that the caller names */
export async function dealCall(
  company: string | number,
  { trace, caller }: Requester,
  deps: AccountingDeps,
): Promise<DealCall> {
  const client = deps.client(trace)
  const { id } = await deps.companies.find(company, client)
  return { client, companyId: id, by: caller.name }
}
