/**
 * The proxy: operators ask, kura checks and passes on, the service answers. Its rows are data (`proxy-rows.ts`). What
 * always holds: the company is one of the user's; a write is a dry run unless the signed query says `mode=write`, and then
 * needs accounting.write, an unused nonce, ACCOUNTING_WRITES, a user who is admin of that company, and the confirmation of
 * its first deal; and a refusal of the service comes through with its status, its words and its request id.
 */
import type { Endpoint, Mode } from '../../../core/http/contract.ts'
import { Answer, type Handlers } from '../../../core/http/serve.ts'
import type { Trace } from '../../../core/http/trace.ts'
import type { CallSpec } from '../../../core/remote/call.ts'
import { type AccountingContract, accountingContract } from '../contract.ts'
import { obstacleText, refuseObstacles, writeObstacles } from '../deals/permission.ts'
import type { Company } from '../remote/schema.ts'
import { anyReply } from '../remote/schema.ts'
import type { AccountingDeps } from './deps.ts'
import { pathIds } from './path-ids.ts'
import {
  READ_ROWS,
  type ReadName,
  type ReadRow,
  WRITE_ROWS,
  type WriteName,
  type WriteRow,
} from './proxy-rows.ts'
import { requestIdOf } from './request-id.ts'
import { shownCall } from './shown-call.ts'

export type ProxyDeps = Pick<AccountingDeps, 'client' | 'companies' | 'writes' | 'claims' | 'store' | 'note'>

/** A call of any row, read as the contract says. */
interface ProxyCall {
  readonly trace: Trace
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string | undefined>> | undefined
  readonly body: Readonly<Record<string, unknown>> | undefined
  readonly mode: Mode
}

interface PassedOn<Row> {
  readonly row: Row
  readonly endpoint: Endpoint
  readonly call: ProxyCall
}

/** The handlers of all rows. They pass on what the service replies; the contract describes what kura reads of it. */
export function proxyHandlers(deps: () => ProxyDeps): Handlers<AccountingContract, ReadName | WriteName> {
  const { endpoints } = accountingContract
  const reads = Object.entries(READ_ROWS).map(([name, row]) => {
    const endpoint = endpoints[name as ReadName]
    return [name, (call: ProxyCall) => passOn({ row, endpoint, call }, deps())]
  })
  const writes = Object.entries(WRITE_ROWS).map(([name, row]) => {
    const endpoint = endpoints[name as WriteName]
    return [name, (call: ProxyCall) => passOnWrite({ row, endpoint, call }, deps())]
  })
  return Object.fromEntries([...reads, ...writes])
}

async function passOn(passed: PassedOn<ReadRow>, deps: ProxyDeps): Promise<Answer<unknown>> {
  const { row, call } = passed
  const path = pathIds(call.params)
  const client = deps.client(call.trace)
  const given = row.company && { query: call.query, path }[row.company]?.['company_id']
  const company = given === undefined ? undefined : await deps.companies.find(given, client)
  const { status, headers, body } = await client.relay(callFor(passed, company))
  return new Answer(body, { status, headers: requestIdOf(headers) })
}

/** A dry run shows the call as the service would get it. */
async function passOnWrite(passed: PassedOn<WriteRow>, deps: ProxyDeps): Promise<unknown> {
  const { row, call } = passed
  pathIds(call.params)
  const client = deps.client(call.trace)
  const given = { query: call.query, body: call.body }[row.company]?.['company_id']
  const company = await deps.companies.find(given as string | number, client)
  const sent = callFor(passed, company)
  const obstacles = await writeObstacles({ companyId: company.id }, { ...deps, client })
  if (call.mode !== 'write')
    return { mode: call.mode, ...shownCall(sent), obstacles: obstacles.map(obstacleText) }
  refuseObstacles(obstacles)
  const { status, headers, body } = await client.relay(sent)
  return new Answer(body, { status, headers: requestIdOf(headers) })
}

const BASE = '/api/accounting'

/** The call as the service takes it: the company's own id replaces what the caller gave. */
function callFor({ row, endpoint, call }: PassedOn<ReadRow | WriteRow>, company?: Company): CallSpec {
  const company_id = company?.id
  const values: Record<string, unknown> =
    row.company === 'path' ? { ...call.params, company_id } : call.params
  return {
    method: endpoint.method,
    path: endpoint.path
      .slice(BASE.length)
      .replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name])),
    query: row.company === 'query' ? { ...call.query, company_id } : { ...call.query },
    ...(call.body && { json: { ...call.body, company_id } }),
    ...('once' in row && row.once && { repeatable: false }),
    reply: anyReply,
  }
}
