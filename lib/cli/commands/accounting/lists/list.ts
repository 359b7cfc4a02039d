import { Argument, type Command } from '@commander-js/extra-typings'
import { catalogue, phrase } from '../../../../core/language/catalogue.ts'
import { phraseError } from '../../../../core/language/phrase-error.ts'
import type { CliContext } from '../../../context.ts'
import type { OptionsOf } from '../../../operator/options.ts'
import { type AccountingOptions, accountingApi, flagOf, listCompanies, withCompany } from '../call.ts'
import { HELP } from '../help.ts'
import { listCases, withCaseFilter } from './cases.ts'
import { listDeals, withDealFilter } from './deals.ts'
import { listNames, withNameFilter } from './master-data.ts'

const WORDS = catalogue('list', {
  wrongOption: { en: 'Cannot use {flag} to list {kind}', ja: '「{kind}」の一覧では使えません：{flag}' },
  leaveOut: { en: 'leave it out', ja: '外してください' },
  noCompany: {
    en: 'the user has no company: create one at the accounting service, or authorize as another user',
    ja: 'このユーザーには事業所がありません。会計サービスで作成するか、別のユーザーで認可してください',
  },
  company: { en: 'company', ja: '事業所' },
  id: { en: 'id', ja: 'ID' },
  number: { en: 'office number', ja: '事業所番号' },
  role: { en: 'role', ja: '役割' },
})

const KINDS = {
  companies: [],
  'account-items': [],
  taxes: [],
  partners: ['search'],
  items: [],
  walletables: [],
  deals: ['from', 'until', 'partner', 'accountItem', 'status'],
  cases: ['state'],
} as const

type Kind = keyof typeof KINDS

const listCommand = (accounting: Command) =>
  withCaseFilter(
    withDealFilter(
      withNameFilter(
        withCompany(
          accounting
            .command('list')
            .description(HELP.list.id)
            .addArgument(new Argument('<kind>', HELP.listKind.id).choices(Object.keys(KINDS) as Kind[])),
        ),
      ),
    ),
  )

export function registerAccountingList(accounting: Command, context: CliContext): void {
  listCommand(accounting).action((kind, options) => list(kind, options, context))
}

function list(kind: Kind, options: OptionsOf<typeof listCommand>, context: CliContext): Promise<void> {
  refuseOtherOptions(kind, options)
  switch (kind) {
    case 'companies':
      return showCompanies(options, context)
    case 'deals':
      return listDeals(options, context)
    case 'cases':
      return listCases(options, context)
    default:
      return listNames(kind, options, context)
  }
}

/** @throws AppError `usage` if an option belongs to another kind of list */
function refuseOtherOptions(kind: Kind, options: Readonly<Record<string, unknown>>): void {
  const own: readonly string[] = KINDS[kind]
  const other = Object.values(KINDS)
    .flat()
    .find(name => options[name] !== undefined && !own.includes(name))
  if (other === undefined) return
  throw phraseError('usage', phrase(WORDS.wrongOption, { flag: flagOf(other), kind }), {
    hint: phrase(WORDS.leaveOut),
  })
}

async function showCompanies(options: AccountingOptions, context: CliContext): Promise<void> {
  const companies = await listCompanies(await accountingApi(options, context))
  const output = context.output(options)
  output.result({ companies })
  if (companies.length === 0) return output.line(phrase(WORDS.noCompany))
  output.table(
    companies.map(({ id, name, number, role }) => [name, String(id), number, role]),
    [WORDS.company, WORDS.id, WORDS.number, WORDS.role].map(label => phrase(label)),
  )
}
