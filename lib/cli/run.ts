import { readFileSync } from 'node:fs'
import { CommanderError, type CommandUnknownOpts } from '@commander-js/extra-typings'
import { AppError, hasCode } from '../core/errors.ts'
import { phrase } from '../core/language/catalogue.ts'
import { english } from '../core/language/text.ts'
import type { Phrase } from '../core/phrase.ts'
import type { CliContext } from './context.ts'
import { noSuchCommand, usageHint } from './help/usage-error.ts'
import { FIRST_SCREEN } from './help/words.ts'
import { createProgram } from './program.ts'
import { EXIT, exitStatusOf } from './terminal/exit-status.ts'
import { IN_PROJECT } from './terminal/invocation.ts'
import type { Output } from './terminal/output.ts'

/** Returns the exit status after an error or a help text; undefined if the command ended without an error. */
export async function runKura(argv: readonly string[], context: CliContext): Promise<number | undefined> {
  const json = argv.includes('--json')
  const output = context.output({ json })
  const [first, ...more] = argv.filter(word => word !== '--json')
  try {
    if (first === undefined) showFirstScreen(output, context)
    else if (['--version', '-V'].includes(first) && more.length === 0) showVersion(output)
    else return await runCommand(argv, context)
    return undefined
  } catch (error) {
    // `lost-output.ts` has already reported that output was lost
    if (!hasCode(error, 'output_lost')) {
      const { withNetworkHint } = await import('./network.ts')
      output.failed(withNetworkHint(error))
    }
    return exitStatusOf(error)
  }
}

async function runCommand(argv: readonly string[], context: CliContext): Promise<number | undefined> {
  const program = await createProgram(context, argv)
  try {
    helpedCommand(program, argv)?.help()
    await program.parseAsync([...argv], { from: 'user' })
    return undefined
  } catch (error) {
    // commander has shown a help text, which is no error
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.usage
    const { command } = findCommand(program, argv)
    const { inTypedWords } = await import('./operator/fills.ts')
    throw withUsage(inTypedWords(error, command), command)
  }
}

/**
 * Returns the command whose help is wanted: `kura help key revoke`, `kura key help revoke`; undefined without `help`.
 * @throws AppError `usage`
 */
function helpedCommand(program: CommandUnknownOpts, argv: readonly string[]): CommandUnknownOpts | undefined {
  const group = findCommand(program, argv)
  const [help, ...words] = group.rest
  if (help !== 'help' || group.command.commands.length === 0) return undefined
  const { command, rest } = findCommand(group.command, words)
  const [unknown] = rest.filter(word => !word.startsWith('-'))
  if (unknown !== undefined && command.commands.length > 0) throw noSuchCommand(command, unknown)
  return command
}

function withUsage(error: unknown, command: CommandUnknownOpts): unknown {
  if (!hasCode(error, 'usage') || error.hint !== undefined) return error
  const { code, message, cause, details, phrase } = error
  const usage = usageHint(command)
  const hint = { hint: english(usage), hintPhrase: usage }
  return new AppError(code, message, { cause, details, ...(phrase && { phrase }), ...hint })
}

/** The command that the first of `words` name, at any depth, and the words after it. */
export function findCommand(
  program: CommandUnknownOpts,
  words: readonly string[],
): { readonly command: CommandUnknownOpts; readonly rest: readonly string[] } {
  const [first, ...rest] = words
  const child = program.commands.find(command => command.name() === first)
  return child ? findCommand(child, rest) : { command: program, rest: words }
}

function showVersion(output: Output): void {
  output.result(versions())
  output.line(versionText())
}

function versions(): { kura: string; node: string } {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
  return { kura: version, node: process.versions.node }
}

function versionText(): string {
  const { kura, node } = versions()
  return `kura ${kura}, Node ${node}`
}

/** Shows the daily commands if a deployment or a local host is set up, else the first steps. */
function showFirstScreen(output: Output, context: CliContext): void {
  const { invocation = IN_PROJECT } = context
  const begun = context.development || Boolean(context.env['KURA_URL'])
  const steps = begun ? DAILY : FIRST
  const shown = [...steps, ...ALWAYS].map(([what, how]) => [what, how.replace(/^kura/, invocation)] as const)
  output.result({ ...versions(), next: shown.map(([what, command]) => ({ what: english(what), command })) })
  output.line(phrase(FIRST_SCREEN.title, { version: versionText() }))
  output.line()
  output.table(shown)
}

type Step = readonly [what: Phrase, how: string]

const FIRST: readonly Step[] = [
  [phrase(FIRST_SCREEN.tryIt), 'npm start'],
  [phrase(FIRST_SCREEN.setUp), 'kura setup'],
]

const DAILY: readonly Step[] = [
  [phrase(FIRST_SCREEN.needs), 'kura today'],
  [phrase(FIRST_SCREEN.check), 'kura doctor'],
  [phrase(FIRST_SCREEN.devices), 'kura devices'],
  [phrase(FIRST_SCREEN.books), 'kura accounting --help'],
]

const ALWAYS: readonly Step[] = [
  [phrase(FIRST_SCREEN.every), 'kura help'],
  [phrase(FIRST_SCREEN.one), 'kura help COMMAND'],
]
