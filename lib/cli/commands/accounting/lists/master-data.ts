/**
 * Lists the names that exist in a company:
 * `kura accounting list account-items | taxes | partners | items | walletables`.
 */

import type { Command, OptionValues } from '@commander-js/extra-typings'
import type { AccountingContract } from '../../../../services/accounting/contract.ts'
import { createNames } from '../../../../services/accounting/lists/names.ts'
import { type CompanySource, readItems, readPartners } from '../../../../services/accounting/lists/pages.ts'
import type { CliContext } from '../../../context.ts'
import { filling } from '../../../operator/fills.ts'
import type { NoOptions, OptionsOf } from '../../../operator/options.ts'
import { type AccountingOptions, accountingApi, chooseCompany } from '../call.ts'
import { HELP } from '../help.ts'

const fills = filling<AccountingContract>()

/** Adds the option that chooses the names to list. */
export function withNameFilter<Args extends unknown[], Opts extends OptionValues>(
  command: Command<Args, Opts>,
) {
  return command.addOption(fills.option('--search <word>', HELP.listSearch.id, 'keyword'))
}

type NamesOptions = AccountingOptions & OptionsOf<typeof withNameFilter<[], NoOptions>>

/** A part of a list: its entries, and the rows that show them to people. */
interface Part {
  readonly entries: readonly unknown[]
  readonly rows: readonly (readonly string[])[]
}

interface MasterList {
  readonly head: readonly string[]
  /** The member of the JSON output that has the entries. */
  readonly member: string
  /** The hint for an empty list, which says how to add entries. */
  readonly filledBy: string
  read(source: CompanySource, options: NamesOptions): AsyncIterable<Part>
}

const useText = (available: boolean | undefined) => (available === false ? 'not in use' : 'in use')

const WALLETABLE_TYPES: Readonly<Record<string, string>> = {
  bank_account: 'bank account',
  credit_card: 'credit card',
  wallet: 'other wallet',
}

const LISTS = {
  'account-items': {
    head: ['account item', 'id', 'usual tax category'],
    member: 'account_items',
    filledBy: 'add account items at the accounting service',
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
    head: ['tax category', 'code'],
    member: 'taxes',
    filledBy: 'kura accounting learn-tax-codes --write learns the codes',
    async *read({ api, company }) {
      const { entries } = await api.taxTable({ query: { company_id: String(company) } })
      yield { entries, rows: entries.map(({ code, name }) => [name, String(code)]) }
    },
  },
  partners: {
    head: ['partner', 'id', 'use'],
    member: 'partners',
    filledBy: 'kura accounting partners create NAME --write creates one',
    async *read(source, { search }) {
      for await (const entries of readPartners(source, { keyword: search }))
        yield {
          entries,
          rows: entries.map(({ id, name, available }) => [name, String(id), useText(available)]),
        }
    },
  },
  items: {
    head: ['item', 'id', 'use'],
    member: 'items',
    filledBy: 'create items at the accounting service, or with kura api POST accounting/items',
    async *read(source) {
      for await (const entries of readItems(source))
        yield {
          entries,
          rows: entries.map(({ id, name, available }) => [name, String(id), useText(available)]),
        }
    },
  },
  walletables: {
    head: ['walletable', 'id', 'type'],
    member: 'walletables',
    filledBy: 'register bank accounts and cards at the accounting service',
    async *read({ api, company }) {
      const { walletables: entries } = await api.walletables({ query: { company_id: String(company) } })
      yield {
        entries,
        rows: entries.map(({ id, name, type }) => [name, String(id), WALLETABLE_TYPES[type] ?? type]),
      }
    },
  },
} as const satisfies Record<string, MasterList>

/** The lists of names. */
export type MasterKind = keyof typeof LISTS

/** Shows the list part by part as it arrives. */
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
      ? `there is none yet: ${list.filledBy}`
      : `no name has "${options.search}": leave --search out to see all`,
  )
}
