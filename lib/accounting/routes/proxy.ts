/**
 * The proxy: operators ask, kura checks and passes on, the service answers. Its rows are data (`proxy-rows.ts`). What
 * always holds: the company is one of the user's, a write needs accounting.write, an unused nonce and ACCOUNTING_WRITES,
 * and a refusal of the service comes through with its status, its words and its request id.
 */
import { ACCOUNTING_REQUEST_ID } from '../../config/accounting.ts'
import type { Endpoint } from '../../http/contract.ts'
import { Answer, type Handlers } from '../../http/serve.ts'
import type { Trace } from '../../http/trace.ts'
import type { CallSpec } from '../../remote/call.ts'
import { type AccountingContract, accountingContract } from '../contract.ts'
import { writesOff } from '../deals/permission.ts'
import { anyReply } from '../remote/schema.ts'
import type { AccountingDeps } from './deps.ts'
import { pathIds } from './path-ids.ts'
import { PROXY_ROWS, type ProxyName, type ProxyRow } from './proxy-rows.ts'

export type ProxyDeps = Pick<AccountingDeps, 'client' | 'companies' | 'writes'>

/** A call of any row, read as the contract says. */
interface ProxyCall {
  readonly trace: Trace
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string | undefined>> | undefined
  readonly body: Readonly<Record<string, unknown>> | undefined
}

interface PassedOn {
  readonly row: ProxyRow
  readonly endpoint: Endpoint
  readonly call: ProxyCall
}

/** The handlers of all rows. They pass on what the service replies; the contract describes what kura reads of it. */
export function proxyHandlers(deps: () => ProxyDeps): Handlers<AccountingContract, ProxyName> {
  const handlers = Object.entries(PROXY_ROWS).map(([name, row]) => {
    const endpoint = accountingContract.endpoints[name as ProxyName]
    return [name, (call: ProxyCall) => passOn({ row, endpoint, call }, deps())]
  })
  return Object.fromEntries(handlers)
}

async function passOn(passed: PassedOn, deps: ProxyDeps): Promise<Answer<unknown>> {
  const { row, endpoint, call } = passed
  if (endpoint.changes !== 'never' && !deps.writes) throw writesOff()
  const path = pathIds(call.params)
  const client = deps.client(call.trace)
  const given = row.company && { query: call.query, path, body: call.body }[row.company]?.['company_id']
  const company =
    given === undefined ? undefined : await deps.companies.find(given as string | number, client)
  const { status, headers, body } = await client.relay(callFor(passed, company?.id))
  return new Answer(body, { status, headers: requestIdOf(headers) })
}

const BASE = '/api/accounting'

/** The call as the service takes it: the company's own id replaces what the caller gave. */
function callFor({ row, endpoint, call }: PassedOn, company_id: number | undefined): CallSpec {
  const values: Record<string, unknown> =
    row.company === 'path' ? { ...call.params, company_id } : call.params
  return {
    method: endpoint.method,
    path: endpoint.path
      .slice(BASE.length)
      .replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name])),
    query: row.company === 'query' ? { ...call.query, company_id } : { ...call.query },
    ...(call.body && { json: { ...call.body, company_id } }),
    ...(row.once && { repeatable: false }),
    reply: anyReply,
  }
}

/** The service's id of the request, for its support. */
export function requestIdOf(headers: Headers): Record<string, string> {
  const requestId = headers.get(ACCOUNTING_REQUEST_ID)
  return requestId ? { [ACCOUNTING_REQUEST_ID]: requestId } : {}
}
