import { AppError } from '../../../core/errors.ts'
import type { Trace } from '../../../core/http/trace.ts'
import { companyText } from '../fields/company.ts'
import type { RecordOf } from '../remote/calls.ts'
import type { AccountingClient } from '../remote/client.ts'
import type { AccountingDeps } from './deps.ts'

/** @throws AppError `bad_request`, `not_found` if the user does not have this company */
export async function recordOf(
  { trace, params, query }: { trace: Trace; params: { id: string }; query: { company_id: string } },
  deps: Pick<AccountingDeps, 'client' | 'companies'>,
): Promise<{ client: AccountingClient; record: RecordOf }> {
  const { id } = pathIds(params)
  const client = deps.client(trace)
  const company = await deps.companies.find(query.company_id, client)
  return { client, record: { companyId: company.id, id: Number(id) } }
}

const ID = /^[1-9][0-9]{0,14}$/

/** @throws AppError `bad_request` if a parameter of the path is no id */
export function pathIds<P extends Readonly<Record<string, string>>>(params: P): P {
  for (const [name, value] of Object.entries(params)) {
    const valid = name === 'company_id' ? companyText.safeParse(value).success : ID.test(value)
    if (!valid)
      throw new AppError('bad_request', `Cannot use "${value.slice(0, 40)}" as \`${name}\`: expected digits`)
  }
  return params
}
