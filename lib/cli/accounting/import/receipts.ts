/** `kura accounting receipts`: files whose upload needs somebody, and what a person does about them. */

import type { Command } from '@commander-js/extra-typings'
import type { ReplyOf } from '../../../core/http/contract.ts'
import { readPages } from '../../../core/http/pages.ts'
import type { AccountingContract } from '../../../services/accounting/contract.ts'
import type { CliContext } from '../../context.ts'
import { filling } from '../../operator/fills.ts'
import { withCallOptions } from '../../operator/options.ts'
import { ageText, momentText, textInZone } from '../../terminal/moment.ts'
import { type AccountingOptions, accountingApi } from '../call.ts'
import { type FreeOptions, readFreeing, withFreeOptions } from '../freeing.ts'

const fills = filling<AccountingContract>()

type Receipt = ReplyOf<AccountingContract, 'receipts'>['receipts'][number]

export function registerAccountingReceipts(accounting: Command, context: CliContext): void {
  const receipts = accounting
    .command('receipts')
    .description('the files of receipts in the file box of the accounting service')
  withCallOptions(
    receipts.command('list', { isDefault: true }).description('list the files whose upload needs somebody'),
  ).action((options: AccountingOptions) => list(options, context))
  withCallOptions(
    receipts
      .command('resolve')
      .addArgument(fills.argument('<receipt>', '', 'receipt'))
      .description('look for a file of unknown outcome at the service; if it is there, it is done'),
  ).action((name: string, options: AccountingOptions) => resolve(name, options, context))
  withCallOptions(
    withFreeOptions(
      receipts
        .command('free')
        .addArgument(fills.argument('<receipt>', '', 'receipt'))
        .description(
          'let a file be uploaded again: it is unknown and not at the service, or was deleted there',
        ),
    ),
  ).action((name: string, options: FreeOptions) => free(name, options, context))
}

const HEAD = ['receipt', 'file', 'state', 'since', 'why']

async function list(options: AccountingOptions, context: CliContext): Promise<void> {
  const api = await accountingApi(options, context)
  const output = context.output(options)
  const { timezone } = context.config.locale()
  const shown = output.list('receipts', HEAD)
  let count = 0
  for await (const { receipts } of readPages(query => api.receipts({ query }))) {
    shown.add(
      receipts,
      receipts.map(receipt => rowOf(receipt, { now: context.now(), timezone })),
    )
    count += receipts.length
  }
  shown.end()
  if (count === 0) output.line('no file needs anybody: one whose upload is not certain is listed here')
}

function rowOf(
  { receipt, name = '', state, since, reason = '' }: Receipt,
  { now, timezone }: { now: number; timezone: string },
): string[] {
  return [receipt, name, state, ageText(since, now), textInZone(reason, timezone)]
}

async function resolve(name: string, options: AccountingOptions, context: CliContext): Promise<void> {
  const api = await accountingApi(options, context)
  const report = await api.resolveReceipt({ params: { receipt: name } })
  const output = context.output(options)
  output.result(report)
  const at = report.id === undefined ? '' : `, as receipt ${report.id}`
  output.line(`the file "${report.name ?? name}" is ${report.state}${at}`)
  if (report.state === 'unknown' && report.found.length === 0)
    output.line('it is not at the service, which proves nothing: it may still appear')
  if (report.state === 'unknown' && report.found.length > 1)
    output.line(
      `receipts ${report.found.join(', ')} have its content: delete all but one at the service, and resolve it again`,
    )
}

async function free(name: string, options: FreeOptions, context: CliContext): Promise<void> {
  const api = await accountingApi(options, context)
  const { timezone } = context.config.locale()
  const params = { receipt: name }
  const report = await api.receipt({ params })
  const { since, reason = '', state, operation } = report
  const rows = [
    ['since', momentText(since, timezone)],
    ['why', textInZone(reason, timezone)],
  ].filter(([, text]) => text !== '')
  const held = {
    what: `the file "${report.name ?? name}"`,
    state,
    operation,
    rows,
    question: 'let it be uploaded again?',
  }
  const body = await readFreeing(held, options, context)
  const output = context.output(options)
  if (!body) return output.result(report)
  const freed = await api.freeReceipt({ params, body })
  output.result(freed)
  output.line(`freed the file "${freed.name ?? name}": it may be uploaded again`)
}
