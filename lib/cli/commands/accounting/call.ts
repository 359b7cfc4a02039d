import type { Command, OptionValues } from '@commander-js/extra-typings'
import { AppError } from '../../../core/errors.ts'
import type { Client } from '../../../core/http/client.ts'
import type { Mode } from '../../../core/http/contract.ts'
import { phrase } from '../../../core/language/catalogue.ts'
import { phraseError } from '../../../core/language/phrase-error.ts'
import { type AccountingContract, accountingContract } from '../../../services/accounting/contract.ts'
import type { AccountingTokens } from '../../../services/accounting/tokens/tokens.ts'
import type { CliContext } from '../../context.ts'
import { operatorClient } from '../../operator/client.ts'
import { filling } from '../../operator/fills.ts'
import { type NoOptions, type OptionsOf, withCallOptions } from '../../operator/options.ts'
import { HELP } from './help.ts'
import { TYPED } from './words.ts'

const fills = filling<AccountingContract>()

export interface AccountingContext extends CliContext {
  accountingTokens(): Promise<AccountingTokens>
}

/** The scopes that a command has under `--local`. */
export const ACCOUNTING_SCOPES = ['accounting.read', 'accounting.write', 'approve'] as const

export type AccountingApi = Client<AccountingContract>

export function withCompany<Args extends unknown[], Opts extends OptionValues>(command: Command<Args, Opts>) {
  return withCallOptions(
    command.addOption(
      fills.option('--company <company>', HELP.company.id, 'company_id').argParser(readCompany),
    ),
  )
}

export type AccountingOptions = OptionsOf<typeof withCompany<[], NoOptions>>

/** Returns a company's id or office number without hyphens and spaces, in half-width characters. */
export function readCompany(text: string): string {
  return text.normalize('NFKC').replaceAll(/[-\s]/g, '')
}

/** Returns the option as people type it: `accountItem` -> `--account-item`. */
export function flagOf(name: string): string {
  return `--${name.replaceAll(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)}`
}

export function accountingApi(options: AccountingOptions, context: CliContext): Promise<AccountingApi> {
  return operatorClient(accountingContract, { ...options, scopes: ACCOUNTING_SCOPES }, context)
}

export interface Company {
  readonly id: number
  /** The office number. */
  readonly number: string
  /** The company's name; empty if the service gives none. */
  readonly name: string
  readonly role: string
}

export async function listCompanies(api: AccountingApi): Promise<Company[]> {
  const { companies } = await api.companies()
  return companies.map(({ id, company_number, display_name, role }) => ({
    id,
    number: company_number,
    name: display_name ?? '',
    role,
  }))
}

/**
 * Returns the company that `--company` names. Without the option, returns the only company of which the user is admin.
 * @throws AppError `usage` if there is no such company, or more than one
 */
export async function chooseCompany(
  { company }: AccountingOptions,
  { api }: { api: AccountingApi },
): Promise<Company> {
  const companies = await listCompanies(api)
  const candidates =
    company === undefined
      ? companies.filter(({ role }) => role === 'admin')
      : companies.filter(({ id, number }) => String(id) === company || number === company)
  const [only, another] = candidates
  if (only && !another) return only
  const why = company === undefined ? phrase(TYPED.manyCompanies) : phrase(TYPED.noCompany, { company })
  throw phraseError('usage', why, { hint: phrase(TYPED.listCompanies) })
}

/** @throws AppError `remote_answer` if the host did a dry run, although the call had `mode=write` */
export function written<Reply extends { readonly mode: Mode }>(
  reply: Reply,
): Extract<Reply, { readonly mode: 'write' }> {
  if (reply.mode === 'write') return reply as Extract<Reply, { readonly mode: 'write' }>
  throw new AppError('remote_answer', 'Cannot read the reply of the host: it is a dry run, expected a write')
}
