/**
 * `/api/accounting/…`, the proxy: operators ask, kura checks and passes on, the service answers. Paths are the service's
 * own words without `/api/1`. Most rows are data (`proxy-rows.ts`); a journal's file, a partner's removal and a new deal
 * have more to do. What always holds: the company is one of the user's, a write needs accounting.write, an unused nonce
 * and ACCOUNTING_WRITES, and a refusal of the service comes through with its status, its words and its request id.
 */
import { z } from 'zod'
import { ACCOUNTING_REQUEST_ID } from '../../config/accounting.ts'
import { AppError } from '../../errors.ts'
import { jsonAnswer } from '../../http/answers.ts'
import { readJsonBody, readQuery } from '../../http/read-request.ts'
import type { Call, Route } from '../../http/router.ts'
import type { Trace } from '../../http/trace.ts'
import type { CallSpec } from '../../remote/call.ts'
import type { JsonReply } from '../../remote/fetch-json.ts'
import { writesOff } from '../deals/permission.ts'
import type { DealCall } from '../deals/register.ts'
import { companyQuery, companyText, type DealRequest, dealRequest, modeQuery } from '../deals/schema.ts'
import { journalStream } from '../journals/stream.ts'
import type { CompanyDirectory } from '../master-data/companies.ts'
import { stopAndDelete } from '../partners.ts'
import type { AccountingClient } from '../remote/client.ts'
import { anyReply } from '../remote/schema.ts'
import { PROXY_ROWS, type ProxyRow } from './proxy-rows.ts'

/** Registers deals; `deals/register.ts` has the rules. */
export interface DealRegistrar {
  /** The dry run: what would be sent; nothing is. */
  show(request: DealRequest, call: DealCall): Promise<object>
  /** The real thing, once a case; in the state `review` nothing was sent. */
  register(request: DealRequest, call: DealCall): Promise<{ readonly state: 'done' | 'review' }>
}

export interface AccountingService {
  /** The client for one request's work; `trace` hears of its calls. */
  client(trace: Trace): AccountingClient
  readonly companies: CompanyDirectory
  readonly deals: DealRegistrar
  /** ACCOUNTING_WRITES is `on`. */
  readonly writes: boolean
}

const BASE = '/api/accounting'
const READ = 'accounting.read'
const WRITE = 'accounting.write'

/** The routes; `service` is asked for at the first request. */
export function accountingRoutes(service: () => AccountingService): Route[] {
  const rows = PROXY_ROWS.map(row => proxyRoute(row, service))
  const others = [journalFileRoute, removePartnerRoute, dealRoute].map(route => route(service))
  return [...rows, ...others]
}

function proxyRoute(row: ProxyRow, service: () => AccountingService): Route {
  const write = row.method !== 'GET'
  return {
    method: row.method,
    path: BASE + row.path,
    scope: write ? WRITE : READ,
    changes: write ? 'always' : 'never',
    handle: async call => passOn(row, { call, service: service() }),
  }
}

interface Handling {
  readonly call: Call
  readonly service: AccountingService
}

async function passOn(row: ProxyRow, { call, service }: Handling): Promise<Response> {
  const query = readQuery(row.query, call.url.searchParams)
  const body = row.body && readJsonBody(row.body, call.body)
  if (row.method !== 'GET') checkWrites(service)
  const given = { query, path: pathIds(call), body: body ?? {} }
  const client = service.client(call.trace)
  const named = row.company && given[row.company]['company_id']
  const company = row.company && (await service.companies.find(named as string | number, client))
  return answer(await client.relay(callFor(row, { ...given, company_id: company?.id })))
}

interface Given {
  readonly query: Readonly<Record<string, string | undefined>>
  readonly path: Readonly<Record<string, string>>
  readonly body: Readonly<Record<string, unknown>>
  readonly company_id: number | undefined
}

/** The call as the service takes it: the company's own id in the place where it was named. */
function callFor(row: ProxyRow, { query, path, body, company_id }: Given): CallSpec {
  const values: Record<string, unknown> = row.company === 'path' ? { ...path, company_id } : path
  return {
    method: row.method,
    path: row.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name])),
    query: row.company === 'query' ? { ...query, company_id } : query,
    ...(row.body && { json: { ...body, company_id } }),
    ...(row.once && { repeatable: false }),
    reply: anyReply,
  }
}

/** The named segments of the path, digits only. @throws AppError `bad_request` */
function pathIds({ params }: Call): Record<string, string> {
  for (const [name, value] of Object.entries(params)) {
    const readable = name === 'company_id' ? companyText.safeParse(value).success : isId(value)
    if (!readable)
      throw new AppError('bad_request', `Cannot use "${value.slice(0, 40)}" as ${name}: wanted digits`)
  }
  return { ...params }
}

function isId(text: string): boolean {
  return /^[1-9][0-9]{0,14}$/.test(text)
}

function answer({ status, headers, body }: JsonReply): Response {
  const requestId = headers.get(ACCOUNTING_REQUEST_ID)
  const passed = requestId ? { [ACCOUNTING_REQUEST_ID]: requestId } : {}
  if (body !== undefined) return jsonAnswer(body, { status, headers: passed })
  return new Response(null, { status, headers: { 'cache-control': 'no-store', ...passed } })
}

function checkWrites({ writes }: AccountingService): void {
  if (!writes) throw writesOff()
}

const fileQuery = companyQuery.extend({
  format: z.enum(['csv', 'jsonl']).default('csv'),
})

const FILE_TYPES = { csv: 'text/csv', jsonl: 'application/jsonl' } as const

/** The file of an uploaded report as a stream in UTF-8; the report itself says how the service encoded it. */
function journalFileRoute(service: () => AccountingService): Route {
  return {
    method: 'GET',
    path: `${BASE}/journals/reports/{id}/download`,
    scope: READ,
    async handle(call) {
      const { format, company_id } = readQuery(fileQuery, call.url.searchParams)
      const { client, record } = await recordOf(call, { service: service(), company_id })
      const { encoding } = await client.journalStatus(record)
      const file = await client.journalFile(record)
      const stream = journalStream(file.body ?? new Blob([]).stream(), { encoding, format })
      const type = `${FILE_TYPES[format]}; charset=utf-8`
      const requestId = file.headers.get(ACCOUNTING_REQUEST_ID)
      return new Response(stream, {
        headers: {
          'content-type': type,
          'cache-control': 'no-store',
          ...(requestId && { [ACCOUNTING_REQUEST_ID]: requestId }),
        },
      })
    },
  }
}

function removePartnerRoute(service: () => AccountingService): Route {
  return {
    method: 'POST',
    path: `${BASE}/partners/{id}/stop-and-delete`,
    scope: WRITE,
    changes: 'always',
    async handle(call) {
      const { company_id } = readQuery(companyQuery, call.url.searchParams)
      checkWrites(service())
      const { client, record } = await recordOf(call, { service: service(), company_id })
      return jsonAnswer(await stopAndDelete(client, record))
    },
  }
}

async function recordOf(
  call: Call,
  { service, company_id }: { service: AccountingService; company_id: string },
) {
  const { id } = pathIds(call)
  const client = service.client(call.trace)
  const company = await service.companies.find(company_id, client)
  return { client, record: { companyId: company.id, id: Number(id) } }
}

/** A dry run unless the signed query says `mode=write`, which needs the scope to write. */
function dealRoute(service: () => AccountingService): Route {
  return {
    method: 'POST',
    path: `${BASE}/deals`,
    scope: READ,
    changes: 'by mode',
    async handle(call) {
      const { mode } = readQuery(modeQuery, call.url.searchParams)
      const request = readJsonBody(dealRequest, call.body)
      if (mode === 'write') checkScope(call)
      const { client: open, companies, deals } = service()
      const client = open(call.trace)
      const company = await companies.find(request.company_id, client)
      const deal = { client, companyId: company.id, by: call.caller.name }
      if (mode === 'dry-run') return jsonAnswer(await deals.show(request, deal))
      const registered = await deals.register(request, deal)
      return jsonAnswer(registered, { status: registered.state === 'done' ? 201 : 202 })
    },
  }
}

function checkScope({ caller }: Call): void {
  if (caller.scopes.includes(WRITE)) return
  throw new AppError(
    'scope_missing',
    `Cannot register a deal: the key "${caller.name}" lacks the scope ${WRITE}`,
    {
      hint: `issue a key that has it: kura key issue NAME --scope ${WRITE}`,
    },
  )
}
