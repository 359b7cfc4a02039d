/** What every command gets: its surroundings, passed in so that a test can give its own. */
import type { Command } from 'commander'
import type { Environment } from '../config/environment.ts'
import type { Config } from '../config.ts'
import type { Output } from './terminal/output.ts'

export interface CliContext {
  readonly env: Environment
  readonly config: Config
  /** The settings are those that npm start made for this machine. */
  readonly development?: boolean
  readonly cwd: string
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** Aborted by the first Ctrl-C; a second one ends the process at once. */
  readonly signal: AbortSignal
  /** The output that a command's `--json` asks for. */
  output(options: { json?: boolean | undefined }): Output
  /** Asks on the terminal. @throws AppError `usage` where there is no terminal to ask on */
  ask(question: string, options?: { hidden?: boolean }): Promise<string>
  /** The exit status where a command ends without an error; 0 unless set. */
  exit(status: number): void
}

/** A command's file adds itself to the program. */
export type RegisterCommand = (program: Command, context: CliContext) => void
