/** What the commands of the books share: calling the host, naming a company, asking whether it is meant. */
import type { Command } from 'commander'
import { companiesReply } from '../../accounting/remote/schema.ts'
import { AppError } from '../../errors.ts'
import type { CliContext } from '../context.ts'
import { type OperatorCall, operatorCall, readReply } from '../operator/client.ts'
import { type CallOptions, withCallOptions } from '../operator/options.ts'

/** Every command of the group takes these. */
export interface AccountingOptions extends CallOptions {
  /** An id or an office number. */
  readonly company?: string
}

/** What `--local` acts with. */
export const ACCOUNTING_SCOPES = ['accounting.read', 'accounting.write'] as const

export const BASE = '/api/accounting'

export function withCompany(command: Command): Command {
  return withCallOptions(
    command.option('--company <company>', 'id or office number; needed where the user has several'),
  )
}

export function accountingCall(context: CliContext, options: AccountingOptions): Promise<OperatorCall> {
  return operatorCall(context, { ...options, scopes: ACCOUNTING_SCOPES })
}

/** The company that was named, else the only one of which the user is admin. @throws AppError `usage` */
export async function chooseCompany(call: OperatorCall, { company }: AccountingOptions): Promise<number> {
  const companies = readReply(companiesReply, await call({ method: 'GET', path: `${BASE}/companies` }))
  const wanted =
    company === undefined
      ? companies.filter(({ role }) => role === 'admin')
      : companies.filter(({ id, number }) => String(id) === company || number === company.replaceAll('-', ''))
  const [only, another] = wanted
  if (only && !another) return only.id
  const why =
    company === undefined ? 'the user is admin of several or none' : `"${company}" is none of the user's`
  throw new AppError('usage', `Cannot choose the company: ${why}`, {
    hint: 'kura accounting companies lists them; name one with --company',
  })
}

/** Asks for a word that must be `yes`. */
export async function agreed(context: CliContext, question: string): Promise<boolean> {
  const answer = await context.ask(`${question} (yes/no) `)
  return /^y(es)?$/i.test(answer.trim())
}

/** A path segment. */
export function segment(text: string): string {
  return encodeURIComponent(text)
}
