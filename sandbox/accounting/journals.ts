/**
 * Journal reports: a request is answered with 202. The job is then enqueued, working and uploaded; sometimes it fails.
 * The job reaches the next state each time its status is read, so that no test has to wait.
 */
import {
  type CompanyCall,
  type CompanyEndpoint,
  choiceParameter,
  dateParameter,
  existing,
} from './endpoint.ts'
import { invalid, notFound } from './errors.ts'
import { journalCsv } from './journal-csv.ts'
import type { AccountingState, Report } from './state.ts'

const PATH = '/api/1/journals'

export interface JournalDeps {
  readonly state: AccountingState
  random(): number
  /** The day, YYYY-MM-DD. */
  today(): string
}

export function journalEndpoints(deps: JournalDeps): CompanyEndpoint[] {
  const { state } = deps
  return [
    {
      method: 'GET',
      path: PATH,
      permission: 'journals',
      company: 'query',
      answer(call) {
        const report = createReport(call, deps)
        call.company.reports.set(report.id, report)
        const status_url = new URL(`${PATH}/reports/${report.id}/status`, call.url).href
        const journals = { ...reportReply(report, call), messages: [], status_url }
        return Response.json(
          { journals: { ...journals, up_to_date: true, up_to_date_reasons: [] } },
          { status: 202 },
        )
      },
    },
    {
      method: 'GET',
      path: `${PATH}/reports/{id}/status`,
      permission: 'journals',
      company: 'query',
      answer(call) {
        const report = existing(call.company.reports, call.id)
        report.status = nextStatus(report, deps)
        const download = new URL(`${PATH}/reports/${report.id}/download`, call.url).href
        const journals = { ...reportReply(report, call), status: report.status }
        const uploaded = report.status === 'uploaded'
        return Response.json({ journals: { ...journals, ...(uploaded && { download_url: download }) } })
      },
    },
    {
      method: 'GET',
      path: `${PATH}/reports/{id}/download`,
      permission: 'journals',
      company: 'query',
      answer(call) {
        const report = existing(call.company.reports, call.id)
        if (report.status !== 'uploaded') throw notFound()
        const rows = journalCsv(
          { company: call.company, deals: report.deals },
          { settings: state.journal, encoding: report.encoding },
        )
        return new Response(ReadableStream.from(rows), { headers: { 'content-type': 'text/csv' } })
      },
    },
  ]
}

/** The report, with the deals that exist at the time of the request. */
function createReport({ company, query }: CompanyCall, { state, today }: JournalDeps): Report {
  const type = choiceParameter(query, 'download_type', ['generic', 'generic_v2', 'csv', 'pdf'])
  if (type === undefined) throw invalid('download_type は必須です。')
  if (type !== 'generic_v2') throw invalid('この事業所では download_type に generic_v2 を指定してください。')
  const start = dateParameter(query, 'start_date', `${today().slice(0, 4)}-01-01`)
  const end = dateParameter(query, 'end_date', `${today().slice(0, 4)}-12-31`)
  if (start > end) throw invalid('end_date は start_date 以降を指定してください。')
  const deals = [...company.deals.values()]
    .filter(deal => deal.issue_date >= start && deal.issue_date <= end)
    .sort((one, other) => one.issue_date.localeCompare(other.issue_date) || one.id - other.id)
  return {
    id: state.nextId(),
    download_type: type,
    encoding: choiceParameter(query, 'encoding', ['sjis', 'utf-8']) ?? 'sjis',
    start_date: start,
    end_date: end,
    deals,
    status: 'accepted',
  }
}

function nextStatus({ status }: Report, { state, random }: JournalDeps): Report['status'] {
  if (status === 'uploaded' || status === 'failed') return status
  const { stages, failureRate } = state.journal
  const next = status === 'accepted' ? 0 : stages.indexOf(status) + 1
  return stages[next] ?? (random() < failureRate ? 'failed' : 'uploaded')
}

function reportReply(
  { id, download_type, encoding, start_date, end_date }: Report,
  { company }: CompanyCall,
) {
  return { id, company_id: company.id, download_type, encoding, start_date, end_date }
}
