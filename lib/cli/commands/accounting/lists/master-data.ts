import type { Command, OptionValues } from '@commander-js/extra-typings'
import { catalogue, phrase } from '../../../../core/language/catalogue.ts'
import type { Phrase, Reason } from '../../../../core/phrase.ts'
import type { AccountingContract } from '../../../../services/accounting/contract.ts'
import { createNames } from '../../../../services/accounting/lists/names.ts'
import { type CompanySource, readItems, readPartners } from '../../../../services/accounting/lists/pages.ts'
import type { CliContext } from '../../../context.ts'
import { filling } from '../../../operator/fills.ts'
import type { NoOptions, OptionsOf } from '../../../operator/options.ts'
import { type AccountingOptions, accountingApi, chooseCompany } from '../call.ts'
import { HELP } from '../help.ts'

const fills = filling<AccountingContract>()

export function withNameFilter<Args extends unknown[], Opts extends OptionValues>(
  command: Command<Args, Opts>,
) {
  return command.addOption(fills.option('--search <word>', HELP.listSearch.id, 'keyword'))
}

type NamesOptions = AccountingOptions & OptionsOf<typeof withNameFilter<[], NoOptions>>

interface Part {
  readonly entries: readonly unknown[]
  readonly rows: readonly (readonly Reason[])[]
}

interface MasterList {
  readonly head: readonly Phrase[]
  /** The member of the JSON output that has the entries. */
  readonly member: string
  /** The hint for an empty list, which says how to add entries. */
  readonly filledBy: Phrase
  read(source: CompanySource, options: NamesOptions): AsyncIterable<Part>
}

const WORDS = catalogue('list.names', {
  accountItem: { en: 'account item', ja: '科目' },
  partner: { en: 'partner', ja: '取引先' },
  item: { en: 'item', ja: '品目' },
  walletable: { en: 'walletable', ja: '口座' },
  id: { en: 'id', ja: 'ID' },
  usualTax: { en: 'usual tax category', ja: '標準の税区分' },
  taxCategory: { en: 'tax category', ja: '税区分' },
  code: { en: 'code', ja: 'コード' },
  use: { en: 'use', ja: '使用' },
  inUse: { en: 'in use', ja: '使用中' },
  notInUse: { en: 'not in use', ja: '使用停止' },
  type: { en: 'type', ja: '種類' },
  bank: { en: 'bank account', ja: '銀行口座' },
  card: { en: 'credit card', ja: 'クレジットカード' },
  wallet: { en: 'other wallet', ja: 'その他の口座' },
  none: { en: 'there is none yet: {filledBy}', ja: 'まだありません（{filledBy}）' },
  noneHas: {
    en: 'no name has "{search}": leave --search out to see all',
    ja: '「{search}」を含む名前はありません（すべて見るには --search を外す）',
  },
  addAccountItems: {
    en: 'add account items at the accounting service',
    ja: '会計サービスで科目を追加してください',
  },
  learnCodes: {
    en: 'kura accounting learn-tax-codes --write learns the codes',
    ja: 'コードを調べる：kura accounting learn-tax-codes --write',
  },
  createPartner: {
    en: 'kura accounting partners create NAME --write creates one',
    ja: '作成する：kura accounting partners create 取引先の名前 --write',
  },
  createItems: {
    en: 'create items at the accounting service, or with kura api POST accounting/items',
    ja: '会計サービスで品目を作成してください',
  },
  addWalletables: {
    en: 'register bank accounts and cards at the accounting service',
    ja: '会計サービスで銀行口座やカードを登録してください',
  },
})

interface Entry {
  readonly id: number
  readonly name: string
  readonly available?: boolean | undefined
}

function withUse(entries: readonly Entry[]): Part {
  const useText = (available = true) => phrase(available ? WORDS.inUse : WORDS.notInUse)
  return { entries, rows: entries.map(({ id, name, available }) => [name, String(id), useText(available)]) }
}

const WALLETABLE_TYPES: Readonly<Record<string, Phrase>> = {
  bank_account: phrase(WORDS.bank),
  credit_card: phrase(WORDS.card),
  wallet: phrase(WORDS.wallet),
}

const LISTS = {
  'account-items': {
    head: [WORDS.accountItem, WORDS.id, WORDS.usualTax].map(label => phrase(label)),
    member: 'account_items',
    filledBy: phrase(WORDS.addAccountItems),
    async *read({ api, company }) {
      const { account_items: entries } = await api.accountItems({ query: { company_id: String(company) } })
      const names = await createNames({ api, company }).load(['tax code'])
      const used = entries.filter(({ available }) => available !== false)
      yield {
        entries,
        rows: used.map(({ id, name, default_tax_code: code }) => [
          name,
          String(id),
          names.label('tax code', code),
        ]),
      }
    },
  },
  taxes: {
    head: [WORDS.taxCategory, WORDS.code].map(label => phrase(label)),
    member: 'taxes',
    filledBy: phrase(WORDS.learnCodes),
    async *read({ api, company }) {
      const { entries } = await api.taxTable({ query: { company_id: String(company) } })
      yield { entries, rows: entries.map(({ code, name }) => [name, String(code)]) }
    },
  },
  partners: {
    head: [WORDS.partner, WORDS.id, WORDS.use].map(label => phrase(label)),
    member: 'partners',
    filledBy: phrase(WORDS.createPartner),
    async *read(source, { search }) {
      for await (const entries of readPartners(source, { keyword: search })) yield withUse(entries)
    },
  },
  items: {
    head: [WORDS.item, WORDS.id, WORDS.use].map(label => phrase(label)),
    member: 'items',
    filledBy: phrase(WORDS.createItems),
    async *read(source) {
      for await (const entries of readItems(source)) yield withUse(entries)
    },
  },
  walletables: {
    head: [WORDS.walletable, WORDS.id, WORDS.type].map(label => phrase(label)),
    member: 'walletables',
    filledBy: phrase(WORDS.addWalletables),
    async *read({ api, company }) {
      const { walletables: entries } = await api.walletables({ query: { company_id: String(company) } })
      yield {
        entries,
        rows: entries.map(({ id, name, type }) => [name, String(id), WALLETABLE_TYPES[type] ?? type]),
      }
    },
  },
} as const satisfies Record<string, MasterList>

export type MasterKind = keyof typeof LISTS

export async function listNames(kind: MasterKind, options: NamesOptions, context: CliContext): Promise<void> {
  const list: MasterList = LISTS[kind]
  const api = await accountingApi(options, context)
  const company = await chooseCompany(options, { api })
  const output = context.output(options)
  const shown = output.list(list.member, list.head)
  let count = 0
  for await (const { entries, rows } of list.read({ api, company: company.id }, options)) {
    shown.add(entries, rows)
    count += rows.length
  }
  shown.end()
  if (count > 0) return
  output.line(
    options.search === undefined
      ? phrase(WORDS.none, { filledBy: list.filledBy })
      : phrase(WORDS.noneHas, { search: options.search }),
  )
}
