/** `kura accounting partners | items`: removing what is no longer used. */
import type { Command } from 'commander'
import type { CliContext } from '../context.ts'
import { type AccountingOptions, accountingApi, chooseCompany, withCompany } from './call.ts'

export function registerAccountingPartners(accounting: Command, context: CliContext): void {
  const partners = accounting.command('partners').description('the partners of a company')
  withCompany(
    partners
      .command('stop-and-delete')
      .argument('<id>')
      .description('stop the use of a partner, then delete it; if a step fails, the error says which'),
  ).action((id: string, options: AccountingOptions) => removePartner(id, options, context))
  const items = accounting.command('items').description('the items of a company')
  withCompany(
    items.command('delete').argument('<id>').description('delete an item that no deal uses'),
  ).action((id: string, options: AccountingOptions) => deleteItem(id, options, context))
}

async function removePartner(id: string, options: AccountingOptions, context: CliContext): Promise<void> {
  const api = await accountingApi(options, context)
  const query = { company_id: String(await chooseCompany(options, { api })) }
  const removed = await api.stopAndDeletePartner({ params: { id }, query })
  const output = context.output(options)
  output.result(removed)
  output.line(`partner ${id}: use stopped, deleted`)
}

async function deleteItem(id: string, options: AccountingOptions, context: CliContext): Promise<void> {
  const api = await accountingApi(options, context)
  const query = { company_id: String(await chooseCompany(options, { api })) }
  await api.deleteItem({ params: { id }, query })
  const output = context.output(options)
  output.result({ item: Number(id), deleted: true })
  output.line(`item ${id}: deleted`)
}
