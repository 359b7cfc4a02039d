import { type Command, Option, type OptionValues } from '@commander-js/extra-typings'
import { AppError } from '../../../../core/errors.ts'
import { catalogue, phrase } from '../../../../core/language/catalogue.ts'
import { phraseError } from '../../../../core/language/phrase-error.ts'
import type { AccountingContract } from '../../../../services/accounting/contract.ts'
import { stateOfCase } from '../../../../services/accounting/deals/cases/words.ts'
import { DEAL_HEADS, dealCells, dealRows, kindsOf } from '../../../../services/accounting/lists/deal-rows.ts'
import { type CompanyNames, createNames } from '../../../../services/accounting/lists/names.ts'
import {
  type CompanySource,
  type DealFilter,
  readDeals,
  type ServiceDeal,
} from '../../../../services/accounting/lists/pages.ts'
import type { CliContext } from '../../../context.ts'
import { filling } from '../../../operator/fills.ts'
import type { NoOptions, OptionsOf } from '../../../operator/options.ts'
import { type AccountingOptions, accountingApi, chooseCompany, withCompany } from '../call.ts'
import { readDay, readSpan } from '../days.ts'
import { HELP } from '../help.ts'
import { showObstacles } from '../words.ts'

const fills = filling<AccountingContract>()

export function withDealFilter<Args extends unknown[], Opts extends OptionValues>(
  command: Command<Args, Opts>,
) {
  return command
    .addOption(fills.option('--from <date>', HELP.listFrom.id, 'start_issue_date'))
    .addOption(fills.option('--until <date>', HELP.listUntil.id, 'end_issue_date'))
    .addOption(fills.option('--partner <name>', HELP.listPartner.id, 'partner_id'))
    .addOption(fills.option('--account-item <name>', HELP.listAccountItem.id, 'account_item_id'))
    .addOption(new Option('--status <status>', HELP.listStatus.id).choices(['unsettled', 'settled'] as const))
}

type DealsOptions = AccountingOptions & OptionsOf<typeof withDealFilter<[], NoOptions>>

const showCommand = (accounting: Command) =>
  withCompany(
    accounting
      .command('show')
      .addArgument(fills.argument('<deal>', HELP.dealNumber.id, 'id'))
      .description(HELP.show.id),
  )

const deleteCommand = (accounting: Command) =>
  withCompany(
    accounting
      .command('delete')
      .addArgument(fills.argument('<deal>', HELP.dealNumber.id, 'id'))
      .description(HELP.delete.id)
      .option('--write', HELP.deleteWrite.id),
  )

export function registerAccountingDeals(accounting: Command, context: CliContext): void {
  showCommand(accounting).action((id, options) => show(id, options, context))
  deleteCommand(accounting).action((id, options) => remove(id, options, context))
}

const WORDS = catalogue('deal.list', {
  none: {
    en: 'there is none yet: kura accounting deal --write registers one',
    ja: '取引はまだありません（登録：kura accounting deal --write）',
  },
  noneFits: {
    en: 'no deal is as the options say: leave one out to see more',
    ja: '条件に合う取引はありません（条件を減らしてください）',
  },
  notNumber: {
    en: 'Cannot find the deal "{given}": expected its number',
    ja: '取引「{given}」を探せません（取引IDの数字を指定してください）',
  },
  missing: {
    en: 'Cannot find the deal {id}: company {company} does not have it',
    ja: '取引{id}は、事業所{company}にありません',
  },
  deleted: { en: 'deleted deal {id}', ja: '取引{id}を削除しました' },
  caseIs: { en: 'its case "{name}" is {state}', ja: '「{name}」：{state}' },
  dryRun: {
    en: 'dry run: nothing was changed; --write would delete this deal:',
    ja: '予定の表示です。削除していません（--write を付けると、次の取引を削除します）：',
  },
  askAgain: {
    en: '  hint: ask the service again: {command}',
    ja: '  対処：会計サービスで確かめる：{command}',
  },
  registerAgain: {
    en: '  hint: to register the case again: {command}',
    ja: '  もう一度登録できるようにする：{command}',
  },
  ofCase: { en: 'it is the deal of the case "{name}"', ja: '「{name}」の取引です' },
  numbers: {
    en: 'kura accounting list deals shows the numbers',
    ja: '取引IDの一覧：kura accounting list deals',
  },
})

export async function listDeals(options: DealsOptions, context: CliContext): Promise<void> {
  const days = daysOf(options)
  const source = await sourceOf(options, context)
  const filter = await filterOf(options, days, source.names)
  const output = context.output(options)
  const shown = output.list('deals', DEAL_HEADS)
  let count = 0
  for await (const deals of readDeals(source, filter)) {
    const known = output.json ? undefined : await source.names.load(kindsOf(deals))
    shown.add(deals, known ? deals.map(deal => dealCells(deal, known)) : [])
    count += deals.length
  }
  shown.end()
  if (count > 0) return
  output.line(phrase(Object.keys(filter).length === 0 ? WORDS.none : WORDS.noneFits))
}

async function sourceOf(options: AccountingOptions, context: CliContext) {
  const api = await accountingApi(options, context)
  const { id: company } = await chooseCompany(options, { api })
  return { api, company, names: createNames({ api, company }) }
}

/** @throws AppError `usage` */
function daysOf({ from, until }: DealsOptions): Pick<DealFilter, 'start_issue_date' | 'end_issue_date'> {
  const days = {
    ...(from !== undefined && { start_issue_date: readDay('--from', from) }),
    ...(until !== undefined && { end_issue_date: readDay('--until', until) }),
  }
  if (from !== undefined && until !== undefined) readSpan({ from, until })
  return days
}

async function filterOf(
  { partner, accountItem, status }: DealsOptions,
  days: ReturnType<typeof daysOf>,
  names: CompanyNames,
): Promise<DealFilter> {
  return {
    ...(status !== undefined && { status }),
    ...days,
    ...(partner !== undefined && { partner_id: String(await names.idOf('partner', partner)) }),
    ...(accountItem !== undefined && {
      account_item_id: String(await names.idOf('account item', accountItem)),
    }),
  }
}

async function show(id: string, options: AccountingOptions, context: CliContext): Promise<void> {
  const { api, company, names } = await sourceOf(options, context)
  const deal = await readDeal(id, { api, company })
  const output = context.output(options)
  output.result({ deal })
  if (!output.json) output.table(dealRows(deal, await names.load(kindsOf([deal]))))
}

/** @throws AppError `not_found`, `usage` */
async function readDeal(given: string, { api, company }: CompanySource): Promise<ServiceDeal> {
  const id = given.normalize('NFKC').trim()
  if (!/^[1-9][0-9]{0,14}$/.test(id))
    throw phraseError('usage', phrase(WORDS.notNumber, { given }), { hint: phrase(WORDS.numbers) })
  try {
    return (await api.deal({ params: { id }, query: { company_id: String(company) } })).deal
  } catch (cause) {
    if (!(cause instanceof AppError) || cause.details['status'] !== 404) throw cause
    const message = phrase(WORDS.missing, { id, company: String(company) })
    throw phraseError('not_found', message, { hint: phrase(WORDS.numbers), cause })
  }
}

async function remove(
  id: string,
  options: OptionsOf<typeof deleteCommand>,
  context: CliContext,
): Promise<void> {
  const { api, company, names } = await sourceOf(options, context)
  const deal = await readDeal(id, { api, company })
  const reply = await api.deleteDeal({
    params: { id: String(deal.id) },
    query: { company_id: String(company) },
    mode: options.write ? 'write' : 'dry-run',
  })
  const output = context.output(options)
  output.result(reply ?? { mode: 'write', deal: deal.id, deleted: true })
  if (reply?.mode !== 'dry-run') {
    output.line(phrase(WORDS.deleted, { id: String(deal.id) }))
    if (reply?.case)
      output.line(phrase(WORDS.caseIs, { name: reply.case.name, state: stateOfCase(reply.case.state) }))
    const [command] = /kura settle .*$/.exec(reply?.hint ?? '') ?? []
    if (command === undefined) return
    const next = reply?.case?.state === 'gone' ? WORDS.registerAgain : WORDS.askAgain
    return output.line(phrase(next, { command }))
  }
  output.line(phrase(WORDS.dryRun))
  if (!output.json) output.table(dealRows(deal, await names.load(kindsOf([deal]))))
  if (reply.case) output.line(phrase(WORDS.ofCase, { name: reply.case.name }))
  showObstacles(reply.obstacles, output)
}
