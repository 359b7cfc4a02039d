/** The device program in one file, which `npm run build:device` makes. An import of this module runs nothing. */
import { realpathSync } from 'node:fs'
import { createRequire } from 'node:module'
import { homedir } from 'node:os'
import { isAbsolute } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { protectionOf } from '../../../core/config/protection.ts'
import { type AppError, messageOf } from '../../../core/errors.ts'
import { phrase } from '../../../core/language/catalogue.ts'
import { NEUTRAL } from '../../../core/language/language.ts'
import { outside } from '../../../core/language/outside.ts'
import { phraseError } from '../../../core/language/phrase-error.ts'
import type { Reason } from '../../../core/phrase.ts'
import { WRITES_AT_ONCE } from '../../../device/fetch/download.ts'
import { machineFile } from '../../../device/folder/machine-id.ts'
import { localeOf } from '../../../device/program/locale.ts'
import { startCommand } from '../../../device/program/start-file.ts'
import { thisMachine } from '../../../device/schedule/machine.ts'
import { status } from '../../../device/status.ts'
import type { SyncResult } from '../../../device/sync/result.ts'
import { type SyncDeps, sync as syncDevice } from '../../../device/sync/sync.ts'
import { EXIT, exitStatusOf } from '../../terminal/exit-status.ts'
import { textInZone } from '../../terminal/moment.ts'
import { createOutput, type Output } from '../../terminal/output.ts'
import { runInstall, runUninstall } from './install.ts'
import { runStatus } from './status.ts'
import { runSync } from './sync.ts'
import { PROGRAM } from './words.ts'

/** The version of the program; the build replaces this name. */
declare const KURA_DEVICE_VERSION: string

const USAGE = phrase(PROGRAM.usage, { start: startCommand('status', process.platform) })

const COMMANDS: readonly string[] = ['install', 'uninstall', 'sync', 'status']

const program = { file: fileURLToPath(import.meta.url) }
// biome-ignore lint/style/noProcessEnv: the environment enters here
const network = { env: process.env }

/** Syncs the folder. If the release has another version of the device program, the sync replaces this file. */
export function sync(dir: string, deps: SyncDeps = {}): Promise<SyncResult> {
  return syncDevice(dir, { program, network, machineFile: thisMachineFile(), ...deps })
}

export { status }

function thisMachineFile(): string {
  // biome-ignore lint/style/noProcessEnv: the environment enters here
  return machineFile({ platform: process.platform, home: homedir(), env: process.env })
}

async function main(argv: readonly string[]): Promise<void> {
  const given = readArguments(argv)
  const output = outputFor(given, { json: argv.includes('--json') })
  try {
    if (given.refused) throw given.refused
    await run(given, output)
  } catch (error) {
    process.exitCode = exitStatusOf(error)
    output.failed(error)
  } finally {
    // a progress bar would keep the process alive
    output.endProgress()
  }
}

/** The output is in the language of the company that the folder belongs to. Only a version number has no language. */
function outputFor({ dir, version }: Given, { json }: { json: boolean }): Output {
  const locale = version ? NEUTRAL : localeOf(dir)
  const wording = (text: string) => (json ? text : textInZone(text, () => locale.timezone))
  return createOutput({ out: process.stdout, err: process.stderr, json, locale, wording })
}

async function run({ command, dir, version, help }: Given, output: Output): Promise<void> {
  const exit = (code: number) => {
    process.exitCode = code
  }
  if (version) return output.line(`kura-device ${KURA_DEVICE_VERSION}`)
  if (help) return output.line(USAGE)
  if (command === 'status') return runStatus(dir, { output, exit })
  if (command === 'uninstall') return runUninstall(dir, { output, machine: thisMachine() })
  const syncDeps = {
    output,
    exit,
    signal: interruption(),
    program,
    // biome-ignore lint/style/noProcessEnv: the environment enters here
    protection: protectionOf(process.env),
    network,
    machineFile: thisMachineFile(),
  }
  if (command === 'install') return runInstall(dir, { ...syncDeps, machine: thisMachine() })
  await runSync(dir, syncDeps)
}

const DEFAULT_DIR = '.'

interface Given {
  readonly command?: string | undefined
  readonly dir: string
  readonly version?: boolean | undefined
  readonly help?: boolean | undefined
  readonly refused?: AppError
}

function readArguments(argv: readonly string[]): Given {
  const parsed = parse(argv)
  if ('refused' in parsed) return { dir: DEFAULT_DIR, ...parsed }
  const { values, positionals } = parsed
  const [command, ...rest] = positionals
  const { dir = DEFAULT_DIR, version, help } = values
  const known = command !== undefined && COMMANDS.includes(command)
  if (rest.length === 0 && (known || version || help)) return { command, dir, version, help }
  return { dir, refused: usage(phrase(PROGRAM.unknown, { words: positionals.join(' ') })) }
}

function parse(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: {
        dir: { type: 'string' },
        json: { type: 'boolean' },
        version: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    })
  } catch (cause) {
    // the first sentence is the fault; the others say how to type a value that begins with a dash
    const [what = ''] = messageOf(cause).split('. ', 1)
    return { refused: usage(outside(what)) }
  }
}

function usage(reason: Reason): AppError {
  return phraseError('usage', phrase(PROGRAM.unreadable, { reason }), { hint: USAGE })
}

/** The signal that the first Ctrl-C aborts; a second Ctrl-C ends the process immediately. */
function interruption(): AbortSignal {
  const interrupted = new AbortController()
  process.once('SIGINT', () => {
    interrupted.abort(phraseError('interrupted', phrase(PROGRAM.stopped)))
    process.once('SIGINT', () => process.exit(EXIT.interrupted))
  })
  return interrupted.signal
}

function isStarted(started: string | undefined): boolean {
  // Node makes the path of a started file absolute; if Node was started with code, `started` may be any argument
  if (started === undefined || !isAbsolute(started)) return false
  if (started === program.file) return true
  try {
    // resolved as Node does it, because the extension may be missing
    const found = createRequire(import.meta.url).resolve(started)
    return realpathSync(found) === realpathSync(program.file)
  } catch {
    return false
  }
}

if (isStarted(process.argv[1])) {
  // this is early enough, because Node reads the variable only when it starts its first thread
  // biome-ignore lint/style/noProcessEnv: the only way to say how many threads work on files
  process.env['UV_THREADPOOL_SIZE'] ??= String(WRITES_AT_ONCE + 2)
  // a run of the task must continue when its terminal is closed or the disk of its log is full
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
  await main(process.argv.slice(2))
}
