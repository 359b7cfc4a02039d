import { AppError, hasCode } from '../../../../core/errors.ts'
import { phrase } from '../../../../core/language/catalogue.ts'
import type { Locale } from '../../../../core/language/language.ts'
import { reasonIn, textOf } from '../../../../core/language/text.ts'
import type { ReportProgress } from '../../../../core/work/progress.ts'
import {
  type PlannedRow,
  problemText,
  SENT,
  sentDeal,
} from '../../../../services/accounting/imports/reading/plan.ts'
import { USUAL_TITLES } from '../../../../services/accounting/imports/reading/titles.ts'
import { IMPORT, reasonOf } from '../../../../services/accounting/imports/reading/words.ts'
import { FIRST_PAUSE, isOutage, longer, sleepThrough } from './limits.ts'
import { LONGEST_HOLD, registerAll, type WrittenDeal } from './register.ts'
import type { RowResult } from './result-file.ts'
import { whyText } from './show.ts'
import { type UploadDeps, uploadFile } from './upload.ts'

export interface WriteDeps extends UploadDeps {
  readonly progress: ReportProgress
  readonly locale: Locale
  readonly save: (results: readonly RowResult[]) => Promise<void>
}

/**
 * The number of rows in a request. It is small, because a lost reply leaves the outcome of each row unknown. It is not
 * 1, because each request reads the master data.
 */
const ROWS = 20
/** The service counts as out of order after this many acts of unknown outcome. */
const MOST_LOST = 2

const REGISTERING = phrase(IMPORT.registering)

export interface WrittenRows {
  readonly results: RowResult[]
  /** The time at which to continue, in milliseconds since the epoch, if an outage has stopped the import. */
  readonly stoppedUntil?: number
}

/**
 * Registers the rows, a few at a time. The import may stop any time, because the host knows the registered deals.
 * @throws AppError for an error that stops all rows; by then, `save` has the results so far
 */
export async function writeRows(planned: readonly PlannedRow[], deps: WriteDeps): Promise<WrittenRows> {
  const results = new Map(planned.map(row => [row.at, resultOf(row, deps)]))
  const sent = planned.filter(({ plan, row }) => row && SENT.includes(plan))
  const inOrder = () => planned.flatMap(({ at }) => results.get(at) ?? [])
  const usedUp: UploadDeps['usedUp'] = new Set()
  const progress = (done: number) =>
    deps.progress({ what: REGISTERING, done, total: sent.length, unit: 'rows' })
  await deps.save(inOrder())
  let left = sent
  let [rows, pause] = [ROWS, FIRST_PAUSE]
  while (left.length > 0) {
    progress(sent.length - left.length)
    const { written, isOut } = await writeSome(left.slice(0, rows), { ...deps, wait: false, usedUp })
    for (const result of written) results.set(result.row, result)
    const done = new Set(written.map(({ row }) => row))
    // rows that were tried come last, so that the first call after an outage is for another row
    const [tried, untried] = [left.slice(0, rows), left.slice(rows)]
    left = [...untried, ...tried].filter(({ at }) => !done.has(at))
    await deps.save(inOrder())
    if (isOut && !deps.wait) return { results: inOrder(), stoppedUntil: deps.now() + pause }
    if (isOut) await sleepThrough(pause, deps)
    pause = isOut ? longer(pause) : FIRST_PAUSE
    rows = isOut ? 1 : ROWS
  }
  if (sent.length > 0) progress(sent.length)
  return { results: inOrder() }
}

function resultOf(planned: PlannedRow, { locale }: Pick<WriteDeps, 'locale'>): RowResult {
  const { at, plan, row, shown } = planned
  return {
    row: at,
    case: row?.deal.case ?? '',
    state: SENT.includes(plan) ? 'not sent' : plan,
    deal: shown?.deal,
    receipt: shown?.files.find(({ state }) => state === 'done')?.id,
    why: whyText(planned, locale),
  }
}

interface Ready {
  readonly planned: PlannedRow
  readonly receipt: number | undefined
  /** The reason why the host stores the deal for a person instead of sending it. */
  readonly hold?: string | undefined
}

/** The results of some rows. If `isOut` is set, the service is out of order, so the other rows have to wait. */
interface Part<Result> {
  readonly written: readonly Result[]
  readonly isOut: boolean
}

async function writeSome(rows: readonly PlannedRow[], deps: WriteDeps): Promise<Part<RowResult>> {
  const mostLost = Math.min(MOST_LOST, rows.length)
  const { written: uploads, isOut } = await uploadFiles(rows, mostLost, deps)
  const ready = isOut ? [] : uploads.filter(upload => 'planned' in upload)
  const failed = uploads.filter(upload => 'state' in upload)
  const deals = ready.flatMap(({ planned, hold = planned.hold }) =>
    planned.row ? [{ ...sentDeal(planned.row, planned), ...(hold !== undefined && { hold }) }] : [],
  )
  const answers = await registerAll(deals, mostLost, deps)
  const registered = ready.flatMap(({ planned, receipt }) => {
    const deal = answers.written.get(planned.row?.deal.case ?? '')
    return deal ? [{ ...resultOf(planned, deps), ...writtenResult(deal, planned, deps), receipt }] : []
  })
  return { written: [...failed, ...registered], isOut: isOut || answers.isOut }
}

async function uploadFiles(
  rows: readonly PlannedRow[],
  mostLost: number,
  deps: WriteDeps,
): Promise<Part<Ready | RowResult>> {
  const written: (Ready | RowResult)[] = []
  let lost = 0
  for (const planned of rows) {
    const { upload, isLost } = await uploadOf(planned, deps)
    if (upload === undefined) return { written, isOut: true }
    written.push(upload)
    lost += isLost ? 1 : 0
    if (lost >= mostLost) return { written, isOut: true }
  }
  return { written, isOut: false }
}

/** `upload` is undefined if the service is out of order. `isLost` says that the outcome of this upload is unknown. */
async function uploadOf(
  planned: PlannedRow,
  deps: WriteDeps,
): Promise<{ upload: Ready | RowResult | undefined; isLost: boolean }> {
  const file = planned.row?.file
  const known = planned.shown?.files.find(({ state }) => state === 'done')?.id
  try {
    const receipt = file && known === undefined ? await uploadFile(planned, file, deps) : known
    return { upload: { planned, receipt }, isLost: false }
  } catch (error) {
    if (isOutage(error)) return { upload: undefined, isLost: false }
    if (file && hasCode(error, 'limited')) {
      deps.usedUp?.add('files')
      const why = textOf(reasonOf(error), deps.locale)
      const hold = deps.say(IMPORT.notUploaded, { file: file.path, why }).slice(0, LONGEST_HOLD)
      return { upload: { planned, receipt: undefined, hold }, isLost: false }
    }
    if (!isOfOneFile(error)) throw error
    const { state = 'failed', decision } = error.details
    const why = textOf(reasonOf(error), deps.locale)
    const upload = { ...resultOf(planned, deps), state: String(state), why }
    return { upload, isLost: state === 'unknown' && decision === undefined }
  }
}

function isOfOneFile(error: unknown): error is AppError {
  if (!(error instanceof AppError)) return false
  return (
    error.details['receipt'] !== undefined || ['usage', 'bad_request', 'body_too_large'].includes(error.code)
  )
}

function writtenResult(
  { state, deal, problem, flags, differs }: WrittenDeal,
  { row }: PlannedRow,
  { locale }: WriteDeps,
): Pick<RowResult, 'state' | 'deal' | 'why'> {
  const why = problem
    ? [textOf(problemText(problem, row?.titles ?? USUAL_TITLES), locale)]
    : [...flags, ...(differs ? [differs] : [])].map(reason => textOf(reasonIn(reason), locale))
  return { state, deal, why: why.join('; ') }
}
