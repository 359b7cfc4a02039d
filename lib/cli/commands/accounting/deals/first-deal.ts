import type { Command } from '@commander-js/extra-typings'
import { hasCode } from '../../../../core/errors.ts'
import type { ReplyOf } from '../../../../core/http/contract.ts'
import { phrase } from '../../../../core/language/catalogue.ts'
import type { AccountingContract } from '../../../../services/accounting/contract.ts'
import { draftRows } from '../../../../services/accounting/lists/deal-rows.ts'
import { dayIn } from '../../../../services/accounting/taxes/issue-date.ts'
import { companyText } from '../../../../services/accounting/tokens/company.ts'
import type { CliContext } from '../../../context.ts'
import { confirms, showToPerson } from '../../../operator/decision.ts'
import { filling } from '../../../operator/fills.ts'
import { type OptionsOf, personOf } from '../../../operator/options.ts'
import { EXIT } from '../../../terminal/exit-status.ts'
import type { Output } from '../../../terminal/output.ts'
import {
  type AccountingApi,
  accountingApi,
  type Company,
  chooseCompany,
  withCompany,
  written,
} from '../call.ts'
import { confirmFirstDeal, deleteDeal, type FirstDealQuestion } from '../confirm.ts'
import { HELP } from '../help.ts'
import { FIRST } from '../words.ts'
import { givenDeal, showDeal } from './deal.ts'
import { companyOf, type DealInput, readDealInput, withDealInput } from './input.ts'

const fills = filling<AccountingContract>()

const firstDealCommand = (accounting: Command) =>
  withDealInput(
    withCompany(
      accounting
        .command('first-deal')
        .addArgument(fills.argument('[file]', HELP.firstDealFile.id, ''))
        .description(HELP.firstDeal.id)
        .addOption(fills.option('--by <name>', HELP.by.id, 'person')),
    ),
  )

type FirstDealOptions = OptionsOf<typeof firstDealCommand>

export function registerAccountingFirstDeal(accounting: Command, context: CliContext): void {
  firstDealCommand(accounting).action((file, options) => firstDeal(file, options, context))
}

async function firstDeal(
  file: string | undefined,
  options: FirstDealOptions,
  context: CliContext,
): Promise<void> {
  const output = context.output(options)
  const api = await accountingApi(options, context)
  const given = file === undefined ? undefined : await readDealInput(file, options, context)
  const company = await chooseCompany(given ? companyOf(given) : options, { api })
  const known = await api.firstDeal({ query: { company_id: String(company.id) } })
  if (known.confirmed)
    return showConfirmed(known.confirmed, { output, timezone: context.config.locale().timezone })
  const existing = await dealOf(known.case, api)
  const deal = existing ?? (await create({ given, options, api, output, company, name: known.case }, context))
  if (deal === undefined) return
  await decide(known.case, { api, output, company, deal, by: options.by }, context)
}

async function dealOf(name: string, api: AccountingApi): Promise<number | undefined> {
  try {
    const { state, deal } = await api.case({ params: { case: name } })
    return state === 'done' ? deal : undefined
  } catch (error) {
    if (hasCode(error, 'not_found')) return undefined
    throw error
  }
}

interface Creation {
  readonly given: DealInput | undefined
  readonly options: FirstDealOptions
  readonly api: AccountingApi
  readonly output: Output
  readonly company: Company
  readonly name: string
}

/** Creates the test deal. Returns no id if the person says no, or has to release the deal first. */
async function create(
  { given, options, api, output, company, name }: Creation,
  context: CliContext,
): Promise<number | undefined> {
  const input = given ?? (await readDealInput(undefined, options, context))
  const body = { ...input, company_id: company.id, case: name }
  const draft = await api.registerDeal({ body })
  const shown = await givenDeal(input, { api, company: company.id })
  if (output.json) showToPerson(phrase(FIRST.shown), draftRows(draft, shown), output)
  showDeal(draft, output, shown)
  if (input.case !== undefined && input.case !== name)
    output.note(phrase(FIRST.ownCase, { name, given: input.case }))
  if (!(await confirms(phrase(FIRST.create, { company: companyText(company) }), context))) {
    output.result({ company: company.id, confirmed: false })
    output.line(phrase(FIRST.nothing))
    return undefined
  }
  const registered = written(await api.registerDeal({ body, mode: 'write' }))
  if (registered.state === 'review') {
    output.result(registered)
    showDeal(registered, output)
    context.exit(EXIT.review)
  }
  return registered.deal
}

async function decide(name: string, question: FirstDealQuestion, context: CliContext): Promise<void> {
  const { api, output, deal, by } = question
  const confirmedBy = await confirmFirstDeal(question, context)
  const confirmed = confirmedBy !== undefined
  output.result({ company: question.company.id, deal, confirmed })
  if (!(await confirms(phrase(FIRST.delete, { deal: String(deal) }), context))) {
    if (!confirmed) output.line(phrase(FIRST.stays, { deal: String(deal) }))
    return
  }
  const person = confirmedBy ?? (await personOf(context, by === undefined ? {} : { by }))
  await deleteDeal(question)
  await free({ name, person, reason: `${confirmed ? 'confirmed' : 'not confirmed'}, and deleted` }, api)
}

/** Frees the case of a deleted test deal: the case stops being an open item, and another test deal may be created. */
async function free(
  { name, person, reason }: { name: string; person: string; reason: string },
  api: AccountingApi,
): Promise<void> {
  const params = { case: name }
  const { operation } = await api.case({ params })
  await api.freeCase({ params, body: { person, reason, operation } })
}

type Confirmed = NonNullable<ReplyOf<AccountingContract, 'firstDeal'>['confirmed']>

function showConfirmed(
  { deal, confirmedBy, at }: Confirmed,
  { output, timezone }: { output: Output; timezone: string },
): void {
  output.result({ deal, confirmed: true, confirmedBy, at })
  const day = dayIn(timezone, Date.parse(at))
  output.line(phrase(FIRST.known, { deal: String(deal), person: confirmedBy, day }))
}
