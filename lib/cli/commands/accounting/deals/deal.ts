import type { Command } from '@commander-js/extra-typings'
import { AppError } from '../../../../core/errors.ts'
import type { ReplyOf } from '../../../../core/http/contract.ts'
import { phrase } from '../../../../core/language/catalogue.ts'
import { quotedWord } from '../../../../core/language/open-item.ts'
import { reasonIn } from '../../../../core/language/text.ts'
import type { AccountingContract } from '../../../../services/accounting/contract.ts'
import { stateOfCase } from '../../../../services/accounting/deals/cases/words.ts'
import {
  dealRows,
  draftRows,
  type GivenDeal,
  kindsOf,
} from '../../../../services/accounting/lists/deal-rows.ts'
import { createNames } from '../../../../services/accounting/lists/names.ts'
import type { CompanySource } from '../../../../services/accounting/lists/pages.ts'
import type { CliContext } from '../../../context.ts'
import { filling } from '../../../operator/fills.ts'
import type { OptionsOf } from '../../../operator/options.ts'
import { EXIT } from '../../../terminal/exit-status.ts'
import type { Output } from '../../../terminal/output.ts'
import { accountingApi, chooseCompany, withCompany } from '../call.ts'
import { HELP } from '../help.ts'
import { DEAL, showObstacles } from '../words.ts'
import { companyOf, type DealInput, readDealInput, withDealInput } from './input.ts'

const fills = filling<AccountingContract>()

const dealCommand = (accounting: Command) =>
  withDealInput(
    withCompany(
      accounting
        .command('deal')
        .addArgument(fills.argument('[file]', HELP.dealFile.id, ''))
        .description(HELP.deal.id)
        .option('--write', HELP.dealWrite.id)
        .addHelpText('after', HELP.dealAfter.id),
    ),
  )

export function registerAccountingDeal(accounting: Command, context: CliContext): void {
  dealCommand(accounting).action((file, options) => deal(file, options, context))
}

async function deal(
  file: string | undefined,
  options: OptionsOf<typeof dealCommand>,
  context: CliContext,
): Promise<void> {
  const input = await readDealInput(file, options, context)
  const api = await accountingApi(options, context)
  const { id: company } = await chooseCompany(companyOf(input), { api })
  const output = context.output(options)
  const request = {
    body: { ...input, company_id: company },
    mode: options.write ? 'write' : 'dry-run',
  } as const
  const reply = await api.registerDeal(request).catch(async (error: unknown) => {
    await showRegistered(error, { api, company }, output)
    throw error
  })
  output.result(reply)
  showDeal(reply, output, await givenDeal(input, { api, company }))
  if (reply.mode === 'write' && reply.state === 'review') context.exit(EXIT.review)
}

type DealReply = ReplyOf<AccountingContract, 'registerDeal'>
type DryRun = Extract<DealReply, { readonly mode: 'dry-run' }>
type Registration = Extract<DealReply, { readonly mode: 'write' }>

async function showRegistered(error: unknown, source: CompanySource, output: Output): Promise<void> {
  if (output.json || !(error instanceof AppError) || error.details['decision'] !== 'already_done') return
  const params = { id: String(error.details['deal']) }
  try {
    const { deal } = await source.api.deal({ params, query: { company_id: String(source.company) } })
    output.table(dealRows(deal, await createNames(source).load(kindsOf([deal]))))
  } catch (reason) {
    output.error(reason)
  }
}

export async function givenDeal(input: DealInput, source: CompanySource): Promise<GivenDeal> {
  const { issue_date: date, partner_id: partner } = input
  if (partner === undefined) return { date }
  const names = await createNames(source).load(['partner'])
  return { date, partner: names.label('partner', partner) }
}

export function showDeal(reply: DealReply, output: Output, given: GivenDeal = {}): void {
  if (reply.mode === 'dry-run') showDryRun(reply, output, given)
  else if (reply.mode === 'write') showRegistration(reply, output)
}

function showDryRun(run: DryRun, output: Output, given: GivenDeal): void {
  output.line(phrase(DEAL.dryRun))
  output.table(draftRows(run, given))
  if (run.case) {
    const { name, deal } = run.case
    const is = run.case.state === 'new' ? phrase(DEAL.caseNew) : stateOfCase(run.case.state)
    const state = deal === undefined ? is : phrase(DEAL.asDeal, { state: is, deal: String(deal) })
    output.line(phrase(DEAL.caseState, { name, state }))
  }
  showObstacles(run.obstacles, output)
  output.line(phrase(run.body ? DEAL.body : DEAL.noBody))
  if (run.body) output.verbatim(JSON.stringify(run.body, null, 2))
}

function showRegistration(
  { case: name, state, deal, body, flags, differs }: Registration,
  output: Output,
): void {
  if (state === 'done') {
    output.line(phrase(DEAL.registered, { name, deal: String(deal) }))
    if (differs) output.line(reasonIn(differs))
    return
  }
  output.line(phrase(DEAL.waits, { name }))
  output.table(flags.map(flag => ['', reasonIn(flag.reason)]))
  output.line(body ? phrase(DEAL.release, { name: quotedWord(name) }) : phrase(DEAL.correct))
}
