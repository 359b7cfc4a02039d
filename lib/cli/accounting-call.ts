/** What the commands of the books share: calling the host, naming a company, asking a person. */
import type { Command } from 'commander'
import { z } from 'zod'
import { companiesReply } from '../accounting/schema.ts'
import { AppError } from '../errors.ts'
import type { CliContext } from './context.ts'
import { type OperatorCall, type OperatorOptions, operatorCall } from './operator.ts'

/** Every command of the group takes these. */
export interface AccountingOptions extends OperatorOptions {
  readonly json?: true
  /** An id or an office number. */
  readonly company?: string
}

/** What `--local` acts with. */
export const ACCOUNTING_SCOPES = ['accounting.read', 'accounting.write'] as const

export const BASE = '/api/accounting'

/** Adds the options that every command of the group takes. */
export function withCallOptions(command: Command): Command {
  return command
    .option('--key <file>', 'the operator key to act with')
    .option('--local', 'act in this process, with the settings of this machine')
    .option('--json', 'print the result as JSON')
}

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
  const reply = await call({ method: 'GET', path: `${BASE}/companies` })
  const companies = companiesReply.parse(reply)
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

/** The name of the person who decides: of the option, else asked for. @throws AppError `usage` */
export async function personOf(context: CliContext, { by }: { by?: string }): Promise<string> {
  const name = (by ?? (await context.ask('your name: '))).trim()
  if (name === '') throw new AppError('usage', 'Cannot go on without a name', { hint: 'say --by NAME' })
  return name
}

/** A path segment. */
export function segment(text: string): string {
  return encodeURIComponent(text)
}

/** An answer of kura's own function, of which the named members are used. */
export function readAnswer<T extends z.ZodRawShape>(shape: T, answer: unknown): z.infer<z.ZodObject<T>> {
  return z.object(shape).parse(answer)
}
