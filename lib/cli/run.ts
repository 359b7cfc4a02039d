/** Runs a command line, shows what went wrong, and gives the exit status. */
import { type Command, CommanderError } from 'commander'
import { AppError } from '../errors.ts'
import type { CliContext } from './context.ts'
import { EXIT, exitStatusOf } from './exit-status.ts'
import { showFirstScreen, showVersion } from './first-screen.ts'
import { createProgram } from './program.ts'

/**
 * Runs the words after `kura`. With `--json` among them an error is JSON too, whatever it is.
 * @returns the exit status of an error, or of the command line's own help; undefined if the command has ended by itself
 */
export async function runKura(argv: readonly string[], context: CliContext): Promise<number | undefined> {
  const json = argv.includes('--json')
  try {
    await run(argv, { json, context })
    return undefined
  } catch (error) {
    if (!(error instanceof CommanderError)) return fail(error, { json, context })
    if (error.exitCode === 0) return EXIT.done
    // without --json commander has shown it
    return json ? fail(usageError(error), { json, context }) : EXIT.usage
  }
}

interface Running {
  readonly json: boolean
  readonly context: CliContext
}

async function run(argv: readonly string[], { json, context }: Running): Promise<void> {
  const output = context.output({ json })
  const [first, ...more] = argv.filter(word => word !== '--json')
  if (first === undefined) return showFirstScreen(output, context)
  if (['--version', '-V'].includes(first) && more.length === 0) return showVersion(output)
  const program = await createProgram(context, argv)
  if (json) silence(program)
  await program.parseAsync([...argv], { from: 'user' })
}

/** What cannot be read is told as JSON, and only as that. */
function silence(command: Command): void {
  const nothing = () => undefined
  command.configureOutput({ ...command.configureOutput(), outputError: nothing, writeErr: nothing })
  for (const child of command.commands) silence(child)
}

function fail(error: unknown, { json, context }: Running): number {
  context.output({ json }).failed(error)
  return exitStatusOf(error)
}

/** What commander says, as an error of kura. */
function usageError(cause: CommanderError): AppError {
  const [text = '', ...help] = cause.message.replace(/^error: /, '').split('\n')
  const hint = help.join(' ').replace(/[()]/g, '').trim() || 'see --help'
  return new AppError('usage', `Cannot read the command line: ${text}`, { hint, cause })
}
