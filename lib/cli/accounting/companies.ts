/** `kura accounting companies`: the user's companies, by both of their numbers. */
import type { Command } from '@commander-js/extra-typings'
import type { CliContext } from '../context.ts'
import { withCallOptions } from '../operator/options.ts'
import { type AccountingOptions, accountingApi, listCompanies } from './call.ts'

export function registerAccountingCompanies(accounting: Command, context: CliContext): void {
  withCallOptions(
    accounting
      .command('companies')
      .description("the user's companies: the id that the service takes, the office number that people see"),
  ).action((options: AccountingOptions) => showCompanies(options, context))
}

async function showCompanies(options: AccountingOptions, context: CliContext): Promise<void> {
  const companies = await listCompanies(await accountingApi(options, context))
  const output = context.output(options)
  output.result({ companies })
  if (companies.length === 0)
    return output.line(
      'the user has no company: create one at the accounting service, or authorize as another user',
    )
  output.table(
    companies.map(({ id, number, name, role }) => [name, String(id), number, role]),
    ['company', 'id', 'office number', 'role'],
  )
}
