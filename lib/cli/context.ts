import type { Command } from '@commander-js/extra-typings'
import type { Config } from '../core/config/config.ts'
import type { Environment } from '../core/config/environment.ts'
import type { Invocation } from './terminal/invocation.ts'
import type { Output } from './terminal/output.ts'

export interface CliContext {
  readonly env: Environment
  readonly config: Config
  /** The environment without the development settings; absent if it is the same as `env`. */
  readonly given?: Environment
  /** Whether `npm start` created the settings for this machine. */
  readonly development?: boolean
  readonly cwd: string
  /** How the person starts kura; `npx --no kura` by default. */
  readonly invocation?: Invocation
  /** The time in milliseconds since the epoch. */
  readonly now: () => number
  /** Waits the given time. The default wait ends early at Ctrl-C. */
  readonly sleep?: (milliseconds: number) => Promise<unknown>
  /** The signal that the first Ctrl-C aborts; the second Ctrl-C ends the process immediately. */
  readonly signal: AbortSignal
  /** Returns the output; with the command's option `--json`, the output is JSON. */
  output(options: { json?: boolean | undefined }): Output
  /** Asks on the terminal. @throws AppError `usage` if there is no terminal, `interrupted` */
  ask(question: string, options?: { hidden?: boolean }): Promise<string>
  /** Sets the exit status of a command that ends without an error. The default is 0. */
  exit(status: number): void
}

/** Gives a command of the program its description, its options and its action. */
export type RegisterCommand = (command: Command, context: CliContext) => void
