/** `kura accounting first-deal`: the one test deal of a company that a person confirms before anything else is written. */
import type { Command } from 'commander'
import { z } from 'zod'
import { hasCode } from '../../errors.ts'
import type { CliContext } from '../context.ts'
import { type OperatorCall, readReply } from '../operator/client.ts'
import type { Output } from '../terminal/output.ts'
import { dryRunAnswer, registrationAnswer } from './answers.ts'
import {
  type AccountingOptions,
  accountingCall,
  agreed,
  BASE,
  chooseCompany,
  segment,
  withCompany,
} from './call.ts'
import { confirmFirstDeal, deleteDeal, type FirstDealQuestion } from './confirm.ts'
import { EXIT_REVIEW, showDryRun, showRegistration } from './deal.ts'
import { type DealInput, readDealInput, withDealInput } from './deal-input.ts'

interface FirstDealOptions extends AccountingOptions, DealInput {
  readonly by?: string
}

const firstDealAnswer = z.object({
  case: z.string(),
  confirmed: z.object({ deal: z.number(), confirmedBy: z.string(), at: z.string() }).optional(),
})
const caseAnswer = z.object({ state: z.string(), deal: z.number().optional() })

export function registerAccountingFirstDeal(accounting: Command, context: CliContext): void {
  const command = accounting
    .command('first-deal')
    .argument('[file]', 'a deal as JSON; "-" for standard input')
    .description(
      'create the test deal that a person confirms on screen, once a company; writes come after it',
    )
    .option('--by <name>', 'your name; asked for unless given')
  withDealInput(withCompany(command)).action((file: string | undefined, options: FirstDealOptions) =>
    firstDeal(context, file, options),
  )
}

async function firstDeal(
  context: CliContext,
  file: string | undefined,
  options: FirstDealOptions,
): Promise<void> {
  const output = context.output(options)
  const call = await accountingCall(context, options)
  const company = await chooseCompany(call, options)
  const query = { company_id: String(company) }
  const known = readReply(firstDealAnswer, await call({ method: 'GET', path: `${BASE}/first-deal`, query }))
  if (known.confirmed) return showConfirmed(output, known.confirmed)
  const existing = await dealOf(call, known.case)
  const deal = existing ?? (await create(context, { file, options, call, output, company, name: known.case }))
  if (deal === undefined) return
  await decide(context, { call, output, company, deal, by: options.by }, known.case)
}

/** The deal of the case, where it was created before and nobody has decided yet. */
async function dealOf(call: OperatorCall, name: string): Promise<number | undefined> {
  try {
    const found = readReply(caseAnswer, await call({ method: 'GET', path: `${BASE}/cases/${segment(name)}` }))
    return found.state === 'done' ? found.deal : undefined
  } catch (error) {
    if (hasCode(error, 'not_found')) return undefined
    throw error
  }
}

interface Creation {
  readonly file: string | undefined
  readonly options: FirstDealOptions
  readonly call: OperatorCall
  readonly output: Output
  readonly company: number
  readonly name: string
}

/** Undefined where the person does not want it, or has to release it first. */
async function create(
  context: CliContext,
  { file, options, call, output, company, name }: Creation,
): Promise<number | undefined> {
  const json = { ...(await readDealInput(context, file, options)), company_id: company, case: name }
  const path = `${BASE}/deals`
  showDryRun(output, readReply(dryRunAnswer, await call({ method: 'POST', path, json })))
  if (!(await agreed(context, `create this deal in company ${company}?`))) {
    output.line('nothing was written')
    return undefined
  }
  const query = { mode: 'write' }
  const answer = readReply(registrationAnswer, await call({ method: 'POST', path, json, query }))
  if (answer.state === 'review') {
    output.result(answer)
    showRegistration(output, answer)
    context.exit(EXIT_REVIEW)
  }
  return answer.deal
}

async function decide(context: CliContext, question: FirstDealQuestion, name: string): Promise<void> {
  const { call, output, deal } = question
  const confirmed = await confirmFirstDeal(context, question)
  output.result({ company: question.company, deal, confirmed })
  if (await agreed(context, `delete deal ${deal} again?`)) {
    await deleteDeal(question)
    if (!confirmed) await free(call, name)
    return
  }
  if (!confirmed) output.line(`deal ${deal} stays, unconfirmed: run the command again to decide`)
}

/** A test deal that was not wanted is no obstacle to another one. */
async function free(call: OperatorCall, name: string): Promise<void> {
  const json = { person: 'kura accounting first-deal', reason: 'not confirmed, and deleted' }
  await call({ method: 'POST', path: `${BASE}/cases/${segment(name)}/free`, json })
}

function showConfirmed(
  output: Output,
  { deal, confirmedBy, at }: { deal: number; confirmedBy: string; at: string },
): void {
  output.result({ deal, confirmed: true, confirmedBy, at })
  output.line(`deal ${deal} was confirmed by ${confirmedBy} on ${at.slice(0, 10)}: there is nothing to do`)
}
