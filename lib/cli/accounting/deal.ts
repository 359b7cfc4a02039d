/** `kura accounting deal`: a dry run that shows the exact body; with `--write` the real thing, once a case. */
import type { Command } from 'commander'
import type { CliContext } from '../context.ts'
import { readReply } from '../operator/client.ts'
import type { Output } from '../terminal/output.ts'
import { type DryRunAnswer, dealAnswer, type RegistrationAnswer } from './answers.ts'
import { type AccountingOptions, accountingCall, BASE, chooseCompany, withCompany } from './call.ts'
import { type DealInput, readDealInput, withDealInput } from './deal-input.ts'
import { draftRows } from './deal-rows.ts'

interface DealOptions extends AccountingOptions, DealInput {
  readonly write?: true
}

/** The exit status where a person has to look before anything is sent. */
export const EXIT_REVIEW = 3

export function registerAccountingDeal(accounting: Command, context: CliContext): void {
  const command = accounting
    .command('deal')
    .argument('[file]', 'a deal as JSON: case, issue_date, details; "-" for standard input')
    .description('show the deal that would be registered; register it with --write')
    .option('--write', 'register it, once for its case')
    .addHelpText('after', 'The exit status is 3 where the deal waits for a person.')
  withDealInput(withCompany(command)).action((file: string | undefined, options: DealOptions) =>
    deal(context, file, options),
  )
}

async function deal(context: CliContext, file: string | undefined, options: DealOptions): Promise<void> {
  const request = await readDealInput(context, file, options)
  const call = await accountingCall(context, options)
  const company = request.company_id ?? (await chooseCompany(call, options))
  const json = { ...request, company_id: company }
  const query = { mode: options.write ? 'write' : 'dry-run' }
  const answer = readReply(dealAnswer, await call({ method: 'POST', path: `${BASE}/deals`, query, json }))
  const output = context.output(options)
  output.result(answer)
  if (answer.mode === 'dry-run') showDryRun(output, answer)
  else showRegistration(output, answer)
  if (answer.mode === 'write' && answer.state === 'review') context.exit(EXIT_REVIEW)
}

/** What would be sent, and what stands in its way. */
export function showDryRun(output: Output, run: DryRunAnswer): void {
  output.line('dry run: nothing was written')
  output.table(draftRows(run))
  if (run.case) {
    const deal = run.case.deal === undefined ? '' : `, as deal ${run.case.deal}`
    output.line(`case "${run.case.name}": ${run.case.state}${deal}`)
  }
  for (const obstacle of run.obstacles) output.line(`a write would be refused: ${obstacle}`)
  output.line(run.body ? 'the exact body of POST /deals:' : 'there is no body: correct what is flagged')
  if (run.body) output.line(JSON.stringify(run.body, null, 2))
}

/** What became of it, or what a person has to do first. */
export function showRegistration(
  output: Output,
  { case: name, state, deal, body, flags }: RegistrationAnswer,
): void {
  if (state === 'done') {
    output.line(`registered the case "${name}" as deal ${deal}`)
    return
  }
  output.line(`the case "${name}" waits for a person, nothing was sent:`)
  for (const { reason } of flags) output.line(`  ${reason}`)
  const command = `kura accounting release ${JSON.stringify(name)}`
  output.line(body ? `release it: ${command}` : 'correct it and register it again')
}
