/** `kura today`: what needs a person, what is due in the next seven days, and what ran, on one screen. */
import type { Command } from '@commander-js/extra-typings'
import { adminContract } from '../../services/admin/contract.ts'
import type { CliContext } from '../context.ts'
import { EXIT } from '../exit-status.ts'
import { operatorClient } from '../operator/client.ts'
import { type CallOptions, withCallOptions } from '../operator/options.ts'
import { todayLines } from './screen.ts'

/** The lines of a small terminal, less the one of the next prompt. */
const LINES = 23

export function registerToday(program: Command, context: CliContext): void {
  withCallOptions(program.command('today'))
    .description('show on one screen what needs a person, what is due in the next seven days, and what ran')
    .action((options: CallOptions) => showToday(context, options))
}

async function showToday(context: CliContext, options: CallOptions): Promise<void> {
  const admin = await operatorClient(adminContract, { ...options, scopes: ['admin'] }, context)
  const today = await admin.today()
  const output = context.output(options)
  output.result(today)
  const size = { columns: output.columns, lines: LINES }
  for (const line of todayLines(today, size)) output.command(line)
  if (today.needs.count + today.failed.length > 0) context.exit(EXIT.review)
}
