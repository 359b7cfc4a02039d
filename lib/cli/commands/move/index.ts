import type { Command } from '@commander-js/extra-typings'
import type { CliContext } from '../../context.ts'
import { registerMoveCheck } from './check.ts'
import { acceptCommand, lintCommand, recordCommand, rulesCommand } from './commands.ts'

export function registerMove(command: Command, context: CliContext): void {
  const move = command.description('move a site to another domain, and check that the move is complete')
  rulesCommand(move).action(async (oldName, newName, { homepage301 = false }) => {
    const [{ readMove }, { writeRules }] = await Promise.all([
      import('../../../move/moved-site.ts'),
      import('../../../move/rules/redirect-rules.ts'),
    ])
    const redirects = writeRules(readMove(oldName, newName), { homepage301 })
    context.output({ json: true }).result({ redirects })
  })
  lintCommand(move).action(async (file, options) => {
    const { lint } = await import('./lint.ts')
    await lint(file, options, context)
  })
  recordCommand(move).action(async (name, options) => {
    const { record } = await import('./record.ts')
    await record(name, options, context)
  })
  registerMoveCheck(move, context)
  acceptCommand(move).action(async (cause, options) => {
    const { accept } = await import('./accept.ts')
    await accept(cause, options, context)
  })
}
