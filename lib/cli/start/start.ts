/**
 * `npm start`: all of kura on one machine, without any setup. It creates development secrets once, publishes the sample
 * payload, starts the local host, enrols a demo device, lets it sync over real HTTP, and probes the host.
 */
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Command } from 'commander'
import { provideDeps } from '../../app/core.ts'
import type { Environment } from '../../config/environment.ts'
import { readConfig } from '../../config.ts'
import { status } from '../../device/status.ts'
import { sync } from '../../device/sync.ts'
import { type Host, startHost } from '../../host/host.ts'
import { publishRelease } from '../../publishing/publish.ts'
import { createRoot, readChain } from '../../publishing/roots.ts'
import { DEFAULT_PAYLOAD_DIR } from '../../publishing/settings.ts'
import type { Scope } from '../../signatures/keys.ts'
import { ACCOUNTING_SCOPES } from '../accounting/call.ts'
import { CHAT_SCOPES } from '../chat/call.ts'
import type { CliContext } from '../context.ts'
import {
  DEVELOPMENT,
  ensureDevelopmentSettings,
  overDevelopmentSettings,
  readDevelopmentSettings,
  rememberSettings,
} from '../development.ts'
import { enrolDevice } from '../device/enrol.ts'
import { summaryLines } from '../device/sync.ts'
import { deriveKey } from '../operator/key.ts'
import { runProbe, showProbe } from '../probe/probe.ts'
import { REGISTRAR_SCOPES } from '../registrar/client.ts'
import type { Output } from '../terminal/output.ts'
import { writePrivateFile } from '../terminal/private-file.ts'
import { wholeNumber } from '../terminal/whole-number.ts'
import { demonstrateAccounting } from './accounting-demo.ts'
import { demonstrateChat } from './chat-demo.ts'
import { createLogFile } from './log-file.ts'
import { demonstrateRegistrar } from './registrar-demo.ts'
import { type Sandboxes, startSandboxes } from './sandboxes.ts'

interface StartOptions {
  once?: true
  port: number
}

/** The project that this file belongs to, whatever the current folder. */
const PROJECT = fileURLToPath(new URL('../../..', import.meta.url))

const writeLog = createLogFile(join(PROJECT, DEVELOPMENT.log))

export function registerStart(program: Command, context: CliContext): void {
  program
    .command('start')
    .description('run all of kura on this machine: publish, serve, enrol a demo device, sync, probe')
    .option('--once', 'exit after the last step, with status 0 only if every check passed')
    .option('--port <port>', 'the first port to try', wholeNumber('--port', 65_535), 3000)
    .action((options: StartOptions) => start(options, context))
}

async function start(options: StartOptions, context: CliContext): Promise<void> {
  const output = context.output({})
  const { created } = await ensureDevelopmentSettings(PROJECT)
  output.line(`settings   ${created ? 'created development secrets in' : 'found'} ${DEVELOPMENT.settings}`)
  await publishSample(context)
  const sandboxes = await startSandboxes(context.env, readDevelopmentSettings(PROJECT))
  try {
    await serve(options, sandboxes, context)
  } finally {
    await sandboxes.close()
  }
}

async function serve(options: StartOptions, sandboxes: Sandboxes, given: CliContext): Promise<void> {
  const output = given.output({})
  const host = await startHost({
    root: PROJECT,
    port: options.port,
    signal: given.signal,
    log: writeLog,
  })
  try {
    const context = await useHost(host, sandboxes, given)
    output.line(`serving    ${host.url} (${host.functions.join(', ')}), log in ${DEVELOPMENT.log}`)
    const passed = await demonstrateDistribution(host.url, context)
    output.line()
    await demonstrateAccounting(sandboxes.accounting, context)
    output.line()
    await demonstrateRegistrar(sandboxes.registrar, context)
    output.line()
    await demonstrateChat(sandboxes.chat, context)
    context.exit(passed ? 0 : 1)
    if (options.once) return
    showNextCommands(host.url, output)
    await untilInterrupted(context.signal)
  } finally {
    await host.close()
  }
}

/** The secrets, store and folders of a deployment: the local host has its own, whatever the environment says. */
const DEPLOYMENT_SETTING = /^(KURA_(?!TIMEZONE$|LANGUAGE$)|CRON_SECRET$|UPSTASH_|KV_REST_)/

/** The settings of the local host at `url`: those of the environment, and this machine's own if the environment has none. */
function localEnvironment(url: string, sandboxes: Sandboxes, env: Environment): Environment {
  const { host, port } = new URL(url)
  const given = Object.entries(env).filter(([name]) => !DEPLOYMENT_SETTING.test(name))
  return {
    ...overDevelopmentSettings(Object.fromEntries(given), PROJECT),
    ...sandboxes.settings,
    KURA_URL: url,
    KURA_AUTHORITIES: `${host},localhost:${port}`,
    KURA_RELEASE_DIR: join(PROJECT, DEVELOPMENT.release),
    KURA_STORE_FILE: join(PROJECT, DEVELOPMENT.store),
  }
}

/** Gives the functions their settings, writes an operator key for the other commands, and returns their context. */
async function useHost(host: Host, sandboxes: Sandboxes, given: CliContext): Promise<CliContext> {
  const env = localEnvironment(host.url, sandboxes, given.env)
  const context = { ...given, cwd: PROJECT, env, config: readConfig(env) }
  provideDeps({ env, log: writeLog })
  await rememberSettings(PROJECT, { KURA_URL: host.url, ...sandboxes.settings })
  const scopes = [...new Set<Scope>(['admin', ...ACCOUNTING_SCOPES, ...REGISTRAR_SCOPES, ...CHAT_SCOPES])]
  const operator = deriveKey(context, { name: 'operator', scopes })
  const path = join(PROJECT, DEVELOPMENT.operator)
  await writePrivateFile(path, `${JSON.stringify(operator, null, 2)}\n`, { replace: true })
  return context
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
    payloadDir: DEFAULT_PAYLOAD_DIR,
    releaseDir,
    keys,
    now,
    progress,
  })
  const did = reason ? 'published' : 'unchanged:'
  output.line(
    `release    ${did} release ${manifest.version} (${manifest.files.length} files), signed with a development key`,
  )
}

/** Enrols a device, syncs it, shows its status line and probes the host; returns whether every check passed. */
async function demonstrateDistribution(url: string, context: CliContext): Promise<boolean> {
  const output = context.output({})
  const { dir, keyid } = await enrolDevice(context, {
    name: 'demo',
    dir: DEVELOPMENT.demo,
    release: DEVELOPMENT.release,
    force: true,
  })
  output.line(`device     enrolled ${keyid} in ${DEVELOPMENT.demo}`)
  const result = await sync(dir, { progress: output.progress, signal: context.signal })
  for (const line of summaryLines(result)) output.line(`sync       ${line}`)
  const found = await status(dir)
  output.line(`status     ${found.line}`)
  output.line()
  const report = await runProbe({ url, dir }, output, context)
  showProbe(report, output)
  const whole = result.installed === result.expected && result.indexed === result.expected
  return whole && found.whole && report.conclusion === 'closed'
}

function showNextCommands(url: string, output: Output): void {
  output.line()
  output.line('next, in another terminal:')
  output.table([
    [`  npx kura sync --dir ${DEVELOPMENT.demo}`, 'sync the demo device again: one request, nothing changes'],
    ['  npx kura devices', 'which device has which release'],
    ['  npx kura chat status', 'the status message; also chat check, deliver, summary'],
    ['  npx kura accounting companies', 'the books; also deal, first-deal, journal, …'],
    ['  npx kura registrar orders', 'the domains; also quote, buy, order, deadlines, attach, …'],
    ['  npx kura enrol laptop', 'create a directory for another device'],
    ['  npx kura publish --development', 'publish again after a change in lib/distribution/payload'],
    [`  npx kura probe ${url} --dir ${DEVELOPMENT.demo}`, 'probe the host again'],
  ])
  output.line()
  output.line(`serving on ${url}; stop it with Ctrl-C`)
}

function untilInterrupted(signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
}
