/** `kura log`: who did what; `kura log export | verify | remove`: keeping the log for as long as the books. */

import type { Command } from '@commander-js/extra-typings'
import type { activityContract } from '../../services/activity/contract.ts'
import type { CliContext } from '../context.ts'
import { filling } from '../operator/fills.ts'
import { withCallOptions } from '../operator/options.ts'
import { type ExportOptions, exportLog } from './export.ts'
import { withRootOptions } from './options.ts'
import { type RemoveOptions, removeFromLog } from './remove.ts'
import { DAYS_SHOWN, type LogOptions, showLog } from './show.ts'
import { type VerifyOptions, verifyLog } from './verify.ts'

const fills = filling<typeof activityContract>()

export function registerLog(program: Command, context: CliContext): void {
  const log = withCallOptions(program.command('log'))
    .description('show who did what, and check that no entry is missing')
    .addOption(
      fills.option(
        '--since <day>',
        `the first day, YYYY-MM-DD, or "all" (default: ${DAYS_SHOWN} days before the last)`,
        'since',
      ),
    )
    .addOption(fills.option('--until <day>', 'the last day, YYYY-MM-DD (default: today)', 'until'))
    .action((options: LogOptions) => showLog(context, options))
  withRootOptions(withCallOptions(log.command('export')))
    .description('write each month that is over into a signed file')
    .requiredOption('--out <path>', 'a folder, which gets a file for each month; or one file, *.jsonl')
    .option('--month <month>', 'only this month, YYYY-MM')
    .option('--keys <dir>', 'the folder of the release keys (default: ~/.config/kura/keys)')
    .action((options: ExportOptions) => exportLog(context, options))
  withRootOptions(withCallOptions(log.command('verify')))
    .argument('<file...>', 'exports, or folders of them')
    .description('check that no entry of exports and store is missing or was changed')
    .option('--no-store', 'do not ask the host; compare the files only with each other')
    .addHelpText(
      'after',
      '\nExit status: 0 if all is whole, 1 if something is missing or was changed, 3 if something cannot be said.',
    )
    .action((files: string[], options: VerifyOptions) => verifyLog(files, options, context))
  withRootOptions(withCallOptions(log.command('remove')))
    .addArgument(fills.argument('<file...>', 'exports, or folders of them', 'export'))
    .description('verify exports, and remove from the store what they have; needs the scope approve')
    .addOption(fills.option('--by <name>', 'your name; asked for if not given', 'person'))
    .option('--write', 'remove it; without this nothing changes')
    .action((files: string[], options: RemoveOptions) => removeFromLog(files, options, context))
}
