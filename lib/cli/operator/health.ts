/** `kura health`: what ran when, what is open and what failed. */
import type { Command } from '@commander-js/extra-typings'
import { cronContract } from '../../app/contracts/cron.ts'
import type { CliContext } from '../context.ts'
import { EXIT } from '../exit-status.ts'
import { ageText, textInZone } from '../terminal/moment.ts'
import { operatorClient } from './client.ts'
import { type CallOptions, withCallOptions } from './options.ts'

export function registerHealth(program: Command, context: CliContext): void {
  withCallOptions(program.command('health'))
    .description('show when the daily jobs ran, what is open and what failed')
    .action((options: CallOptions) => showHealth(context, options))
}

async function showHealth(context: CliContext, options: CallOptions): Promise<void> {
  const client = await operatorClient(cronContract, { ...options, scopes: ['admin'] }, context)
  const health = await client.health()
  const output = context.output(options)
  output.result(health)
  const { timezone } = context.config.locale()
  const rows = health.jobs.map(({ job, state, began, problems }) => [
    job,
    state,
    began ? ageText(began, context.now()) : '-',
    textInZone(problems.join('; '), timezone),
  ])
  output.table(rows, ['job', 'state', 'began', 'problems'])
  const { open, untold, unsent } = health.notices
  output.line(`notices: ${open} open, ${untold} not told yet, ${unsent} messages of unknown outcome`)
  output.line(health.healthy ? 'healthy' : 'not healthy')
  if (!health.healthy) context.exit(EXIT.failed)
}
