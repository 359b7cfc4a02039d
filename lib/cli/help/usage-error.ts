/**
 * Rewords the errors of the library commander: the message names the fault in the words that the person typed, and the
 * hint is the command's usage.
 */
import type { CommandUnknownOpts } from '@commander-js/extra-typings'
import { AppError } from '../../core/errors.ts'
import { nearestNames } from '../../core/language/nearest-name.ts'

/** A fault of the command line as commander reports it. */
interface Fault {
  /** The code of commander's error, such as `commander.unknownOption`. */
  readonly code?: string | undefined
  readonly message: string
}

/**
 * The limits for a suggestion: at most one name, which differs from the typed word in less than half of its characters.
 */
const NEAR = { limit: 1, farthest: 0.45 }

/** Returns the names of a command without its options: `kura devices --forget`. */
function pathOf(command: CommandUnknownOpts): string {
  return command.parent ? `${pathOf(command.parent)} ${command.name()}` : 'kura'
}

/** Returns the error for a fault that commander found at `command`. */
export function usageError(command: CommandUnknownOpts, { code, message }: Fault): AppError {
  const misspelt = misspeltCommand(command, code)
  if (misspelt) return noSuchCommand(misspelt.group, misspelt.word)
  if (isOnlyJson(command)) return needsCommand(command)
  const { text, hint } = described(command, message.replace(/^error: /, ''))
  return new AppError('usage', text, { hint: [hint, usageHint(command)].filter(Boolean).join(' ') })
}

/** Returns the error for a word that is not a command of `group`. */
export function noSuchCommand(group: CommandUnknownOpts, word: string): AppError {
  const names = commandsOf(group)
  const [nearest] = nearestNames(word, names, NEAR)
  const elsewhere = placesOf(word, rootOf(group))
  const near = nearest === undefined ? [] : [`${pathOf(group)} ${nearest}`]
  const [meant] = [...elsewhere, ...near].map(path => `did you mean "${path}"? `)
  return unreadable(`${pathOf(group)} has no command "${word}"`, `${meant ?? ''}${listOf(group)}`)
}

function rootOf(command: CommandUnknownOpts): CommandUnknownOpts {
  return command.parent ? rootOf(command.parent) : command
}

/** Returns the commands below `parent` that are called by `word`, or whose first argument can be `word`. */
function placesOf(word: string, parent: CommandUnknownOpts): string[] {
  return parent.commands.flatMap(command => [
    ...(command.name() === word ? [pathOf(command)] : []),
    ...(command.registeredArguments[0]?.argChoices?.includes(word) ? [`${pathOf(command)} ${word}`] : []),
    ...placesOf(word, command),
  ])
}

/** Returns the hint: `usage: kura log export --out <path> [options]; kura log export --help explains it`. */
export function usageHint(command: CommandUnknownOpts): string {
  const path = pathOf(command)
  const needed = command.options.flatMap(({ mandatory, flags }) => (mandatory ? [flags] : []))
  return `usage: ${[path, ...needed, command.usage()].join(' ')}; ${path} --help explains it`
}

const UNREADABLE = 'Cannot read the command line:'

function unreadable(what: string, hint: string): AppError {
  return new AppError('usage', `${UNREADABLE} ${what}`, { hint })
}

function commandsOf(group: CommandUnknownOpts): string[] {
  return group
    .createHelp()
    .visibleCommands(group)
    .map(command => command.name())
    .filter(name => name !== 'help')
}

function listOf(group: CommandUnknownOpts): string {
  return `the commands of ${pathOf(group)}: ${commandsOf(group).join(', ')}`
}

/**
 * Returns the error for a word that is not a subcommand of a group. This is needed for a group that has an action of
 * its own, because commander takes the word as an argument of that action.
 */
function misspeltCommand(
  command: CommandUnknownOpts,
  code?: string,
): { group: CommandUnknownOpts; word: string } | undefined {
  const group = groupOf(command)
  if (!group) return undefined
  const excess = code === 'commander.excessArguments' ? command.args[0] : undefined
  const word = group.args[0]?.startsWith('-') ? excess : group.args[0]
  if (word === undefined || group.commands.some(child => child.name() === word)) return undefined
  return { group, word }
}

/** Returns `command` itself if it is a group, or the group whose default command it is. */
function groupOf(command: CommandUnknownOpts): CommandUnknownOpts | undefined {
  if (command.commands.length > 0) return command
  const { parent } = command
  return parent && !parent.args.includes(command.name()) ? parent : undefined
}

/** Whether the group was called with `--json` and nothing else. */
function isOnlyJson(command: CommandUnknownOpts): boolean {
  const words = command.args
  return command.commands.length > 0 && words.length > 0 && words.every(word => word === '--json')
}

function needsCommand(group: CommandUnknownOpts): AppError {
  return unreadable(`${pathOf(group)} needs a command`, listOf(group))
}

interface Said {
  readonly text: string
  readonly hint?: string
}

const says = (what: string): Said => ({ text: `${UNREADABLE} ${what}` })
const refuses = (what: string, why = ''): Said => ({
  text: `Cannot use ${what}: ${why.replace(/^Allowed choices are /, 'expected one of ')}`,
})

/**
 * For each message of commander, a pattern that matches the message, and the function that makes kura's error for it.
 */
const SENTENCES: readonly (readonly [RegExp, (command: CommandUnknownOpts, ...found: string[]) => Said])[] = [
  [/^unknown option '(.*)'$/s, (command, flag) => noSuchOption(command, flag)],
  [/^missing required argument '(.*)'$/s, (command, name) => says(`${pathOf(command)} needs <${name}>`)],
  [/^required option '(.*)' not specified$/s, (command, flags) => says(`${pathOf(command)} needs ${flags}`)],
  [/^option '(.*)' argument missing$/s, (_, flags) => says(`${flags} needs a value`)],
  [/^option '(.*)' cannot be used with option '(.*)'$/s, (_, one, other) => says(`${one} excludes ${other}`)],
  [
    /^option '(\S+).*?' argument '(.*)' is invalid\. (.*?)\.?$/s,
    (_, flag, value, why) => refuses(`${flag} "${value}"`, why),
  ],
  [
    /^command-argument value '(.*)' is invalid for argument '(.*)'\. (.*?)\.?$/s,
    (_, value, name, why) => refuses(`<${name}> "${value}"`, why),
  ],
  [/^too many arguments/, command => says(tooMany(command))],
]

function described(command: CommandUnknownOpts, sentence: string): Said {
  for (const [pattern, say] of SENTENCES) {
    const found = pattern.exec(sentence)
    if (found) return say(command, ...found.slice(1))
  }
  return says(sentence)
}

function noSuchOption(command: CommandUnknownOpts, flag = ''): Said {
  const known = command.options.flatMap(({ long, hidden }) => (long && !hidden ? [long.slice(2)] : []))
  const [nearest] = nearestNames(flag.slice(2), [...known, 'help'], NEAR)
  return {
    ...says(`${pathOf(command)} has no option "${flag}"`),
    ...(nearest !== undefined && { hint: `did you mean --${nearest}?` }),
  }
}

function tooMany(command: CommandUnknownOpts): string {
  const { length } = command.registeredArguments
  const took = length === 0 ? 'no argument' : length === 1 ? 'one argument' : `${length} arguments`
  return `${pathOf(command)} takes ${took}, not "${command.args[length]}"`
}
