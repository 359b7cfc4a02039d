/**
 * `npm start`: all of kura on one machine, without any setup. It creates development secrets once, publishes the sample
 * payload, starts the local host, enrols a demo device, lets it sync over real HTTP, and probes the host.
 */

import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Command } from '@commander-js/extra-typings'
import { type Host, startHost } from '../../../../sandbox/host/host.ts'
import { provideDeps } from '../../../app/core.ts'
import { readConfig } from '../../../core/config/config.ts'
import type { Environment } from '../../../core/config/environment.ts'
import { writeFileAtomic } from '../../../core/disk/atomic-file.ts'
import { fileFault } from '../../../core/disk/file-fault.ts'
import { type HeldLock, takeLock } from '../../../core/disk/lock.ts'
import { AppError, hasCode } from '../../../core/errors.ts'
import { AGENT_SCOPES, type Scope } from '../../../core/signatures/keys.ts'
import { noProgress } from '../../../core/work/progress.ts'
import { createRoot, readChain } from '../../../publishing/keys/roots.ts'
import { publishRelease } from '../../../publishing/publish.ts'
import type { CliContext } from '../../context.ts'
import {
  DEVELOPMENT,
  ensureDevelopmentSettings,
  overDevelopmentSettings,
  readDevelopmentSettings,
  rememberSettings,
} from '../../development.ts'
import { notingFetch } from '../../network.ts'
import { deriveKey } from '../../operator/key.ts'
import type { OperatorKey } from '../../operator/key-file.ts'
import type { OptionsOf } from '../../operator/options.ts'
import { EXIT } from '../../terminal/exit-status.ts'
import { heldOutput } from '../../terminal/output.ts'
import { writePrivateFile } from '../../terminal/private-file.ts'
import { wholeNumber } from '../../terminal/whole-number.ts'
import { consoleLink, showLink, showNextCommands, showUnused } from './announce.ts'
import { demonstrateProbe, demonstrateSync } from './distribution-demo.ts'
import { practiceEnvironment } from './environment.ts'
import { createLogFile } from './log-file.ts'
import { type RunningService, startServices } from './sandboxes.ts'

/** The folder of the project, found from this file's own path; the current folder does not matter. */
const PROJECT = fileURLToPath(new URL('../../../..', import.meta.url))

/** The sample files that the practice world distributes. */
const SAMPLE_PAYLOAD = join(PROJECT, 'sandbox/payload')

const startCommand = (program: Command) =>
  program
    .command('start')
    .description('run all of kura on this machine: publish, serve, enrol a demo device, sync, probe')
    .option('--once', 'exit after the last step, with status 0 only if every check passed')
    .option('--live-remotes', 'use the remotes that the environment or .env sets, instead of sandboxes')
    .option('--details', 'show everything that the demonstration does')
    .option('--json', 'print the result as JSON once the host is ready')
    .option('--port <port>', 'the first port to try', wholeNumber('--port', 65_535), 3000)

type StartOptions = OptionsOf<typeof startCommand>

export function registerStart(program: Command, context: CliContext): void {
  startCommand(program).action(options => {
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
  await publishSample({ ...context, output: () => output })
  await serveServices(options, checks, { ...context, env: practice.env })
}

async function serveServices(options: StartOptions, checks: Checks, context: CliContext): Promise<void> {
  const services = await startServices(context.env)
  try {
    await serve(options, { services, checks }, context)
  } finally {
    await Promise.all(services.map(service => service.close()))
  }
}

async function serve(
  options: StartOptions,
  { services, checks }: { services: readonly RunningService[]; checks: Checks },
  given: CliContext,
): Promise<void> {
  const output = given.output({})
  const log = createLogFile(join(PROJECT, DEVELOPMENT.log), {
    failed: error => output.note(`warning: cannot write the log "${DEVELOPMENT.log}": ${fileFault(error)}`),
  })
  const host = await startHost({ root: PROJECT, port: options.port, signal: given.signal, log })
  try {
    const context = await useHost({ host, services, log }, given)
    checks.output.line(`serving    ${host.url}, log in ${DEVELOPMENT.log}`)
    const link = options.once ? undefined : await consoleLink(options, context)
    if (link !== undefined) showLink(link, output)
    await demonstrate(host.url, { services, options, checks }, context).catch(error => {
      // acts are paused until a person has restored the store; the local host continues, because the person's commands
      // need it
      if (!hasCode(error, 'paused') || options.once) throw error
      output.line(
        'paused     nothing is demonstrated: KURA_PAUSED is on, or the store was restored: kura store restored',
      )
    })
    if (link === undefined) return
    showNextCommands({ url: host.url, commands: services.flatMap(({ command }) => command ?? []) }, given)
    showLink(link, output)
    await untilInterrupted(context.signal)
  } finally {
    await host.close()
  }
}

/**
 * Runs the demonstration, and shows its results.
 * @throws AppError `paused` if the store is older than the newest known end of the log
 */
async function demonstrate(
  url: string,
  {
    services,
    options,
    checks,
  }: { services: readonly RunningService[]; options: StartOptions; checks: Checks },
  given: CliContext,
): Promise<void> {
  const output = given.output({})
  const context = { ...given, output: () => checks.output }
  const { dir, isWhole } = await demonstrateSync(context)
  const remotes = demonstrateRemotes(services, context)
  // prevents an unhandled rejection if the probe fails first; `await remotes` below throws this failure
  remotes.catch(() => undefined)
  const closed = await demonstrateProbe({ url, dir }, context)
  const shown = await remotes
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

/**
 * Returns the settings of the local host at `url`: the development settings, overridden by the part of the environment
 * that the practice world uses.
 */
function localEnvironment(url: string, sandboxes: Environment, env: Environment): Environment {
  const { host, port } = new URL(url)
  return {
    ...overDevelopmentSettings(env, PROJECT),
    ...sandboxes,
    KURA_URL: url,
    KURA_AUTHORITIES: `${host},127.0.0.1:${port}`,
    KURA_RELEASE_DIR: join(PROJECT, DEVELOPMENT.release),
    KURA_STORE_FILE: join(PROJECT, DEVELOPMENT.store),
  }
}

/** Gives the functions their settings, writes an operator key for the other commands, and returns their context. */
async function useHost(
  { host, services, log }: { host: Host; services: readonly RunningService[]; log: (line: string) => void },
  given: CliContext,
): Promise<CliContext> {
  const sandboxes: Record<string, string> = Object.assign({}, ...services.map(({ settings }) => settings))
  const env = localEnvironment(host.url, sandboxes, given.env)
  const context = { ...given, cwd: PROJECT, env, config: readConfig(env) }
  provideDeps({ env, log, fetch: notingFetch(given.output({})) })
  await rememberSettings(PROJECT, { KURA_URL: host.url, ...sandboxes })
  const scopes = [...new Set<Scope>(['admin', ...services.flatMap(service => service.scopes)])]
  const operator = deriveKey(context, { name: 'operator', scopes })
  await keepKey(DEVELOPMENT.operator, operator)
  await keepKey(DEVELOPMENT.agent, deriveKey(context, { name: 'agent', scopes: AGENT_SCOPES }))
  const configuration = { mcpServers: { kura: AGENT_COMMAND } }
  await writeFileAtomic(join(PROJECT, DEVELOPMENT.mcp), `${JSON.stringify(configuration, null, 2)}\n`)
  return context
}

function keepKey(file: string, key: OperatorKey): Promise<void> {
  return writePrivateFile(join(PROJECT, file), `${JSON.stringify(key, null, 2)}\n`, { replace: true })
}

async function publishSample(context: CliContext): Promise<void> {
  const output = context.output({})
  const now = context.now()
  const releaseDir = join(PROJECT, DEVELOPMENT.release)
  const keys = { dir: join(PROJECT, DEVELOPMENT.keys), passphrase: async () => undefined }
  if ((await readChain(releaseDir)).length === 0)
    await createRoot({ releaseDir, keys, now, development: true })
  const progress = output.progress
  const { manifest, reason } = await publishRelease({
    payloadDir: SAMPLE_PAYLOAD,
    releaseDir,
    keys,
    now,
    progress,
    signal: context.signal,
  })
  const did = reason ? 'published' : 'unchanged:'
  output.line(
    `release    ${did} release ${manifest.version} (${manifest.files.length} files), signed with a development key`,
  )
}

/** The result of the demonstration of one service. */
interface Demonstrated {
  readonly title: string
  readonly text: string
  show(): void
}

/** Demonstrates the services in parallel and keeps their output until `show` is called. */
function demonstrateRemotes(
  services: readonly RunningService[],
  context: CliContext,
): Promise<Demonstrated[]> {
  const output = context.output({})
  const held = async ({ title, demonstrate }: RunningService): Promise<Demonstrated> => {
    const lines = heldOutput(output)
    const text = await demonstrate({ ...context, output: () => lines.output })
    const show = () => {
      lines.show()
      output.line(`${title.padEnd(10)} ${text}`)
    }
    return { title, text, show }
  }
  return Promise.all(services.map(held))
}

function untilInterrupted(signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
}

/** The command that the program of an agent starts for the practice world, whatever its folder is. */
const AGENT_COMMAND = {
  command: process.execPath,
  args: [join(PROJECT, 'bin/kura.js'), 'mcp', '--key', join(PROJECT, DEVELOPMENT.agent)],
}

/**
 * Takes the lock of the folder `project`; undefined if a local host of this machine runs there already.
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
