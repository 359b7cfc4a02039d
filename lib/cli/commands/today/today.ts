import type { Command } from '@commander-js/extra-typings'
import { phrase } from '../../../core/language/catalogue.ts'
import { reasonIn } from '../../../core/language/text.ts'
import { adminContract } from '../../../services/admin/contract.ts'
import type { CliContext } from '../../context.ts'
import { operatorClient } from '../../operator/client.ts'
import { type CallOptions, withCallOptions } from '../../operator/options.ts'
import { EXIT } from '../../terminal/exit-status.ts'
import { askChat } from '../chat/call.ts'
import { todayLines } from './screen.ts'
import { HELP, POSTED } from './words.ts'

/** The height of a small terminal in lines, minus the line of the next prompt. */
const LINES = 23

export function registerToday(command: Command, context: CliContext): void {
  withCallOptions(command)
    .description(HELP.today.id)
    .option('--status', HELP.status.id)
    .option('--write', HELP.write.id)
    .action(options => (options.status ? showStatus(options, context) : showToday(options, context)))
}

async function showToday(options: CallOptions, context: CliContext): Promise<void> {
  const admin = await operatorClient(adminContract, { ...options, scopes: ['admin'] }, context)
  const today = await admin.today()
  const output = context.output(options)
  output.result(today)
  const size = { columns: output.columns, lines: LINES }
  for (const line of todayLines(today, size)) output.command(line)
  if (today.needs.count + today.failed.length > 0) context.exit(EXIT.review)
}

async function showStatus(
  options: CallOptions & { readonly write?: true },
  context: CliContext,
): Promise<void> {
  const output = context.output(options)
  if (!options.write) {
    const { text } = await askChat(client => client.status(), options, context)
    return output.line(text)
  }
  const posted = await askChat(client => client.postStatus({ mode: 'write' }), options, context)
  output.line(posted.text)
  if (posted.mode === 'dry-run') return
  if (posted.state === 'done') return output.line(phrase(POSTED.done))
  output.line(phrase(POSTED.not, { state: posted.state, reason: reasonIn(posted.reason) }))
  context.exit(EXIT.failed)
}
