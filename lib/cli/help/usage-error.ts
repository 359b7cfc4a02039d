import type { CommandUnknownOpts } from '@commander-js/extra-typings'
import type { AppError } from '../../core/errors.ts'
import { phrase } from '../../core/language/catalogue.ts'
import { nearestNames } from '../../core/language/nearest-name.ts'
import { phraseError } from '../../core/language/phrase-error.ts'
import type { Phrase, Reason } from '../../core/phrase.ts'
import { TERMINAL } from '../terminal/words.ts'
import { TYPED } from './words.ts'

interface Fault {
  /** The code of commander's error, such as `commander.unknownOption`. */
  readonly code?: string | undefined
  readonly message: string
}

/** The limits of the search for a similar name: at most one name, with less than half of its characters different. */
const NEAR = { limit: 1, farthest: 0.45 }

function pathOf(command: CommandUnknownOpts): string {
  return command.parent ? `${pathOf(command.parent)} ${command.name()}` : 'kura'
}

export function usageError(command: CommandUnknownOpts, { code = '', message }: Fault): AppError {
  const misspelt = misspeltCommand(command, code)
  if (misspelt) return noSuchCommand(misspelt.group, misspelt.word)
  if (isOnlyJson(command)) return needsCommand(command)
  const { what, near } = described(command, { code, message: message.replace(/^error: /, '') })
  const usage = usageHint(command)
  const hint = near === undefined ? usage : phrase(TYPED.didYouMeanOption, { flag: near, rest: usage })
  return phraseError('usage', what, { hint })
}

export function noSuchCommand(group: CommandUnknownOpts, word: string): AppError {
  const path = pathOf(group)
  const [nearest] = nearestNames(word, commandsOf(group), NEAR)
  const near = nearest === undefined ? [] : [`${path} ${nearest}`]
  const [meant] = [...placesOf(word, rootOf(group)), ...near]
  const rest = listOf(group)
  const hint = meant === undefined ? rest : phrase(TYPED.didYouMean, { path: meant, rest })
  return phraseError('usage', unreadable(phrase(TYPED.noCommand, { path, word })), { hint })
}

function rootOf(command: CommandUnknownOpts): CommandUnknownOpts {
  return command.parent ? rootOf(command.parent) : command
}

function placesOf(word: string, parent: CommandUnknownOpts): string[] {
  return parent.commands.flatMap(command => [
    ...(command.name() === word ? [pathOf(command)] : []),
    ...(command.registeredArguments[0]?.argChoices?.includes(word) ? [`${pathOf(command)} ${word}`] : []),
    ...placesOf(word, command),
  ])
}

/** Returns a hint such as `usage: kura log export --out <path> [options]; kura log export --help explains it`. */
export function usageHint(command: CommandUnknownOpts): Phrase {
  const path = pathOf(command)
  const needed = command.options.flatMap(({ mandatory, flags }) => (mandatory ? [flags] : []))
  return phrase(TYPED.usageIs, { usage: [path, ...needed, command.usage()].join(' '), path })
}

function unreadable(what: Reason): Phrase {
  return phrase(TYPED.unreadable, { what })
}

function commandsOf(group: CommandUnknownOpts): string[] {
  return group
    .createHelp()
    .visibleCommands(group)
    .map(command => command.name())
    .filter(name => name !== 'help')
}

function listOf(group: CommandUnknownOpts): Phrase {
  return phrase(TYPED.commandsOf, { path: pathOf(group), names: commandsOf(group) })
}

/** Returns a wrong subcommand and its group. If the group has an action, commander takes the word as its argument. */
function misspeltCommand(
  command: CommandUnknownOpts,
  code: string,
): { group: CommandUnknownOpts; word: string } | undefined {
  const group = groupOf(command)
  if (!group) return undefined
  const excess = code === 'commander.excessArguments' ? command.args[0] : undefined
  const word = group.args[0]?.startsWith('-') ? excess : group.args[0]
  if (word === undefined || group.commands.some(child => child.name() === word)) return undefined
  return { group, word }
}

/** Returns the command if it is a group, or else the group whose default command it is. */
function groupOf(command: CommandUnknownOpts): CommandUnknownOpts | undefined {
  if (command.commands.length > 0) return command
  const { parent } = command
  return parent && !parent.args.includes(command.name()) ? parent : undefined
}

function isOnlyJson(command: CommandUnknownOpts): boolean {
  const words = command.args
  return command.commands.length > 0 && words.length > 0 && words.every(word => word === '--json')
}

function needsCommand(group: CommandUnknownOpts): AppError {
  const what = unreadable(phrase(TYPED.needsCommand, { path: pathOf(group) }))
  return phraseError('usage', what, { hint: listOf(group) })
}

interface Described {
  readonly what: Phrase
  readonly near?: string
}

type Describe = (command: CommandUnknownOpts, ...values: string[]) => Described

const says = (what: Phrase): Described => ({ what: unreadable(what) })
const refuses = (what: string, value: string, why: string): Described => {
  const [, choices] = /^Allowed choices are (.*)$/s.exec(why) ?? []
  const reason = choices === undefined ? why : phrase(TYPED.oneOf, { choices: choices.split(', ') })
  return { what: phrase(TERMINAL.unusable, { what, value, why: reason }) }
}

/** The texts of kura by the error code of commander, with a pattern that finds the values in commander's message. */
const FAULTS: Readonly<Record<string, readonly [RegExp, Describe]>> = {
  'commander.unknownOption': [/^unknown option '(.*)'$/s, noSuchOption],
  'commander.missingArgument': [
    /'(.*)'$/s,
    (command, name) => says(phrase(TYPED.needs, { path: pathOf(command), what: `<${name}>` })),
  ],
  'commander.missingMandatoryOptionValue': [
    /'(.*)' not specified$/s,
    (command, what = '') => says(phrase(TYPED.needs, { path: pathOf(command), what })),
  ],
  'commander.optionMissingArgument': [
    /'(.*)' argument missing$/s,
    (_, flags = '') => says(phrase(TYPED.needsValue, { flags })),
  ],
  'commander.conflictingOption': [
    /'(.*)' cannot be used with option '(.*)'$/s,
    (_, one = '', other = '') => says(phrase(TYPED.excludes, { one, other })),
  ],
  'commander.excessArguments': [/^/, tooMany],
  'commander.invalidArgument': [
    /^(?:option '(\S+).*?' argument '(.*)' is invalid|command-argument value '(.*)' is invalid for argument '(.*)')\. (.*?)\.?$/s,
    (_, flag, value, argument, name, why = '') =>
      flag === undefined ? refuses(`<${name}>`, argument ?? '', why) : refuses(flag, value ?? '', why),
  ],
}

function described(command: CommandUnknownOpts, { code, message }: Required<Fault>): Described {
  const [pattern, say] = FAULTS[code ?? ''] ?? []
  const found = pattern?.exec(message)
  return (found && say?.(command, ...found.slice(1))) ?? { what: unreadable(message) }
}

function noSuchOption(command: CommandUnknownOpts, flag = ''): Described {
  const known = command.options.flatMap(({ long, hidden }) => (long && !hidden ? [long.slice(2)] : []))
  const [nearest] = nearestNames(flag.slice(2), [...known, 'help'], NEAR)
  return {
    ...says(phrase(TYPED.noOption, { path: pathOf(command), flag })),
    ...(nearest !== undefined && { near: `--${nearest}` }),
  }
}

function tooMany(command: CommandUnknownOpts): Described {
  const { length: count } = command.registeredArguments
  return says(phrase(TYPED.tooMany, { path: pathOf(command), count, word: command.args[count] ?? '' }))
}
