/** `kura accounting partners | items`: removing what is not used any more. */
import type { Command } from 'commander'
import type { CliContext } from '../context.ts'
import { type AccountingOptions, accountingCall, BASE, chooseCompany, segment, withCompany } from './call.ts'

export function registerAccountingPartners(accounting: Command, context: CliContext): void {
  const partners = accounting.command('partners').description('the partners of a company')
  withCompany(
    partners
      .command('stop-and-delete')
      .argument('<id>')
      .description('stop the use of a partner, then delete it; says where it stopped'),
  ).action((id: string, options: AccountingOptions) => removePartner(context, id, options))
  const items = accounting.command('items').description('the items of a company')
  withCompany(
    items.command('delete').argument('<id>').description('delete an item; one that deals use stays'),
  ).action((id: string, options: AccountingOptions) => deleteItem(context, id, options))
}

async function removePartner(context: CliContext, id: string, options: AccountingOptions): Promise<void> {
  const call = await accountingCall(context, options)
  const query = { company_id: String(await chooseCompany(call, options)) }
  const path = `${BASE}/partners/${segment(id)}/stop-and-delete`
  const removed = await call({ method: 'POST', path, query })
  const output = context.output(options)
  output.result(removed)
  output.line(`partner ${id}: use stopped, deleted`)
}

async function deleteItem(context: CliContext, id: string, options: AccountingOptions): Promise<void> {
  const call = await accountingCall(context, options)
  const query = { company_id: String(await chooseCompany(call, options)) }
  await call({ method: 'DELETE', path: `${BASE}/items/${segment(id)}`, query })
  const output = context.output(options)
  output.result({ item: Number(id), deleted: true })
  output.line(`item ${id}: deleted`)
}
