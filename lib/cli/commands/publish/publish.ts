import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Command } from '@commander-js/extra-typings'
import { AppError, messageOf } from '../../../core/errors.ts'
import { checkProject } from '../../../exposure/check-project.ts'
import { weightText } from '../../../publishing/build/weight.ts'
import { checkRelease } from '../../../publishing/check/check.ts'
import { DEFAULT_PAYLOAD_DIR } from '../../../publishing/payload/settings.ts'
import type { Changes, PublishReason } from '../../../publishing/plan.ts'
import {
  type Live,
  type PublishOptions,
  type PublishOutcome,
  publishRelease,
} from '../../../publishing/publish.ts'
import type { CliContext, RegisterCommand } from '../../context.ts'
import type { OptionsOf } from '../../operator/options.ts'
import { EXIT } from '../../terminal/exit-status.ts'
import { momentText } from '../../terminal/moment.ts'
import type { Output } from '../../terminal/output.ts'
import { byteText } from '../../terminal/progress.ts'
import { wholeNumber } from '../../terminal/whole-number.ts'
import type { LiveHost } from './live-host.ts'
import { overriddenFolders, publisherFolders } from './release-dir.ts'
import { keyFolderOf } from './release-keys.ts'

const PROJECT = fileURLToPath(new URL('../../../..', import.meta.url))

const definePublish = (command: Command) =>
  command
    .argument('[payload]', 'the folder to publish (default: the payload of this project)')
    .description('sign the payload as the next release, in the folder that the deployment includes')
    .option('--release <dir>', 'the release folder (default: KURA_RELEASE_DIR, or the one of this project)')
    .option('--settings <file>', "the payload's settings (default: the JSON file beside the folder)")
    .option('--keys <dir>', 'the folder of the release keys (default: ~/.config/kura/keys)')
    .option('--days <n>', 'days until the release expires (default: 90)', wholeNumber('--days'))
    .option('--after <version>', 'publish a version above this one', wholeNumber('--after'))
    .option('--development', 'publish for the local host, with the development key of npm start')
    .option('--force', 'publish even if nothing changed')
    .option('--empty', 'publish a release without files, which removes every file from the devices')
    .option('--check', 'publish nothing; fail if the release must not be deployed')
    .option('--production', 'with --check: refuse a development root, as a production deployment does')
    .option('--json', 'print the result as JSON')

type Options = OptionsOf<typeof definePublish>

/** `--check` also checks the folder `project`. */
export function publishCommand({
  liveHost,
  project = PROJECT,
}: {
  liveHost?: LiveHost
  project?: string
} = {}): RegisterCommand {
  return (command: Command, context: CliContext) => {
    definePublish(command).action((payload, options) => {
      const payloadDir = payload === undefined ? DEFAULT_PAYLOAD_DIR : resolve(context.cwd, payload)
      if (options.check) return check(context, { ...options, payloadDir, project })
      return publish(context, { ...options, payloadDir, liveHost, project })
    })
  }
}

export async function publish(
  context: CliContext,
  options: Omit<Options, 'check' | 'production'> &
    Pick<PublishOptions, 'payloadDir'> & { liveHost: LiveHost | undefined; project?: string },
): Promise<void> {
  const output = context.output(options)
  const { payloadDir, liveHost, project = PROJECT, days, after, force, empty } = options
  const { releaseDir, keyDir } = publisherFolders(context, options)
  refuseOtherPayload({ payloadDir, releaseDir, project })
  const overridden = overriddenFolders(context, options)
  if (overridden.length > 0) output.note(`--development comes before the settings ${overridden.join(', ')}`)
  const outcome = await publishRelease({
    payloadDir,
    releaseDir,
    keys: keyFolderOf(context, keyDir),
    now: context.now(),
    settingsFile: options.settings && resolve(context.cwd, options.settings),
    progress: output.progress,
    signal: context.signal,
    liveVersion: liveHost && (() => liveHost.askVersion(context)),
    days,
    after,
    force,
    empty,
  })
  output.endProgress()
  const next = options.development ? 'the local host serves it at once' : `commit ${releaseDir} and deploy`
  showPublished(outcome, { output, releaseDir, next, timezone: context.config.locale().timezone })
  await tellHost(outcome, { liveHost, output, context })
}

/** The folders that the project deploys, relative to the project. */
const DEPLOYED = {
  payload: 'lib/services/distribution/payload',
  release: 'lib/services/distribution/release',
}

/**
 * Refuses another payload for the release that the project deploys, because the build compares this release with the
 * project's own payload, and would fail.
 * @throws AppError `usage`
 */
function refuseOtherPayload({
  payloadDir,
  releaseDir,
  project,
}: Record<'payloadDir' | 'releaseDir' | 'project', string>): void {
  const own = resolve(project, DEPLOYED.payload)
  if (resolve(releaseDir) !== resolve(project, DEPLOYED.release) || resolve(payloadDir) === own) return
  const message = `Cannot publish "${payloadDir}": the build would refuse the release, because it is not the payload of this project`
  throw new AppError('usage', message, {
    hint: `put the files into "${own}" and its settings beside it, and run kura publish without a folder; for another deployment, name its release folder with --release`,
  })
}

async function tellHost(
  outcome: PublishOutcome,
  { liveHost, output, context }: { liveHost: LiveHost | undefined; output: Output; context: CliContext },
): Promise<void> {
  if (!liveHost || outcome.reason === undefined || !('version' in outcome.live)) return
  const failed = await liveHost.tellOfRelease(outcome, context)
  if (failed !== undefined) output.note(`the activity log does not have this release yet: ${failed}`)
}

function showPublished(
  outcome: PublishOutcome,
  shown: { output: Output; releaseDir: string; next: string; timezone: string },
): void {
  const { output, releaseDir } = shown
  for (const note of liveNotes(outcome.live)) output.note(note)
  for (const warning of outcome.warnings) output.note(`warning: ${warning}`)
  output.result(resultOf(outcome, releaseDir))
  output.table(changeRows(outcome.changes))
  for (const line of outcomeLines(outcome, shown)) output.line(line)
}

async function check(
  context: CliContext,
  options: Options & { payloadDir: string; project: string },
): Promise<void> {
  const output = context.output(options)
  const exposed = await checkProject(options.project)
  const release = await checkRelease({
    payloadDir: options.payloadDir,
    releaseDir: publisherFolders(context, options).releaseDir,
    now: context.now(),
    production: options.production === true || context.config.deployment === 'production',
    settingsFile: options.settings && resolve(context.cwd, options.settings),
    progress: output.progress,
    signal: context.signal,
  })
  output.endProgress()
  const { warnings, manifest } = release
  const problems = [...exposed, ...release.problems]
  for (const warning of warnings) output.note(`warning: ${warning}`)
  for (const problem of problems) output.error(problem)
  output.result({
    fit: problems.length === 0,
    version: manifest?.version,
    problems: problems.map(({ code, message, hint }) => ({ code, message, hint })),
    warnings,
  })
  if (problems.length > 0) context.exit(EXIT.failed)
  else output.line(`release ${manifest?.version} is complete, signed, and matches the payload`)
}

function liveNotes(live: Live): string[] {
  const hint = 'if the host serves a newer release than this folder has, publish with --after VERSION'
  if (!live.asked) return [`the host was not asked for its release; ${hint}`]
  if ('failed' in live)
    return [`the host could not be asked for its release: ${messageOf(live.failed)}; ${hint}`]
  return []
}

function changeRows({ added, changed, removed }: Changes): string[][] {
  return [
    ...added.map(({ path, size }) => ['added', path, byteText(size)]),
    ...changed.map(({ before, after }) => [
      'changed',
      after.path,
      `${byteText(before.size)} -> ${byteText(after.size)}`,
    ]),
    ...removed.map(({ path, size }) => ['removed', path, byteText(size)]),
  ]
}

const REASONS: Readonly<Record<PublishReason, string>> = {
  first: 'the first release of this folder',
  changed: 'the payload changed',
  root: 'the root has changed',
  'live is newer': 'nothing changed, but the host serves a newer release',
  'expires soon': 'nothing changed, but less than a third of its lifetime was left',
  forced: 'nothing changed, but --force was given',
}

function outcomeLines(
  { reason, manifest, root, weight }: PublishOutcome,
  { next, timezone }: { next: string; timezone: string },
): string[] {
  const bytes = byteText(manifest.files.reduce((sum, { size }) => sum + size, 0))
  const count = manifest.files.length
  const facts = `${count} ${count === 1 ? 'file' : 'files'}, ${bytes}, expires ${momentText(manifest.expires, timezone)}`
  if (!reason)
    return [`nothing changed since release ${manifest.version} (${facts}); --force publishes it again`]
  const kind = root.development ? ', signed with a development root' : ''
  return [
    `published release ${manifest.version}: ${facts}${kind} (${REASONS[reason]})`,
    ...(weight?.limit ? [`the release folder has ${weightText(weight)}`] : []),
    next,
  ]
}

function resultOf(outcome: PublishOutcome, releaseDir: string) {
  const { reason, release, manifest, changes, live, root, weight, warnings } = outcome
  return {
    published: reason !== undefined,
    reason,
    release,
    version: manifest.version,
    expires: manifest.expires,
    root: root.version,
    files: manifest.files.length,
    added: changes.added.map(({ path }) => path),
    changed: changes.changed.map(({ after }) => after.path),
    removed: changes.removed.map(({ path }) => path),
    live: 'version' in live ? { version: live.version } : 'not asked',
    folder: releaseDir,
    weight,
    warnings,
  }
}
