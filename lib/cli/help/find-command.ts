/** Finds the command that some words name. */
import type { CommandUnknownOpts } from '@commander-js/extra-typings'

/** Returns the command that the first of `words` name, at any depth, and the words after it. */
export function findCommand(
  program: CommandUnknownOpts,
  words: readonly string[],
): { readonly command: CommandUnknownOpts; readonly rest: readonly string[] } {
  const [first, ...rest] = words
  const child = program.commands.find(command => command.name() === first)
  return child ? findCommand(child, rest) : { command: program, rest: words }
}
