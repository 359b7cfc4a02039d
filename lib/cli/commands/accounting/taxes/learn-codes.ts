import type { Command } from '@commander-js/extra-typings'
import type { AppError } from '../../../../core/errors.ts'
import type { GivenBody, ReplyOf } from '../../../../core/http/contract.ts'
import { phrase } from '../../../../core/language/catalogue.ts'
import { phraseError } from '../../../../core/language/phrase-error.ts'
import { reasonIn } from '../../../../core/language/text.ts'
import type { Phrase, Reason } from '../../../../core/phrase.ts'
import type { AccountingContract } from '../../../../services/accounting/contract.ts'
import { yen } from '../../../../services/accounting/lists/deal-rows.ts'
import { LABELS } from '../../../../services/accounting/lists/words.ts'
import { companyText } from '../../../../services/accounting/tokens/company.ts'
import type { CliContext } from '../../../context.ts'
import { confirms, showToPerson } from '../../../operator/decision.ts'
import { filling } from '../../../operator/fills.ts'
import type { OptionsOf } from '../../../operator/options.ts'
import type { Output } from '../../../terminal/output.ts'
import { TERMINAL } from '../../../terminal/words.ts'
import {
  type AccountingApi,
  accountingApi,
  type Company,
  chooseCompany,
  withCompany,
  written,
} from '../call.ts'
import { confirmFirstDeal } from '../confirm.ts'
import { readDay } from '../days.ts'
import { HELP } from '../help.ts'
import { LEARN, showObstacles } from '../words.ts'

const fills = filling<AccountingContract>()

/** The maximum number of calls in a run; a call may take half a minute, because journals are slow. */
const MOST_CALLS = 40

const learnCommand = (accounting: Command) =>
  withCompany(
    accounting
      .command('learn-tax-codes')
      .description(HELP.learn.id)
      .addOption(fills.option('--codes <codes>', HELP.learnCodes.id, 'tax_codes'))
      .addOption(fills.option('--account-item <name>', HELP.learnAccountItem.id, 'account_item'))
      .addOption(fills.option('--date <date>', HELP.learnDate.id, 'issue_date'))
      .addOption(fills.option('--by <name>', HELP.learnBy.id, 'person'))
      .option('--write', HELP.learnWrite.id)
      .addOption(fills.option('--abandon [run]', HELP.learnAbandon.id, 'abandon')),
  )

type LearnOptions = OptionsOf<typeof learnCommand>

export function registerAccountingLearn(accounting: Command, context: CliContext): void {
  learnCommand(accounting).action(options => learnTaxCodes(options, context))
}

type LearnRequest = GivenBody<AccountingContract, 'learnTaxCodes'>
type LearnReply = ReplyOf<AccountingContract, 'learnTaxCodes'>
type Preview = Extract<LearnReply, { readonly mode: 'dry-run' }>
type Report = Extract<LearnReply, { readonly mode: 'write' }>
type OpenRun = Exclude<ReplyOf<AccountingContract, 'learning'>, { readonly phase: 'none' }>

async function learnTaxCodes(options: LearnOptions, context: CliContext): Promise<void> {
  const api = await accountingApi(options, context)
  const company = await chooseCompany(options, { api })
  const request = {
    company_id: company.id,
    ...(options.codes !== undefined && { tax_codes: codesOf(options.codes) }),
    ...(options.accountItem !== undefined && { account_item: options.accountItem }),
    ...(options.date !== undefined && { issue_date: readDay('--date', options.date) }),
  }
  const output = context.output(options)
  const run = { api, output, company, request, options }
  if (options.abandon !== undefined) return abandonRun(run, options.abandon, context)
  if (options.write) return showReport(await finishRun(run, undefined, context), output)
  const reply = await api.learnTaxCodes({ body: request })
  if (reply.mode === 'dry-run') showPreview(reply, output)
  else showReport(reply, output)
}

async function abandonRun(run: Run, named: true | string, context: CliContext): Promise<void> {
  const { api, output, company } = run
  if (named !== true) return showReport(await finishRun(run, named, context), output)
  const open = await api.learning({ query: { company_id: String(company.id) } })
  if (open.phase === 'none' || open.phase === 'ended') throw nothingOpen(company)
  showToPerson(phrase(LEARN.run, { company: companyText(company) }), runRows(open), output)
  if (await confirms(phrase(LEARN.abandon), context))
    return showReport(await finishRun(run, open.run, context), output)
  output.result(open)
  output.line(phrase(LEARN.unchanged))
}

function runRows({ run, issueDate, candidates }: OpenRun): Reason[][] {
  const deals = candidates.flatMap(({ state, deal }) => (state === 'created' && deal ? [deal] : []))
  return [
    [phrase(LEARN.runId), run],
    [phrase(LEARN.date), issueDate],
    [phrase(LEARN.codes), candidates.map(({ code }) => code).join(', ')],
    [phrase(LEARN.deals), deals.join(', ')],
  ]
}

function nothingOpen(company: Company): AppError {
  const message = phrase(LEARN.noRun, { company: companyText(company) })
  return phraseError('usage', message, { hint: phrase(LEARN.nothingToDelete) })
}

function codesOf(text: string): number[] {
  return text
    .normalize('NFKC')
    .split(/[,、]/)
    .map(word => {
      if (/^[0-9]{1,9}$/.test(word.trim())) return Number(word)
      const why = phrase(LEARN.notNumber, { word: word.trim() })
      throw phraseError('usage', phrase(TERMINAL.unusable, { what: '--codes', value: text, why }))
    })
}

interface Run {
  readonly api: AccountingApi
  readonly output: Output
  readonly company: Company
  readonly request: LearnRequest
  readonly options: LearnOptions
}

/**
 * Repeats the call to the host until the run ends. If `abandoned` names a run, the first call ends that run.
 * @throws AppError `remote_answer` if the run has not ended after `MOST_CALLS` calls
 */
async function finishRun(
  { api, output, company, request, options }: Run,
  abandoned: string | undefined,
  context: CliContext,
): Promise<Report> {
  let abandon = abandoned
  for (let calls = 0; calls < MOST_CALLS; calls++) {
    const body = { ...request, ...(abandon !== undefined && { abandon }) }
    const report = written(await api.learnTaxCodes({ body, mode: 'write' }))
    output.note(progressText(report))
    if (report.status === 'ended') return report
    if (report.status !== 'confirm' || report.deal === undefined) continue
    const question = { api, output, company, deal: report.deal, by: options.by }
    if ((await confirmFirstDeal(question, context)) === undefined) abandon = report.run
  }
  const message = phrase(LEARN.notReady, { company: companyText(company) })
  throw phraseError('remote_answer', message, { hint: phrase(LEARN.later) })
}

function progressText({ candidates, status }: Report): Phrase {
  const count = (...states: string[]) => candidates.filter(({ state }) => states.includes(state)).length
  return phrase(LEARN.progress, {
    status: phrase(LEARN[status]),
    created: count('created', 'deleted'),
    count: candidates.length,
    deleted: count('deleted'),
  })
}

function showPreview(preview: Preview, output: Output): void {
  const { issueDate, accountItem, bodies, obstacles } = preview
  output.result(preview)
  output.line(phrase(LEARN.dryRun, { count: bodies.length, day: issueDate, accountItem }))
  output.table(
    bodies.flatMap(({ details }) => details.map(line => [String(line.tax_code), yen(line.amount)])),
    [phrase(LEARN.code), phrase(LABELS.amount)],
  )
  showObstacles(obstacles, output)
}

/** Returns the outcome of a code. Once its test deal is deleted, the outcome is whether the code was learned. */
function outcomeOf({ state, category }: Report['candidates'][number]): Phrase {
  if (state === 'deleted') return phrase(category === undefined ? LEARN.notFound : LEARN.learned)
  return phrase(LEARN[state])
}

function showReport(report: Report, output: Output): void {
  output.result(report)
  output.table(
    report.candidates.map(candidate => [
      String(candidate.code),
      candidate.category ?? '',
      outcomeOf(candidate),
      reasonIn(candidate.reason ?? candidate.differs),
    ]),
    [LEARN.code, LEARN.category, LEARN.outcome, LEARN.why].map(label => phrase(label)),
  )
}
