/** `kura accounting learn-tax-codes`: what each tax code of a company means, where the listing is forbidden. */
import type { Command } from 'commander'
import { AppError } from '../../errors.ts'
import type { CliContext } from '../context.ts'
import { type OperatorCall, readReply } from '../operator/client.ts'
import type { Output } from '../terminal/output.ts'
import {
  type LearningAnswer,
  type LearningPreviewAnswer,
  learningAnswer,
  learningPreviewAnswer,
} from './answers.ts'
import { type AccountingOptions, accountingCall, BASE, chooseCompany, withCompany } from './call.ts'
import { confirmFirstDeal } from './confirm.ts'
import { yenText } from './deal-rows.ts'

interface LearnOptions extends AccountingOptions {
  readonly codes?: string
  readonly accountItem?: string
  readonly date?: string
  readonly by?: string
  readonly write?: true
  readonly abandon?: true
}

/** A call works for up to half a minute; the journal may take its time. */
const MOST_CALLS = 40

export function registerAccountingLearn(accounting: Command, context: CliContext): void {
  const command = accounting
    .command('learn-tax-codes')
    .description(
      'learn tax codes by test deals and the journal (document 1, note 6); a dry run unless --write',
    )
    .option(
      '--codes <codes>',
      'the candidates, by commas; those of account items and earlier deals unless given',
    )
    .option('--account-item <name>', 'of the test deals; the most used one unless given')
    .option('--date <date>', 'of the test deals; today unless given')
    .option('--by <name>', 'your name, where the first deal of the company is to be confirmed')
    .option(
      '--write',
      'create the test deals, read the journal, and delete them; goes on with a run that stopped',
    )
    .option('--abandon', 'delete the test deals of a run that stopped, and learn nothing')
  withCompany(command).action((options: LearnOptions) => learnTaxCodes(context, options))
}

async function learnTaxCodes(context: CliContext, options: LearnOptions): Promise<void> {
  const call = await accountingCall(context, options)
  const company = await chooseCompany(call, options)
  const json = {
    company_id: company,
    ...(options.codes !== undefined && { tax_codes: codesOf(options.codes) }),
    ...(options.accountItem !== undefined && { account_item: options.accountItem }),
    ...(options.date !== undefined && { issue_date: options.date }),
  }
  const output = context.output(options)
  if (options.write || options.abandon) {
    const report = await goOn(context, { call, output, json, options })
    output.result(report)
    showReport(output, report)
  } else {
    const preview = await call({ method: 'POST', path: `${BASE}/tax-table/learning`, json })
    output.result(preview)
    showPreview(output, readReply(learningPreviewAnswer, preview))
  }
}

function codesOf(text: string): number[] {
  return text.split(',').map(word => {
    if (/^[0-9]{1,9}$/.test(word.trim())) return Number(word)
    throw new AppError('usage', `Cannot use the tax code "${word}": wanted a number`)
  })
}

interface Run {
  readonly call: OperatorCall
  readonly output: Output
  readonly json: { readonly company_id: number }
  readonly options: LearnOptions
}

/** Calls until the run has ended; a person confirms the first deal in between, or ends it. */
async function goOn(context: CliContext, { call, output, json, options }: Run): Promise<LearningAnswer> {
  let abandon = options.abandon === true
  for (let calls = 0; calls < MOST_CALLS; calls++) {
    const request = { method: 'POST', path: `${BASE}/tax-table/learning`, query: { mode: 'write' } } as const
    const report = readReply(learningAnswer, await call({ ...request, json: { ...json, abandon } }))
    output.note(progressText(report))
    if (report.status === 'ended') return report
    if (report.status !== 'confirm' || report.deal === undefined) continue
    const question = { call, output, company: json.company_id, deal: report.deal, by: options.by }
    abandon = !(await confirmFirstDeal(context, question))
  }
  throw new AppError('remote_answer', 'Cannot finish learning the tax codes: the journal is not ready', {
    hint: 'run it again later with --write, or delete the test deals with --abandon',
  })
}

function progressText({ candidates, status }: LearningAnswer): string {
  const count = (...states: string[]) => candidates.filter(({ state }) => states.includes(state)).length
  return `${status}: ${count('created', 'deleted')} of ${candidates.length} test deals created, ${count('deleted')} deleted`
}

function showPreview(
  output: Output,
  { issueDate, accountItem, bodies, obstacles }: LearningPreviewAnswer,
): void {
  output.line(`dry run: nothing was written; ${bodies.length} test deals of ${issueDate}, ${accountItem}:`)
  output.table(
    bodies.flatMap(({ details }) => details.map(line => [String(line.tax_code), yenText(line.amount)])),
    ['tax code', 'amount'],
  )
  for (const obstacle of obstacles) output.line(`a write would be refused: ${obstacle}`)
}

function showReport(output: Output, { candidates }: LearningAnswer): void {
  output.table(
    candidates.map(({ code, category, state, reason }) => [
      String(code),
      category ?? '',
      state === 'deleted' ? (category === undefined ? 'not in the journal' : 'learned') : state,
      reason ?? '',
    ]),
    ['tax code', 'category', 'outcome', 'why'],
  )
}
