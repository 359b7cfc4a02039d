import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Command } from '@commander-js/extra-typings'
import { startHost } from '../../../../sandbox/host/host.ts'
import { fileFault } from '../../../core/disk/file-fault.ts'
import { type HeldLock, takeLock } from '../../../core/disk/lock.ts'
import { AppError, hasCode } from '../../../core/errors.ts'
import { noProgress } from '../../../core/work/progress.ts'
import { createRoot, readChain } from '../../../publishing/keys/roots.ts'
import { publishRelease } from '../../../publishing/publish.ts'
import type { CliContext } from '../../context.ts'
import { DEVELOPMENT, ensureDevelopmentSettings, readDevelopmentSettings } from '../../development.ts'
import type { OptionsOf } from '../../operator/options.ts'
import { EXIT } from '../../terminal/exit-status.ts'
import { heldOutput } from '../../terminal/output.ts'
import { wholeNumber } from '../../terminal/whole-number.ts'
import { consoleLink, showLink, showNextCommands, showUnused } from './announce.ts'
import { demonstrateProbe, demonstrateSync } from './distribution-demo.ts'
import { practiceEnvironment } from './environment.ts'
import { withEarlierPayload } from './example/device.ts'
import { type Example, planExample } from './example/example.ts'
import { createLogFile } from './log-file.ts'
import { type RunningService, startServices } from './sandboxes.ts'
import { PROJECT, useHost } from './use-host.ts'

const SAMPLE_PAYLOAD = join(PROJECT, 'sandbox/payload')

const startCommand = (command: Command) =>
  command
    .description('run all of kura on this machine: publish, serve, enrol a demo device, sync, probe')
    .option('--once', 'exit after the last step, with status 0 only if every check passed')
    .option('--live-remotes', 'use the remotes that the environment or .env sets, instead of sandboxes')
    .option('--details', 'show everything that the demonstration does')
    .option('--no-example', 'leave out the example company, whose deals, receipts and messages wait for you')
    .option('--json', 'print the result as JSON once the host is ready')
    .option('--port <port>', 'the first port to try', wholeNumber('--port', 65_535), 3000)

type StartOptions = OptionsOf<typeof startCommand>

export function registerStart(command: Command, context: CliContext): void {
  startCommand(command).action(options => {
    const output = context.output({ json: options.json })
    // without a terminal, the lines of the demonstration show its progress well enough
    const quiet = Number.isFinite(output.columns) ? output : { ...output, progress: noProgress }
    return start(options, { ...context, output: () => quiet })
  })
}

async function start(options: StartOptions, context: CliContext): Promise<void> {
  const output = context.output({})
  const { created } = await ensureDevelopmentSettings(PROJECT)
  const only = await onlyStart(PROJECT)
  if (!only) {
    const url = readDevelopmentSettings(PROJECT)['KURA_URL']
    output.result({ url, log: DEVELOPMENT.log })
    return output.line(`console    the local host runs already at ${url}`)
  }
  const checks = heldOutput(output)
  try {
    await startHere(options, { created, checks }, context)
  } catch (error) {
    checks.show()
    throw error
  } finally {
    await only.release()
  }
}

/** The lines of the checks, which are shown with `--details`, or if a check fails. */
type Checks = ReturnType<typeof heldOutput>

async function startHere(
  options: StartOptions,
  { created, checks }: { created: boolean; checks: Checks },
  context: CliContext,
): Promise<void> {
  const { output } = checks
  output.line(`settings   ${created ? 'created development secrets in' : 'found'} ${DEVELOPMENT.settings}`)
  const practice = practiceEnvironment(context.given ?? context.env, {
    cwd: context.cwd,
    live: options.liveRemotes === true,
  })
  showUnused(practice, options, context.output({}))
  const example = planExample(options, PROJECT)
  const publish = (payload: string) => publishSample(payload, { ...context, output: () => output })
  if (example && (await isUnpublished())) await withEarlierPayload(SAMPLE_PAYLOAD, publish)
  else await publish(SAMPLE_PAYLOAD)
  await serveServices({ options, checks, example, publish }, { ...context, env: practice.env })
}

interface Parts {
  readonly options: StartOptions
  readonly checks: Checks
  /** The example company, if it is to be made. */
  readonly example: Example | undefined
  readonly publish: (payload: string) => Promise<void>
}

interface Served extends Parts {
  readonly services: readonly RunningService[]
}

async function serveServices(parts: Parts, context: CliContext): Promise<void> {
  const services = await startServices(context.env, join(PROJECT, DEVELOPMENT.sandboxes))
  try {
    await serve({ services, ...parts }, context)
  } finally {
    await Promise.all(services.map(service => service.close()))
  }
}

async function serve(served: Served, given: CliContext): Promise<void> {
  const { options, services, checks } = served
  const output = given.output({})
  const log = createLogFile(join(PROJECT, DEVELOPMENT.log), {
    failed: error => output.note(`warning: cannot write the log "${DEVELOPMENT.log}": ${fileFault(error)}`),
  })
  const host = await startHost({ root: PROJECT, port: options.port, signal: given.signal, log })
  try {
    const context = await useHost({ host, services, log, options }, given)
    checks.output.line(`serving    ${host.url}, log in ${DEVELOPMENT.log}`)
    const link = options.once ? undefined : await consoleLink(options, context)
    if (link !== undefined) showLink(link, output)
    await demonstrate(host.url, served, context).catch(error => {
      // the local host continues although acts are paused, because the commands that end the pause need it
      if (!hasCode(error, 'paused') || options.once) throw error
      output.line(
        'paused     nothing is demonstrated: KURA_PAUSED is on, or the store was restored: kura store restored',
      )
    })
    if (link === undefined) return
    showNextCommands({ url: host.url, commands: services.flatMap(({ command }) => command ?? []) }, given)
    showLink(link, output)
    if (!context.signal.aborted) await once(context.signal, 'abort')
  } finally {
    await host.close()
  }
}

/** @throws AppError `paused` if KURA_PAUSED is on, or the store is older than the newest known end of the log */
async function demonstrate(
  url: string,
  { services, options, checks, example, publish }: Served,
  given: CliContext,
): Promise<void> {
  const output = given.output({})
  const context = { ...given, output: () => checks.output }
  await example?.addDevice(() => publish(SAMPLE_PAYLOAD), context)
  const { dir, isWhole } = await demonstrateSync(context)
  const remotes = demonstrateRemotes(services, example, context)
  // prevents an unhandled rejection if the probe fails first; `await remotes` below throws this failure
  remotes.catch(() => undefined)
  const closed = await demonstrateProbe({ url, dir }, context)
  const shown = await remotes
  // this comes after the books are connected, so that the photograph goes to the file box, and is read there
  await example?.sendReceipts(url)
  await example?.done(output)
  for (const { show } of shown) show()
  const passed = isWhole && closed
  if (options.details || !passed) checks.show()
  const names = shown.map(({ title }) => title).join(', ')
  output.line(
    passed
      ? `checks     passed: release, device, probe, ${names} (--details)`
      : 'checks     failed: the lines above say what',
  )
  const said = Object.fromEntries(shown.map(({ title, text }) => [title, text]))
  output.result({ url, log: DEVELOPMENT.log, passed, ...said })
  context.exit(passed ? EXIT.done : EXIT.failed)
}

async function isUnpublished(): Promise<boolean> {
  return (await readChain(join(PROJECT, DEVELOPMENT.release))).length === 0
}

async function publishSample(payloadDir: string, context: CliContext): Promise<void> {
  const output = context.output({})
  const now = context.now()
  const releaseDir = join(PROJECT, DEVELOPMENT.release)
  const keys = { dir: join(PROJECT, DEVELOPMENT.keys), passphrase: async () => undefined }
  if (await isUnpublished()) await createRoot({ releaseDir, keys, now, development: true })
  const { progress } = output
  const { signal } = context
  const { manifest, reason } = await publishRelease({ payloadDir, releaseDir, keys, now, progress, signal })
  const did = reason ? 'published' : 'unchanged:'
  output.line(
    `release    ${did} release ${manifest.version} (${manifest.files.length} files), signed with a development key`,
  )
}

interface Demonstrated {
  readonly title: string
  readonly text: string
  show(): void
}

function demonstrateRemotes(
  services: readonly RunningService[],
  example: Example | undefined,
  context: CliContext,
): Promise<Demonstrated[]> {
  const output = context.output({})
  const held = async ({ title, demonstrate, fill }: RunningService): Promise<Demonstrated> => {
    const lines = heldOutput(output)
    const text = await demonstrate({ ...context, output: () => lines.output })
    if (fill) await example?.fill(fill, context)
    const show = () => {
      lines.show()
      output.line(`${title.padEnd(10)} ${text}`)
    }
    return { title, text, show }
  }
  return Promise.all(services.map(held))
}

/**
 * Takes the lock; returns undefined if a local host of this machine already serves the project.
 * @throws AppError `conflict` if the process that has the lock is on another machine
 */
async function onlyStart(project: string): Promise<HeldLock | undefined> {
  const folder = join(project, DEVELOPMENT.lock)
  await mkdir(folder, { recursive: true })
  const lock = await takeLock(folder)
  if (lock.held) return lock
  const { pid, here } = lock.holder
  if (here) return undefined
  throw new AppError('conflict', `Cannot start: process ${pid} of another machine serves this project`, {
    hint: 'use that one, or stop it with Ctrl-C first',
  })
}
