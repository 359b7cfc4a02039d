/** Finds the kura commands of a page, and says whether the real program reads them. */
import {
  type Argument,
  CommanderError,
  type CommandUnknownOpts,
  type Option,
} from '@commander-js/extra-typings'
import type { CliContext } from '../../lib/cli/context.ts'
import { createProgram } from '../../lib/cli/program.ts'
import { findCommand } from '../../lib/cli/run.ts'
import { createOutput } from '../../lib/cli/terminal/output.ts'
import { readConfig } from '../../lib/core/config/config.ts'
import { AppError } from '../../lib/core/errors.ts'
import type { Language } from '../../lib/core/language/language.ts'
import type { ShellCommand } from './shell.ts'

const ASSIGNMENT = /^[A-Z_]+=/
const NPM_OWN = ['ci', 'test']
/** Words that stand for any command: `kura COMMAND --help`, `kura accounting …`, `kura help`. */
const PLACEHOLDER = /^(?:…|help|[A-Z]+)$/

/** The scripts of package.json, by name. */
export type Scripts = Readonly<Record<string, string>>

/**
 * The words after `kura` in a command that runs it: `kura …`, `npx --no kura …`, `npm run kura -- …` or `npm start`.
 * Undefined for any other command.
 * @throws Error for an npm script that the project does not have
 */
export function kuraWords(command: ShellCommand, scripts: Scripts): readonly string[] | undefined {
  const [name, ...words] = command.slice(command.findIndex(word => !ASSIGNMENT.test(word)))
  if (name === 'kura') return words
  if (name === 'npx' && words[0] === '--no' && words[1] === 'kura') return words.slice(2)
  // outside the project, npx would fetch a stranger's package
  if (name === 'npx' && words[0] === 'kura') throw new Error('expected npx --no kura, not npx kura')
  if (name !== 'npm') return undefined
  const [verb, script] = words.filter(word => word !== '-s' && word !== '--silent')
  if (verb === 'start' || (verb === 'run' && script === 'kura'))
    return [...(verb === 'start' ? ['start'] : []), ...afterDashes(words)]
  const known = verb === 'run' ? script !== undefined && script in scripts : NPM_OWN.includes(verb ?? '')
  if (!known) throw new Error(`the project has no npm command "${words.join(' ')}"`)
  return undefined
}

function afterDashes(words: readonly string[]): readonly string[] {
  const at = words.indexOf('--')
  return at === -1 ? [] : words.slice(at + 1)
}

/** Says why the program cannot read the words after `kura`, or returns undefined. No command runs. */
export async function parseFault(words: readonly string[]): Promise<string | undefined> {
  const program = await idleProgram()
  try {
    await program.parseAsync([...words], { from: 'user' })
    return undefined
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? undefined : error.message
    if (error instanceof AppError) return error.message
    throw error
  }
}

/** Says why a text such as `kura settle CASE --message ID` names no command, or an option that the command lacks. */
export function nameFault(text: string): string | undefined {
  const [, ...words] = text.replace(/^(?:npx --no kura|npm run (?:-s )?kura --)/, 'kura').split(' ')
  const { command, rest } = findCommand(known, words)
  const [next = '…'] = rest
  if (command.commands.length > 0 && !next.startsWith('-') && !PLACEHOLDER.test(next))
    return `there is no command "${next}" in "${text}"`
  const options = ['--help', ...command.options.flatMap(({ short, long }) => [short, long])]
  const unknown = rest.find(word => /^--?[a-z]/.test(word) && !options.includes(word))
  return unknown && `there is no option "${unknown}" in "${text}"`
}

/** Every command that does something, as words: `accounting partners stop-and-delete`. */
export function everyCommand(): string[] {
  return leavesOf(known).map(({ path }) => path)
}

/** Every command that only groups others, as words, with the names of its commands. */
export function everyGroup(): { readonly path: string; readonly commands: readonly string[] }[] {
  return [{ path: '', commands: shownNames(known) }, ...groupsIn(known)]
}

function groupsIn(
  parent: CommandUnknownOpts,
  path: readonly string[] = [],
): { readonly path: string; readonly commands: readonly string[] }[] {
  return parent.commands.flatMap(command => {
    const here = [...path, command.name()]
    if (command.commands.length === 0) return []
    return [{ path: here.join(' '), commands: shownNames(command) }, ...groupsIn(command, here)]
  })
}

function shownNames(group: CommandUnknownOpts): string[] {
  return group
    .createHelp()
    .visibleCommands(group)
    .map(command => command.name())
    .filter(name => name !== 'help')
}

/** The whole `--help` of a command, or `help exit-codes`, in a terminal with so many columns. */
export async function helpOf(path: string, columns: number, language: Language = 'en'): Promise<string> {
  const words = path.split(' ').filter(word => word !== 'help')
  const context = { ...idleContext, config: readConfig({ KURA_LANGUAGE: language }) }
  const program = await createProgram(context, words)
  const { command } = findCommand(program, words)
  const shown: string[] = []
  const output = { getOutHelpWidth: () => columns, writeOut: (text: string) => void shown.push(text) }
  for (const one of [program, command]) one.configureOutput(output)
  command.outputHelp()
  return shown.join('')
}

/**
 * Commands with one bad value each: one for each option that refuses some values, and one for each first argument that
 * does.
 */
export function everyBadValue(): { readonly path: string; readonly words: readonly string[] }[] {
  return leavesOf(known).flatMap(({ command, path }) => [
    ...command.options.filter(refusesValues).map(({ long }) => ({ path, words: [long ?? '', NO_VALUE] })),
    ...(command.registeredArguments.slice(0, 1).some(refusesValues)
      ? [{ path, words: argumentsOf(command) }]
      : []),
  ])
}

/** A bad value as the first argument, with everything else that the command needs. */
function argumentsOf({ registeredArguments, options }: CommandUnknownOpts): string[] {
  const needed = options.flatMap(({ mandatory, long }) => (mandatory ? [long ?? '', 'x'] : []))
  return [NO_VALUE, ...registeredArguments.slice(1).map(() => 'x'), ...needed]
}

/** A bad value for an option or an argument that takes only some values. */
export const NO_VALUE = 'no such value!'

function refusesValues({ parseArg }: Pick<Argument | Option, 'parseArg'>): boolean {
  try {
    parseArg?.(NO_VALUE, undefined)
    return false
  } catch {
    return true
  }
}

/** Everything that a person can type after a command: its options, and its arguments as `<name>` or `[name]`. */
export function typedWith(path: string): string[] {
  const { command } = findCommand(known, path.split(' '))
  return [
    ...command.options.flatMap(({ long }) => long ?? []),
    ...command.registeredArguments.map(argument =>
      argument.required ? `<${argument.name()}>` : `[${argument.name()}]`,
    ),
  ]
}

/** The command that the words name, in the form of `everyCommand()`. */
export function commandOf(words: readonly string[]): string {
  const { rest } = findCommand(known, words)
  return words.slice(0, words.length - rest.length).join(' ')
}

function leavesOf(
  parent: CommandUnknownOpts,
  path: readonly string[] = [],
): { command: CommandUnknownOpts; path: string }[] {
  const shown = parent.createHelp().visibleCommands(parent)
  return parent.commands
    .filter(command => shown.includes(command))
    .flatMap(command => {
      const here = [...path, command.name()]
      const children = command.commands.length > 0 ? leavesOf(command, here) : []
      // a group with options does something by itself
      const isCommand = children.length === 0 || command.options.length > 0
      return [...(isCommand ? [{ command, path: here.join(' ') }] : []), ...children]
    })
}

/** The real program with commands that do nothing and print nothing. */
async function idleProgram(): Promise<CommandUnknownOpts> {
  const program = await createProgram(idleContext)
  for (const command of [program, ...groupsOf(program), ...leavesOf(program).map(({ command }) => command)])
    command.configureOutput({ writeOut: () => undefined, writeErr: () => undefined })
  for (const { command } of leavesOf(program)) command.action(() => undefined)
  return program
}

function groupsOf(parent: CommandUnknownOpts): CommandUnknownOpts[] {
  return parent.commands.flatMap(command =>
    command.commands.length > 0 ? [command, ...groupsOf(command)] : [],
  )
}

const silent = { write: () => undefined }

const idleContext: CliContext = {
  env: {},
  config: readConfig({ KURA_LANGUAGE: 'en' }),
  cwd: '.',
  now: Date.now,
  signal: new AbortController().signal,
  output: () => createOutput({ out: silent, err: silent, json: false }),
  ask: () => Promise.reject(new AppError('usage', 'Cannot ask: the command is not run')),
  exit: () => undefined,
}

const known = await idleProgram()
