/**
 * `/api/accounting/…`, what is kura's own and not the service's: the cases of deals, the first deal of a company, and
 * learning its tax codes. What would send anything is a dry run unless the signed query says `mode=write`.
 */
import { z } from 'zod'
import type { ClaimState } from '../../claims/claim.ts'
import { jsonAnswer } from '../../http/answers.ts'
import { readJsonBody, readQuery } from '../../http/read-request.ts'
import type { Call, Route } from '../../http/router.ts'
import type { Trace } from '../../http/trace.ts'
import { existingCase, listCases, reportCase } from '../deals/case-report.ts'
import { freeCase, releaseCase, resolveCase } from '../deals/cases.ts'
import { confirmFirstDeal, confirmRequest, firstDealCase, readFirstDeal } from '../deals/first-deal.ts'
import { referenceOf } from '../deals/reference.ts'
import type { DealCall } from '../deals/register.ts'
import { companyQuery, freeRequest, modeQuery, releaseRequest } from '../deals/schema.ts'
import { learnTaxCodes, readLearning, showLearning } from '../learning/learn.ts'
import { learnRequest } from '../learning/plan.ts'
import { candidateReference } from '../learning/record.ts'
import type { LearnParts } from '../learning/steps.ts'
import type { CompanyDirectory } from '../master-data/companies.ts'
import type { AccountingClient } from '../remote/client.ts'
import { readTaxTable } from '../taxes/table.ts'

export interface DealService {
  /** The client for one request's work; `trace` hears of its calls. */
  client(trace: Trace): AccountingClient
  readonly companies: CompanyDirectory
  readonly parts: LearnParts
}

const BASE = '/api/accounting'
const READ = 'accounting.read'
const WRITE = 'accounting.write'
const STATES = ['review', 'claimed', 'done', 'refused', 'unknown'] as const satisfies ClaimState[]

const casesQuery = z.strictObject({ state: z.enum(STATES).optional() })

type Handle = (call: Call, service: DealService) => Promise<unknown>

/** The routes; `service` is asked for at the first request. */
export function dealRoutes(service: () => DealService): Route[] {
  const read = (path: string, handle: Handle): Route => ({
    method: 'GET',
    path: BASE + path,
    scope: READ,
    handle: async call => jsonAnswer(await handle(call, service())),
  })
  const write = (path: string, handle: Handle): Route => ({
    method: 'POST',
    path: BASE + path,
    scope: WRITE,
    changes: 'always',
    handle: async call => jsonAnswer(await handle(call, service())),
  })
  const writeByMode = (path: string, handle: Handle): Route => ({
    ...write(path, handle),
    changes: 'by mode',
  })
  return [
    read('/cases', showCases),
    read('/cases/{case}', showCase),
    write('/cases/{case}/resolve', (call, { client, parts }) =>
      resolveCase({ caseName: caseOf(call), client: client(call.trace), by: call.caller.name }, parts),
    ),
    writeByMode('/cases/{case}/release', release),
    write('/cases/{case}/free', (call, { client, parts }) =>
      freeCase(
        { caseName: caseOf(call), client: client(call.trace), by: call.caller.name },
        readJsonBody(freeRequest, call.body),
        parts,
      ),
    ),
    read('/first-deal', showFirst),
    write('/first-deal', confirmFirst),
    read('/tax-table', showTaxTable),
    read('/tax-table/learning', showLearned),
    writeByMode('/tax-table/learning', learn),
  ]
}

async function showCases(call: Call, { parts }: DealService) {
  const { state } = readQuery(casesQuery, call.url.searchParams)
  return { cases: await listCases(parts.claims, state && [state]) }
}

async function showCase(call: Call, { parts }: DealService) {
  const name = caseOf(call)
  return reportCase(name, await existingCase(name, parts.claims))
}

/** A dry run shows what would go out. */
async function release(call: Call, service: DealService) {
  const { mode } = readQuery(modeQuery, call.url.searchParams)
  const decided = readJsonBody(releaseRequest, call.body)
  if (mode !== 'write') return { mode, ...(await showCase(call, service)) }
  const { client, parts } = service
  const name = caseOf(call)
  const sent = await releaseCase(
    { caseName: name, client: client(call.trace), by: call.caller.name },
    decided,
    parts,
  )
  return { mode, case: name, ...sent }
}

async function showFirst(call: Call, service: DealService) {
  const { companyId } = await companyOf(call, service)
  const confirmed = await readFirstDeal(companyId, service.parts.store)
  return { company: companyId, case: firstDealCase(companyId), ...(confirmed && { confirmed }) }
}

async function confirmFirst(call: Call, service: DealService) {
  const { company_id, deal, person } = readJsonBody(confirmRequest, call.body)
  const { client, companyId, by } = await dealCall(call, { service, company_id })
  const learning = await readLearning(companyId, service.parts)
  const learned = learning?.candidates.map(({ code }) => candidateReference(learning, code)) ?? []
  const references = [referenceOf(companyId, firstDealCase(companyId)), ...learned]
  const { store } = service.parts
  return confirmFirstDeal({ companyId, deal, person, key: by }, { client, store, references })
}

async function showTaxTable(call: Call, service: DealService) {
  const { client, companyId } = await companyOf(call, service)
  const table = await readTaxTable(companyId, { client, store: service.parts.store })
  return { company: companyId, ...table }
}

async function showLearned(call: Call, service: DealService) {
  const { companyId } = await companyOf(call, service)
  const learning = await readLearning(companyId, service.parts)
  if (!learning) return { company: companyId, phase: 'none' }
  const { phase, issueDate, candidates } = learning
  return { company: companyId, phase, issueDate, candidates }
}

async function learn(call: Call, service: DealService) {
  const { mode } = readQuery(modeQuery, call.url.searchParams)
  const request = readJsonBody(learnRequest, call.body)
  const deal = await dealCall(call, { service, company_id: request.company_id })
  if (mode !== 'write') return showLearning(request, deal, service.parts)
  return { mode, ...(await learnTaxCodes(request, deal, service.parts)) }
}

function companyOf(call: Call, service: DealService): Promise<DealCall> {
  return dealCall(call, { service, ...readQuery(companyQuery, call.url.searchParams) })
}

async function dealCall(
  call: Call,
  { service, company_id }: { service: DealService; company_id: string | number },
): Promise<DealCall> {
  const client = service.client(call.trace)
  const company = await service.companies.find(company_id, client)
  return { client, companyId: company.id, by: call.caller.name }
}

/** The case of the path, as it was registered. */
function caseOf({ params }: Call): string {
  return (params['case'] ?? '').trim().normalize('NFC')
}
