import type { Command } from '@commander-js/extra-typings'
import type { CliContext } from '../../context.ts'
import { exportCommand, exportLog } from './export.ts'
import { logCommand, showLog } from './show.ts'
import { verifyCommand, verifyLog } from './verify.ts'

export function registerLog(command: Command, context: CliContext): void {
  const log = logCommand(command).action(options => showLog(context, options))
  exportCommand(log).action(options => exportLog(context, options))
  verifyCommand(log).action((files, options) => verifyLog(files, options, context))
}
