import { existsSync } from 'node:fs'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { readConfig } from '../core/config/config.ts'
import { phrase } from '../core/language/catalogue.ts'
import { phraseError } from '../core/language/phrase-error.ts'
import { keepMade } from '../core/work/keep-made.ts'
import type { CliContext } from './context.ts'
import { withDevelopmentSettings } from './development.ts'
import { COMMAND_NAMES } from './program.ts'
import { runKura } from './run.ts'
import { EXIT } from './terminal/exit-status.ts'
import { fittedText } from './terminal/fitting.ts'
import { invocationOf } from './terminal/invocation.ts'
import { watchOutput } from './terminal/lost-output.ts'
import { createOutput, type Output } from './terminal/output.ts'
import { createWording, localeToShow } from './terminal/wording.ts'
import { TERMINAL } from './terminal/words.ts'

// biome-ignore lint/style/noProcessEnv: the environment enters here
const INVOCATION = invocationOf(process.argv, process.env)

async function main(argv: readonly string[]): Promise<void> {
  const interrupted = new AbortController()
  process.once('SIGINT', () => {
    interrupted.abort(phraseError('interrupted', phrase(TERMINAL.stopped)))
    process.once('SIGINT', () => process.exit(EXIT.interrupted))
  })
  const settings = readSettings()
  const outputs = createOutputs(settings)
  watchOutput(error => outputs.onError(argv.includes('--json')).failed(error))
  const context = createContext(settings, { signal: interrupted.signal, output: outputs.of })
  const status = await runKura(argv, context)
  outputs.endProgress()
  if (status !== undefined) process.exitCode = status
}

interface Outputs {
  readonly of: CliContext['output']
  onError(json: boolean): Output
  /** Ends the progress bar, because a bar would keep the process alive. */
  endProgress(): void
}

function createOutputs({ config }: Settings): Outputs {
  const outputs = new Map<boolean, Output>()
  const wording = createWording({ commands: COMMAND_NAMES, invocation: INVOCATION, config })
  const locale = localeToShow(config)
  const { stdout, stderr } = process
  return {
    of({ json = false }) {
      const known = outputs.get(json) ?? createOutput({ out: stdout, err: stderr, json, wording, locale })
      outputs.set(json, known)
      return known
    },
    onError: json => createOutput({ out: stderr, err: stderr, json, wording, locale }),
    endProgress() {
      for (const output of outputs.values()) output.endProgress()
    },
  }
}

type Settings = Pick<CliContext, 'env' | 'given' | 'config' | 'development'>

function readSettings(): Settings {
  // biome-ignore lint/style/noProcessEnv: the environment enters here
  const given = process.env
  const { env, development } = withDevelopmentSettings(given, process.cwd())
  return { env, given, config: readConfig(env), development }
}

function createContext(
  settings: Settings,
  { signal, output }: Pick<CliContext, 'signal' | 'output'>,
): CliContext {
  return {
    ...settings,
    cwd: process.cwd(),
    now: Date.now,
    signal,
    output,
    invocation: INVOCATION,
    ask: (question, options) => ask(question, { signal, ...options }),
    exit: status => {
      process.exitCode = status
    },
  }
}

/** Asks on the terminal. The question is wrapped to the terminal, and the answer is typed after a space. */
async function ask(
  text: string,
  { signal, hidden = false }: { signal: AbortSignal; hidden?: boolean },
): Promise<string> {
  if (!process.stdin.isTTY) {
    const message = phrase(TERMINAL.noTerminal, { question: text.trim() })
    throw phraseError('usage', message, { hint: phrase(TERMINAL.byOption) })
  }
  const columns = process.stderr.columns || Number.POSITIVE_INFINITY
  const question = `${fittedText(text.trimEnd(), { columns })} `
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
    // readline catches Ctrl-C, and leaves the cursor on the line of the question
    if (!hidden) process.stderr.write('\n')
    throw phraseError('interrupted', phrase(TERMINAL.stopped), { cause })
  } finally {
    if (hidden) process.stderr.write('\n')
    reader.close()
  }
}

/** Loads the code for a company's network at the first call. */
function fetchInNetwork(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  const loaded = keepMade(async () => {
    const { createNetworkFetch } = await import('./network.ts')
    // biome-ignore lint/style/noProcessEnv: the environment enters here
    return createNetworkFetch({ env: process.env, fetch, now: Date.now })
  })
  return async (input, init) => (await loaded())(input, init)
}

if (existsSync('.env')) process.loadEnvFile('.env')
globalThis.fetch = fetchInNetwork(globalThis.fetch)
await main(process.argv.slice(2))
