/** Every command of `kura`, one file each. */
import { Command } from 'commander'
import { registerAccounting } from './accounting/index.ts'
import { registerChat } from './chat/index.ts'
import type { CliContext, RegisterCommand } from './context.ts'
import { registerEnrol } from './device/enrol.ts'
import { registerStatus } from './device/status.ts'
import { registerSync } from './device/sync.ts'
import { registerMove } from './move/index.ts'
import { registerDevices } from './operator/devices.ts'
import { registerKey } from './operator/key.ts'
import { registerNotices } from './operator/notices.ts'
import { registerProbe } from './probe/probe.ts'
import { askLiveVersion } from './publish/live-version.ts'
import { publishCommand } from './publish/publish.ts'
import { registerRoot } from './publish/root.ts'
import { registerRegistrar } from './registrar/index.ts'
import { registerStart } from './start/start.ts'

const COMMANDS: readonly RegisterCommand[] = [
  registerStart,
  publishCommand({ askLiveVersion }),
  registerRoot,
  registerKey,
  registerEnrol,
  registerSync,
  registerStatus,
  registerDevices,
  registerProbe,
  registerMove,
  registerChat,
  registerNotices,
  registerRegistrar,
  registerAccounting,
]

/** The whole command line over `context`. It throws a CommanderError if the words cannot be parsed. */
export function createProgram(context: CliContext): Command {
  const program = new Command('kura')
    .description('The back office of a small company: files for its devices, books, domains, chat')
    .showHelpAfterError('(kura --help lists the commands, kura COMMAND --help their options)')
    .showSuggestionAfterError()
    .exitOverride()
  registerCommands(program, context)
  for (const command of program.commands) inheritSettings(program, command)
  return program
}

/** Adds every command to `program`. */
export function registerCommands(program: Command, context: CliContext): void {
  for (const register of COMMANDS) register(program, context)
}

/** Subcommands made with `command()` before the settings were known take them over, at every depth. */
function inheritSettings(parent: Command, command: Command): void {
  command.copyInheritedSettings(parent)
  for (const child of command.commands) inheritSettings(command, child)
}
