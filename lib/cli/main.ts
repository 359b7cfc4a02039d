/** `kura`: one file a command; this one parses the words, shows the error and sets the exit status. */
import { existsSync } from 'node:fs'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { Command, CommanderError } from 'commander'
import { readConfig } from '../config.ts'
import { AppError } from '../errors.ts'
import { registerAccounting } from './accounting/index.ts'
import { registerChat } from './chat/index.ts'
import type { CliContext, RegisterCommand } from './context.ts'
import { withDevelopmentSettings } from './development.ts'
import { registerEnrol } from './device/enrol.ts'
import { registerStatus } from './device/status.ts'
import { registerSync } from './device/sync.ts'
import { registerMove } from './move/index.ts'
import { registerDevices } from './operator/devices.ts'
import { registerKey } from './operator/key.ts'
import { registerNotices } from './operator/notices.ts'
import { registerProbe } from './probe/probe.ts'
import { askLiveVersion } from './publish/live-version.ts'
import { publishCommand } from './publish/publish.ts'
import { registerRoot } from './publish/root.ts'
import { registerRegistrar } from './registrar/index.ts'
import { registerStart } from './start/start.ts'
import { createOutput, type Output } from './terminal/output.ts'

const COMMANDS: readonly RegisterCommand[] = [
  registerStart,
  publishCommand({ askLiveVersion }),
  registerRoot,
  registerKey,
  registerEnrol,
  registerSync,
  registerStatus,
  registerDevices,
  registerProbe,
  registerMove,
  registerChat,
  registerNotices,
  registerRegistrar,
  registerAccounting,
]

const EXIT_FAILED = 1
const EXIT_USAGE = 2
const EXIT_INTERRUPTED = 130

async function main(argv: readonly string[]): Promise<void> {
  const interrupted = new AbortController()
  process.once('SIGINT', () => {
    interrupted.abort(new AppError('interrupted', 'Stopped by Ctrl-C'))
    process.once('SIGINT', () => process.exit(EXIT_INTERRUPTED))
  })
  const outputs = createOutputs()
  const context = createContext(interrupted.signal, outputs.of)
  const program = createProgram(context)
  try {
    await program.parseAsync([...argv], { from: 'user' })
  } catch (error) {
    process.exitCode = exitStatus(error)
    outputs.endProgress()
    if (!(error instanceof CommanderError)) context.output({}).error(error)
  }
}

function createProgram(context: CliContext): Command {
  const program = new Command('kura')
    .description('The back office of a small company: files for its devices, books, domains, chat')
    .showHelpAfterError('(kura --help lists the commands, kura COMMAND --help their options)')
    .showSuggestionAfterError()
    .exitOverride()
  for (const register of COMMANDS) register(program, context)
  for (const command of program.commands) inheritSettings(program, command)
  return program
}

/** Subcommands made with `command()` before the settings were known take them over, at every depth. */
function inheritSettings(parent: Command, command: Command): void {
  command.copyInheritedSettings(parent)
  for (const child of command.commands) inheritSettings(command, child)
}

/** The outputs of this process: a progress bar of any of them must end before the process can. */
function createOutputs(): { of: CliContext['output']; endProgress(): void } {
  const outputs = new Map<boolean, Output>()
  return {
    of({ json = false }) {
      const known = outputs.get(json) ?? createOutput({ out: process.stdout, err: process.stderr, json })
      outputs.set(json, known)
      return known
    },
    endProgress() {
      for (const output of outputs.values()) output.endProgress()
    },
  }
}

function createContext(signal: AbortSignal, output: CliContext['output']): CliContext {
  // biome-ignore lint/style/noProcessEnv: the command line is where the environment enters
  const { env, development } = withDevelopmentSettings(process.env, process.cwd())
  return {
    env,
    config: readConfig(env),
    development,
    cwd: process.cwd(),
    now: Date.now,
    signal,
    output,
    ask: (question, options) => ask(question, { signal, ...options }),
    exit: status => {
      process.exitCode = status
    },
  }
}

async function ask(
  question: string,
  { signal, hidden = false }: { signal: AbortSignal; hidden?: boolean },
): Promise<string> {
  if (!process.stdin.isTTY) {
    throw new AppError('usage', `Cannot ask "${question.trim()}": there is no terminal`, {
      hint: 'run the command in a terminal, or see --help for the option that answers it',
    })
  }
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const reader = createInterface({
    input: process.stdin,
    output: hidden ? silent : process.stderr,
    terminal: true,
  })
  try {
    if (hidden) process.stderr.write(question)
    return await reader.question(hidden ? '' : question, { signal })
  } catch (cause) {
    // Ctrl-C on the terminal reaches the question, not the process
    throw new AppError('interrupted', 'Stopped by Ctrl-C', { cause })
  } finally {
    if (hidden) process.stderr.write('\n')
    reader.close()
  }
}

function exitStatus(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : EXIT_USAGE
  if (error instanceof AppError && error.code === 'usage') return EXIT_USAGE
  if (error instanceof AppError && error.code === 'interrupted') return EXIT_INTERRUPTED
  return EXIT_FAILED
}

if (existsSync('.env')) process.loadEnvFile('.env')
await main(process.argv.slice(2))
