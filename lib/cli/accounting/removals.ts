/** `kura accounting partners stop-and-delete | items delete`: removing what is no longer used; only `--write` removes something. */

import type { Command, OptionValues } from '@commander-js/extra-typings'
import type { ReplyOf } from '../../core/http/contract.ts'
import type { AccountingContract } from '../../services/accounting/contract.ts'
import type { CliContext } from '../context.ts'
import { filling } from '../operator/fills.ts'
import type { Output } from '../terminal/output.ts'
import { type AccountingOptions, accountingApi, chooseCompany, withCompany } from './call.ts'

const fills = filling<AccountingContract>()

interface RemovalOptions extends AccountingOptions {
  readonly write?: true
}

/** Adds the commands to the groups of the lists. */
export function registerAccountingRemovals(
  { partners, items }: Readonly<Record<'partners' | 'items', Command>>,
  context: CliContext,
): void {
  withRemoval(
    partners
      .command('stop-and-delete')
      .description('stop the use of a partner, then delete it; if a step fails, the error says which'),
  ).action((id: string, options: RemovalOptions) => removePartner(id, options, context))
  withRemoval(items.command('delete').description('delete an item that no deal uses')).action(
    (id: string, options: RemovalOptions) => deleteItem(id, options, context),
  )
}

function withRemoval<Args extends unknown[], Opts extends OptionValues>(command: Command<Args, Opts>) {
  return withCompany(
    command
      .addArgument(fills.argument('<id>', '', 'id'))
      .option('--write', 'do it; without it nothing is changed'),
  )
}

async function removePartner(id: string, options: RemovalOptions, context: CliContext): Promise<void> {
  const { api, call } = await removal(id, options, context)
  const reply = await api.stopAndDeletePartner(call)
  const output = context.output(options)
  output.result(reply)
  if (reply.mode === 'dry-run') return showCalls(reply.calls, reply, output)
  output.line(`partner ${id}: use stopped, deleted`)
}

async function deleteItem(id: string, options: RemovalOptions, context: CliContext): Promise<void> {
  const { api, call } = await removal(id, options, context)
  const run = await api.deleteItem(call)
  const output = context.output(options)
  output.result(run ?? { item: Number(id), deleted: true })
  if (run) return showCalls([run], run, output)
  output.line(`item ${id}: deleted`)
}

async function removal(id: string, options: RemovalOptions, context: CliContext) {
  const api = await accountingApi(options, context)
  const query = { company_id: String((await chooseCompany(options, { api })).id) }
  const mode = options.write ? 'write' : 'dry-run'
  return { api, call: { params: { id }, query, mode } } as const
}

type Removal = Extract<ReplyOf<AccountingContract, 'stopAndDeletePartner'>, { readonly mode: 'dry-run' }>

function showCalls(calls: Removal['calls'], { obstacles }: Pick<Removal, 'obstacles'>, output: Output): void {
  output.line('dry run: nothing was changed; --write would send to the accounting service:')
  for (const { method, path, query, body } of calls) {
    const search = query ? `?company_id=${query.company_id}` : ''
    output.line(`  ${method} ${path}${search}${body ? ` ${JSON.stringify(body)}` : ''}`)
  }
  for (const obstacle of obstacles) output.line(`a write would be refused: ${obstacle}`)
}
