/**
 * Each endpoint is a row of data. The company must be one of the user's. A write is a dry run unless the signed query
 * says `mode=write`. With `mode=write`, it needs the scope, an unused nonce, ACCOUNTING_WRITES, a user who is admin of
 * that company, and the confirmed first deal. The service's refusal is passed on with its status code, text and request
 * id.
 */
import type { Endpoint, EndpointName, Mode } from '../../../core/http/contract.ts'
import { Answer, type Handlers } from '../../../core/http/serve.ts'
import type { Trace } from '../../../core/http/trace.ts'
import type { CallSpec } from '../../../core/remote/call.ts'
import { type AccountingContract, accountingContract } from '../contract.ts'
import { obstacleReply, refuseObstacles, writeObstacles } from '../deals/permission.ts'
import { anyReply, type Company } from '../remote/schema.ts'
import type { AccountingDeps } from './deps.ts'
import { requestIdOf, shownCall } from './exchange.ts'
import { pathIds } from './record-of.ts'

type Endpoints = AccountingContract['endpoints']

type Named<Kind> = {
  [Name in EndpointName<AccountingContract>]: Endpoints[Name] extends Kind ? Name : never
}[EndpointName<AccountingContract>]

interface ReadRow {
  readonly company?: 'query' | 'path'
  /** Set if the GET starts a job at the service, so that it is repeated only after a 401. */
  readonly once?: true
  /** The service's path, if kura has another endpoint at this path. */
  readonly path?: string
}

interface WriteRow {
  readonly company: 'query' | 'body'
  readonly path?: string
}

/** The endpoints that read. A row has only the facts that the contract lacks. */
const READ_ROWS = {
  companies: {},
  user: {},
  accountItems: { company: 'query' },
  taxCodes: {},
  companyTaxCodes: { company: 'path' },
  deals: { company: 'query' },
  deal: { company: 'query' },
  requestJournal: { company: 'query', once: true },
  journalStatus: { company: 'query' },
  partners: { company: 'query' },
  partner: { company: 'query' },
  items: { company: 'query' },
  item: { company: 'query' },
  sections: { company: 'query' },
  walletables: { company: 'query' },
  fileBox: { company: 'query', path: '/receipts' },
  fileInBox: { company: 'query', path: '/receipts/{id}' },
} as const satisfies Partial<Record<Named<{ readonly method: 'GET' }>, ReadRow>>

/** The endpoints that write. Each names its company, because kura checks whether the user is an admin there. */
const WRITE_ROWS = {
  updatePartner: { company: 'body' },
  deletePartner: { company: 'query' },
  createItem: { company: 'body' },
  deleteItem: { company: 'query' },
  updateFile: { company: 'body', path: '/receipts/{id}' },
} as const satisfies Partial<Record<Named<{ readonly changes: 'by mode' }>, WriteRow>>

type ReadName = keyof typeof READ_ROWS
type WriteName = keyof typeof WRITE_ROWS

export type ProxyDeps = Pick<AccountingDeps, 'client' | 'companies' | 'writes' | 'claims' | 'store' | 'note'>

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

/** The handlers pass on the service's reply. The contract describes only the members that kura reads. */
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

/** A dry run only shows the call that the service would get. */
async function passOnWrite(passed: PassedOn<WriteRow>, deps: ProxyDeps): Promise<unknown> {
  const { row, call } = passed
  pathIds(call.params)
  const client = deps.client(call.trace)
  const given = { query: call.query, body: call.body }[row.company]?.['company_id']
  const company = await deps.companies.find(given as string | number, client)
  const sent = callFor(passed, company)
  const obstacles = await writeObstacles({ companyId: company.id }, { ...deps, client })
  if (call.mode !== 'write')
    return { mode: call.mode, ...shownCall(sent), obstacles: obstacles.map(obstacleReply) }
  refuseObstacles(obstacles)
  const { status, headers, body } = await client.relay(sent)
  return new Answer(body, { status, headers: requestIdOf(headers) })
}

const BASE = '/api/accounting'

function callFor({ row, endpoint, call }: PassedOn<ReadRow | WriteRow>, company?: Company): CallSpec {
  const company_id = company?.id
  const values: Record<string, unknown> =
    row.company === 'path' ? { ...call.params, company_id } : call.params
  const path = ('path' in row && row.path) || endpoint.path.slice(BASE.length)
  return {
    method: endpoint.method,
    path: path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name])),
    query: row.company === 'query' ? { ...call.query, company_id } : { ...call.query },
    ...(call.body && { json: { ...call.body, company_id } }),
    ...('once' in row && row.once && { repeatable: false }),
    reply: anyReply,
  }
}
