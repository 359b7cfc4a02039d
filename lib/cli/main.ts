/** `kura`: runs the program, shows errors and sets the exit status; `program.ts` lists the commands. */
import { existsSync } from 'node:fs'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { CommanderError } from 'commander'
import { readConfig } from '../config.ts'
import { AppError } from '../errors.ts'
import type { CliContext } from './context.ts'
import { withDevelopmentSettings } from './development.ts'
import { createProgram } from './program.ts'
import { createOutput, type Output } from './terminal/output.ts'

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
  try {
    const program = await createProgram(context, argv)
    await program.parseAsync([...argv], { from: 'user' })
  } catch (error) {
    process.exitCode = exitStatus(error)
    outputs.endProgress()
    if (!(error instanceof CommanderError)) context.output({}).error(error)
  }
}

/** The outputs of this process; a progress bar of any of them has to end before the process can. */
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
  // biome-ignore lint/style/noProcessEnv: the environment enters here
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
      hint: 'run the command in a terminal, or give the answer by an option: see --help',
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
