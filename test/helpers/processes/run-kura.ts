/** Runs a whole command line of kura in this process, with the test's own terminal. */
import type { CliContext } from '../../../lib/cli/context.ts'
import { COMMAND_NAMES } from '../../../lib/cli/program.ts'
import { runKura } from '../../../lib/cli/run.ts'
import { createOutput } from '../../../lib/cli/terminal/output.ts'
import { createWording, localeToShow } from '../../../lib/cli/terminal/wording.ts'
import { readConfig } from '../../../lib/core/config/config.ts'
import { AppError } from '../../../lib/core/errors.ts'

export interface KuraDeps {
  readonly cwd: string
  /** Additional settings; the default ones keep the test away from this machine's own files. */
  readonly env?: Readonly<Record<string, string>>
  /** The number of columns of the terminal; by default, the output is not a terminal. */
  readonly columns?: number
  /**
   * The answers that a person types, one for each question. If absent, there is no terminal, so the command cannot ask.
   */
  readonly answers?: readonly string[]
}

export interface KuraOutcome {
  readonly out: string
  readonly err: string
  readonly status: number
}

/** Runs the words after `kura`, as `lib/cli/main.ts` does. */
export async function runKuraIn(
  words: readonly string[],
  { cwd, env: given = {}, columns, answers = [] }: KuraDeps,
): Promise<KuraOutcome> {
  const shown = { out: '', err: '', exit: 0 }
  const sink = (name: 'out' | 'err') => ({
    ...(columns !== undefined && { columns }),
    write(text: string | Uint8Array, done?: () => void) {
      shown[name] += typeof text === 'string' ? text : Buffer.from(text).toString()
      done?.()
    },
  })
  const env = { HOME: cwd, XDG_CONFIG_HOME: cwd, KURA_LANGUAGE: 'en', ...given }
  const config = readConfig(env)
  const locale = localeToShow(config)
  const wording = createWording({ commands: COMMAND_NAMES, invocation: 'npx --no kura', config })
  const outputs = new Map<boolean, ReturnType<typeof createOutput>>()
  const left = [...answers]
  const context: CliContext = {
    env,
    config,
    cwd,
    now: Date.now,
    signal: new AbortController().signal,
    output({ json = false }) {
      const known =
        outputs.get(json) ?? createOutput({ out: sink('out'), err: sink('err'), json, wording, locale })
      outputs.set(json, known)
      return known
    },
    async ask(question) {
      const answer = left.shift()
      if (answer !== undefined) return answer
      throw new AppError('usage', `Cannot ask "${question.trim()}": there is no terminal`)
    },
    exit(status) {
      shown.exit = status
    },
  }
  const status = await runKura(words, context)
  return { out: shown.out, err: shown.err, status: status ?? shown.exit }
}
