/** `kura accounting companies`: the user's companies, by both of their numbers. */
import type { Command } from 'commander'
import { companiesReply } from '../../accounting/remote/schema.ts'
import type { CliContext } from '../context.ts'
import { readReply } from '../operator/client.ts'
import { withCallOptions } from '../operator/options.ts'
import { type AccountingOptions, accountingCall, BASE } from './call.ts'

export function registerAccountingCompanies(accounting: Command, context: CliContext): void {
  withCallOptions(
    accounting
      .command('companies')
      .description("the user's companies: the id that the service wants, the office number that people see"),
  ).action((options: AccountingOptions) => showCompanies(context, options))
}

async function showCompanies(context: CliContext, options: AccountingOptions): Promise<void> {
  const call = await accountingCall(context, options)
  const companies = readReply(companiesReply, await call({ method: 'GET', path: `${BASE}/companies` }))
  const output = context.output(options)
  output.result({ companies })
  output.table(
    companies.map(({ id, number, role }) => [String(id), number, role]),
    ['company', 'office number', 'role'],
  )
}
