import type { Command } from '@commander-js/extra-typings'
import { phrase } from '../../../core/language/catalogue.ts'
import { status } from '../../../device/status.ts'
import type { CliContext } from '../../context.ts'
import { EXIT } from '../../terminal/exit-status.ts'
import type { SyncCommandDeps } from './sync.ts'
import { SYNC } from './words.ts'

export function registerStatus(command: Command, context: CliContext): void {
  command
    .description("show what is on a device's disk, without calling the host or writing anything")
    .option('--dir <dir>', 'the directory that has credentials.json', '.')
    .option('--json', 'print only the result, as JSON')
    .action(options => runStatus(options.dir, { output: context.output(options), exit: context.exit }))
}

/** The exit status is 0 only if the release and its index lines are complete. */
export async function runStatus(
  dir: string,
  { output, exit }: Pick<SyncCommandDeps, 'output' | 'exit'>,
): Promise<void> {
  const found = await status(dir)
  output.result(found)
  output.line(found.line)
  if (found.unfinished) output.note(phrase(SYNC.unfinished))
  if (!found.whole) exit(EXIT.failed)
}
