/** `kura rollback`: lists the releases in git, or publishes the files of one of them again. */
import { resolve } from 'node:path'
import type { Command } from '@commander-js/extra-typings'
import { DEFAULT_PAYLOAD_DIR } from '../../../publishing/payload/settings.ts'
import type { PublishOptions } from '../../../publishing/publish.ts'
import {
  listChoices,
  planRollback,
  type RollbackFolders,
  type RollbackPlan,
} from '../../../publishing/rollback/plan.ts'
import { rollBack, undoRollback } from '../../../publishing/rollback/rollback.ts'
import type { CliContext, RegisterCommand } from '../../context.ts'
import type { OptionsOf } from '../../operator/options.ts'
import { momentText } from '../../terminal/moment.ts'
import { wholeNumber } from '../../terminal/whole-number.ts'
import type { LiveHost } from './live-host.ts'
import { changeRows, deployHint, showPublished, tellHost } from './publish.ts'
import { publisherFolders } from './release-dir.ts'
import { keyFolderOf } from './release-keys.ts'

/** The maximum number of releases in the list; older releases can still be published again. */
const MOST_LISTED = 20

const defineRollback = (program: Command) =>
  program
    .command('rollback')
    .argument('[version]', 'the release whose files to publish again (default: list the releases)')
    .description('publish the files of an earlier release, taken from git, as the next release')
    .option('--undo', 'restore the payload from git if a rollback was interrupted')
    .option('--write', 'change the payload and publish it; without it nothing is changed')
    .option('--payload <dir>', 'the payload (default: the one of this project)')
    .option('--settings <file>', "the payload's settings (default: the JSON file beside the folder)")
    .option('--release <dir>', 'the release folder (default: KURA_RELEASE_DIR, or the one of this project)')
    .option('--keys <dir>', 'the folder of the release keys (default: ~/.config/kura/keys)')
    .option('--days <n>', 'days until the release expires (default: 90)', wholeNumber('--days'))
    .option('--after <version>', 'publish a version above this one', wholeNumber('--after'))
    .option('--json', 'print the result as JSON')

type Options = OptionsOf<typeof defineRollback>

/** Creates the command. `liveHost` asks the host for its version, and reports the release to the host. */
export function rollbackCommand({ liveHost }: { liveHost?: LiveHost } = {}): RegisterCommand {
  return (program: Command, context: CliContext) => {
    defineRollback(program).action((version, options) => {
      if (options.undo) return undo(context, options)
      return version === undefined
        ? list(context, options)
        : rollBackTo(wholeNumber('VERSION')(version), { context, options, liveHost })
    })
  }
}

async function list(context: CliContext, options: Options): Promise<void> {
  const output = context.output(options)
  const choices = await listChoices(foldersOf(context, options), MOST_LISTED)
  const { timezone } = context.config.locale()
  output.result(choices)
  if (choices.length === 0) output.line('git has no release: commit the release folder after kura publish')
  output.table(
    choices.map(({ version, created, files, problem }) => [
      `release ${version}`,
      momentText(created, timezone),
      problem ?? `${files} ${files === 1 ? 'file' : 'files'}`,
    ]),
  )
}

async function undo(context: CliContext, options: Options): Promise<void> {
  const output = context.output(options)
  const undone = await undoRollback(foldersOf(context, options))
  output.result({ undone })
  output.line(
    undone === undefined
      ? 'no rollback was interrupted'
      : `undid the rollback to release ${undone}: the payload is as it was`,
  )
}

async function rollBackTo(
  version: number,
  { context, options, liveHost }: { context: CliContext; options: Options; liveHost: LiveHost | undefined },
): Promise<void> {
  const output = context.output(options)
  const folders = foldersOf(context, options)
  if (!options.write) {
    const plan = await planRollback(folders, version)
    output.result({ published: false, ...planResult(plan) })
    output.table(changeRows(plan.changes))
    if (plan.settings) output.line("changed  the payload's settings")
    output.line(`nothing is changed without --write; it would publish the files of release ${version} again`)
    return
  }
  const { plan, outcome } = await rollBack(version, publishOptions(folders, { context, options, liveHost }))
  if (outcome.reason === undefined) {
    output.result({ published: false, ...planResult(plan) })
    output.line(
      `nothing is published: release ${outcome.manifest.version} has the files of release ${version}`,
    )
    return
  }
  const { releaseDir } = folders
  const { timezone } = context.config.locale()
  showPublished(outcome, { output, releaseDir, next: deployHint(releaseDir), timezone })
  output.line(`"${folders.payloadDir}" has the files of release ${version} again: commit it too`)
  await tellHost(outcome, { liveHost, output, context })
}

function publishOptions(
  folders: RollbackFolders,
  { context, options, liveHost }: { context: CliContext; options: Options; liveHost: LiveHost | undefined },
): PublishOptions {
  const { keyDir } = publisherFolders(context, options)
  return {
    ...folders,
    keys: keyFolderOf(context, keyDir),
    now: context.now(),
    signal: context.signal,
    days: options.days,
    after: options.after,
    liveVersion: liveHost && (() => liveHost.askVersion(context)),
  }
}

function foldersOf(context: CliContext, options: Options): RollbackFolders {
  return {
    payloadDir: options.payload === undefined ? DEFAULT_PAYLOAD_DIR : resolve(context.cwd, options.payload),
    releaseDir: publisherFolders(context, options).releaseDir,
    settingsFile: options.settings && resolve(context.cwd, options.settings),
  }
}

function planResult({ version, changes, settings }: RollbackPlan) {
  return {
    from: version,
    added: changes.added.map(({ path }) => path),
    changed: changes.changed.map(({ after }) => after.path),
    removed: changes.removed.map(({ path }) => path),
    settings: settings !== undefined,
  }
}
