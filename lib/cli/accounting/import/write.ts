/**
 * Registers the rows of a plan: files first, then their deals, a few rows at a time. The import can be stopped at any
 * time: the host knows which deals are registered, and another run continues with the others.
 */

import { AppError } from '../../../core/errors.ts'
import type { ReplyOf } from '../../../core/http/contract.ts'
import type { ReportProgress } from '../../../core/progress.ts'
import type { AccountingContract } from '../../../services/accounting/contract.ts'
import { pastLimits, waitFor } from './limits.ts'
import { type PlannedRow, problemText, SENT } from './plan.ts'
import type { RowResult } from './result-file.ts'
import { USUAL_TITLES } from './source/titles.ts'
import { type UploadDeps, uploadFile } from './upload.ts'

export interface WriteDeps extends UploadDeps {
  readonly progress: ReportProgress
  /** Saves the results that are known so far. */
  readonly save: (results: readonly RowResult[]) => Promise<void>
}

type Written = Extract<ReplyOf<AccountingContract, 'importDeals'>, { readonly mode: 'write' }>
type WrittenDeal = Written['deals'][number]

/**
 * The number of rows in one request: few, so that a lost reply leaves little to query; enough to share the reading of
 * master data.
 */
const ROWS = 20
/** How many times a row waits while another call registers the same deal. */
const ATTEMPTS = 3

/**
 * Returns the results of all rows, in the order of the rows.
 * @throws AppError that stops all rows; `save` was called with the results until then
 */
export async function writeRows(planned: readonly PlannedRow[], deps: WriteDeps): Promise<RowResult[]> {
  const results = new Map(planned.map(row => [row.at, resultOf(row)]))
  const sent = planned.filter(({ plan, row }) => row && SENT.includes(plan))
  const inOrder = () => planned.flatMap(({ at }) => results.get(at) ?? [])
  await deps.save(inOrder())
  for (let done = 0; done < sent.length; done += ROWS) {
    deps.progress({ what: 'registering', done, total: sent.length, unit: 'rows' })
    for (const result of await writeSome(sent.slice(done, done + ROWS), deps)) results.set(result.row, result)
    await deps.save(inOrder())
  }
  if (sent.length > 0)
    deps.progress({ what: 'registering', done: sent.length, total: sent.length, unit: 'rows' })
  return inOrder()
}

/** Returns the result of a row before anything is sent. */
function resultOf({ at, plan, row, shown, why }: PlannedRow): RowResult {
  return {
    row: at,
    case: row?.deal.case ?? '',
    state: SENT.includes(plan) ? 'not sent' : plan,
    deal: shown?.deal,
    receipt: shown?.files.find(({ state }) => state === 'done')?.id,
    why: why.join('; '),
  }
}

interface Ready {
  readonly planned: PlannedRow
  readonly receipt: number | undefined
}

async function writeSome(rows: readonly PlannedRow[], deps: WriteDeps): Promise<RowResult[]> {
  const uploads = await uploadFiles(rows, deps)
  const ready = uploads.filter(upload => 'planned' in upload)
  const failed = uploads.filter(upload => 'state' in upload)
  const deals = ready.flatMap(({ planned: { row } }) => (row ? [row.deal] : []))
  const written = await registerAll(deals, deps)
  return [
    ...failed,
    ...ready.flatMap(({ planned, receipt }) => {
      const deal = written.get(planned.row?.deal.case ?? '')
      return deal ? [{ ...resultOf(planned), ...writtenResult(deal, planned), receipt }] : []
    }),
  ]
}

/** Uploads the files. A failed upload stops only its row, unless the error concerns all files. */
async function uploadFiles(rows: readonly PlannedRow[], deps: WriteDeps): Promise<(Ready | RowResult)[]> {
  const uploads: (Ready | RowResult)[] = []
  for (const planned of rows) {
    const file = planned.row?.file
    const known = planned.shown?.files.find(({ state }) => state === 'done')?.id
    try {
      const receipt = file && known === undefined ? await uploadFile(file, deps) : known
      uploads.push({ planned, receipt })
    } catch (error) {
      if (!isOfOneFile(error)) throw error
      const why = error.hint ? `${error.message}; ${error.hint}` : error.message
      uploads.push({ ...resultOf(planned), state: String(error.details['state'] ?? 'failed'), why })
    }
  }
  return uploads
}

function isOfOneFile(error: unknown): error is AppError {
  if (!(error instanceof AppError)) return false
  return (
    error.details['receipt'] !== undefined || ['usage', 'bad_request', 'body_too_large'].includes(error.code)
  )
}

type Deals = readonly NonNullable<PlannedRow['row']>['deal'][]

/**
 * Returns the host's answer for each deal. If another call is registering a deal, the deal is sent again when that call
 * must have ended.
 */
async function registerAll(deals: Deals, deps: WriteDeps): Promise<Map<string, WrittenDeal>> {
  const written = new Map<string, WrittenDeal>()
  await registerUntilAnswered(deals, written, deps)
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const waiting = deals.filter(deal => written.get(deal.case)?.until !== undefined)
    const until = waiting.flatMap(deal => written.get(deal.case)?.until ?? []).toSorted()
    const last = until.at(-1)
    if (last === undefined) break
    await waitFor(last, deps)
    await registerUntilAnswered(waiting, written, deps)
  }
  return written
}

/** Sends the deals, repeating those that a reply omits, until `written` has an answer for each. */
async function registerUntilAnswered(
  deals: Deals,
  written: Map<string, WrittenDeal>,
  deps: WriteDeps,
): Promise<void> {
  let left = deals
  while (left.length > 0) {
    const { deals: answered, retryAt } = await pastLimits(() => register(left, deps), deps)
    for (const deal of answered) written.set(deal.case, deal)
    left = left.slice(answered.length)
    if (retryAt !== undefined) await waitFor(retryAt, deps)
  }
}

async function register(deals: Deals, { api, company }: WriteDeps): Promise<Written> {
  const body = { company_id: company, deals: [...deals] }
  const reply = await api.importDeals({ body, mode: 'write' })
  if (reply.mode === 'write' && reply.deals.length > 0) return reply
  throw new AppError('remote_answer', 'Cannot read the reply of the host: it has registered no deal')
}

function writtenResult(
  { state, deal, problem, flags }: WrittenDeal,
  { row }: PlannedRow,
): Pick<RowResult, 'state' | 'deal' | 'why'> {
  const why = problem ? [problemText(problem, row?.titles ?? USUAL_TITLES)] : flags
  return { state, deal, why: why.join('; ') }
}
