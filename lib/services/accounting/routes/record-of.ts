/** The record that a path names, and the client that a request uses for it. */
import type { Trace } from '../../../core/http/trace.ts'
import type { RecordOf } from '../remote/calls.ts'
import type { AccountingClient } from '../remote/client.ts'
import type { AccountingDeps } from './deps.ts'
import { pathIds } from './path-ids.ts'

export interface RecordCall {
  readonly trace: Trace
  readonly params: { readonly id: string }
  readonly query: { readonly company_id: string }
}

/** @throws AppError `bad_request`, `not_found` if the company is not the user's */
export async function recordOf(
  { trace, params, query }: RecordCall,
  deps: Pick<AccountingDeps, 'client' | 'companies'>,
): Promise<{ client: AccountingClient; record: RecordOf }> {
  const { id } = pathIds(params)
  const client = deps.client(trace)
  const company = await deps.companies.find(query.company_id, client)
  return { client, record: { companyId: company.id, id: Number(id) } }
}
