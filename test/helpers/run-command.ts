/** Runs one command of the command line in this process, with the test's own terminal. */
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Command } from '@commander-js/extra-typings'
import type { CliContext, RegisterCommand } from '../../lib/cli/context.ts'
import { inTypedWords } from '../../lib/cli/operator/fills.ts'
import { findCommand } from '../../lib/cli/run.ts'
import { createOutput } from '../../lib/cli/terminal/output.ts'
import { localeToShow } from '../../lib/cli/terminal/wording.ts'
import { readConfig } from '../../lib/core/config/config.ts'
import { AppError } from '../../lib/core/errors.ts'
import { TEST_NOW } from './publishing/release.ts'

/** An answer that a person types, or an act that happens before they type. */
type Answer = string | (() => Promise<string>)

export interface CommandDeps {
  readonly env?: Record<string, string>
  /**
   * The current folder. By default a new one, so that the files about one deployment do not affect a later one on the
   * same port.
   */
  readonly cwd?: string
  /** The time in milliseconds since the epoch; a function if time passes during the command. */
  readonly now?: number | (() => number)
  /** Called instead of waiting. */
  readonly sleep?: (milliseconds: number) => Promise<unknown>
  /** The answers of a person, question by question; undefined if there is no terminal. */
  readonly answers?: readonly Answer[]
  /** Called with the text on standard output, even if the command ends with an error. */
  readonly wrote?: (text: string) => unknown
  /** The signal that Ctrl-C aborts. */
  readonly signal?: AbortSignal
  /** How many columns the terminal has. */
  readonly columns?: number
}

export interface CommandOutcome {
  readonly out: string
  readonly err: string
  readonly status: number
  /** The questions on the terminal. */
  readonly asked: readonly string[]
}

/** Runs the command; rejects with the command's error. */
export async function runCommand(
  register: RegisterCommand,
  words: readonly string[],
  {
    env = {},
    cwd = mkdtempSync(join(tmpdir(), 'kura-command-')),
    now = TEST_NOW,
    answers,
    wrote,
    columns,
    sleep,
    signal = new AbortController().signal,
  }: CommandDeps = {},
): Promise<CommandOutcome> {
  const outcome = { out: '', err: '', status: 0, asked: [] as string[] }
  const sink = (name: 'out' | 'err') => ({
    ...(columns !== undefined && { columns }),
    write(given: string | Uint8Array, done?: () => void) {
      const text = typeof given === 'string' ? given : Buffer.from(given).toString()
      outcome[name] += text
      if (name === 'out') wrote?.(text)
      done?.()
    },
  })
  const config = readConfig({ KURA_LANGUAGE: 'en', ...env })
  const locale = localeToShow(config)
  const context: CliContext = {
    env,
    config,
    cwd,
    now: typeof now === 'number' ? () => now : now,
    ...(sleep && { sleep }),
    signal,
    output: ({ json = false }) => createOutput({ out: sink('out'), err: sink('err'), json, locale }),
    async ask(question) {
      const answer = answers?.[outcome.asked.length]
      outcome.asked.push(question)
      if (answer !== undefined) return typeof answer === 'string' ? answer : answer()
      throw new AppError('usage', `Cannot ask "${question}": there is no terminal`)
    },
    exit(status) {
      outcome.status = status
    },
  }
  const program = new Command('kura').exitOverride().enablePositionalOptions()
  register(program.command(words[0] ?? ''), context)
  await program.parseAsync([...words], { from: 'user' }).catch((error: unknown) => {
    throw inTypedWords(error, findCommand(program, words).command)
  })
  return outcome
}
