import { Command, type CommandUnknownOpts } from '@commander-js/extra-typings'
import { expect, test } from 'vitest'
import { registerAccounting } from '../../../../lib/cli/commands/accounting/index.ts'
import type { CliContext } from '../../../../lib/cli/context.ts'

/** Returns the commands without subcommands. */
function leaves(command: CommandUnknownOpts): CommandUnknownOpts[] {
  return command.commands.length === 0 ? [command] : command.commands.flatMap(leaves)
}

test('every command of kura accounting takes --json', () => {
  const program = new Command()
  registerAccounting(program.command('accounting'), {} as CliContext)
  const commands = leaves(program)
  expect(commands.length).toBeGreaterThan(10)
  const lacking = commands.filter(({ options }) => !options.some(({ long }) => long === '--json'))
  expect(lacking.map(command => command.name())).toEqual([])
})
