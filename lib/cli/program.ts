/** Every command of `kura`, one file each; a run loads only the file of the command that it names. */
import { Command } from 'commander'
import type { CliContext, RegisterCommand } from './context.ts'

interface CommandEntry {
  readonly name: string
  /** A line for the list of commands; the command's own help says more. */
  readonly summary: string
  load(): Promise<RegisterCommand>
}

const COMMANDS: readonly CommandEntry[] = [
  {
    name: 'start',
    summary: 'run all of kura on this machine, against sandboxes',
    load: async () => (await import('./start/start.ts')).registerStart,
  },
  {
    name: 'publish',
    summary: 'sign the payload as the next release',
    load: async () => {
      const [{ publishCommand }, { askLiveVersion }] = await Promise.all([
        import('./publish/publish.ts'),
        import('./publish/live-version.ts'),
      ])
      return publishCommand({ askLiveVersion })
    },
  },
  {
    name: 'root',
    summary: 'make and change the root document, which names the release keys',
    load: async () => (await import('./publish/root.ts')).registerRoot,
  },
  {
    name: 'key',
    summary: 'issue, revoke and list the keys of operators and devices',
    load: async () => (await import('./operator/key.ts')).registerKey,
  },
  {
    name: 'enrol',
    summary: 'make the directory and the credentials of a device',
    load: async () => (await import('./device/enrol.ts')).registerEnrol,
  },
  {
    name: 'sync',
    summary: 'install the current release in a device directory',
    load: async () => (await import('./device/sync.ts')).registerSync,
  },
  {
    name: 'status',
    summary: 'show what is on the disk of a device',
    load: async () => (await import('./device/status.ts')).registerStatus,
  },
  {
    name: 'devices',
    summary: 'show what each device last reported',
    load: async () => (await import('./operator/devices.ts')).registerDevices,
  },
  {
    name: 'probe',
    summary: 'check from outside that a deployment gives nothing away',
    load: async () => (await import('./probe/probe.ts')).registerProbe,
  },
  {
    name: 'move',
    summary: 'redirect rules for a site that changes its domain, and the check of its move',
    load: async () => (await import('./move/index.ts')).registerMove,
  },
  {
    name: 'chat',
    summary: 'deliver messages to people, and post the status',
    load: async () => (await import('./chat/index.ts')).registerChat,
  },
  {
    name: 'notices',
    summary: 'show what needs a person',
    load: async () => (await import('./operator/notices.ts')).registerNotices,
  },
  {
    name: 'registrar',
    summary: 'domains: quotes, purchases, orders, deadlines',
    load: async () => (await import('./registrar/index.ts')).registerRegistrar,
  },
  {
    name: 'accounting',
    summary: 'the books: authorization, master data, deals, journals',
    load: async () => (await import('./accounting/index.ts')).registerAccounting,
  },
]

/**
 * The command line over `context`. Of the commands only the one that `words` name is loaded, without `words` all of
 * them; the others are there by name, for the list and for suggestions. It throws a CommanderError, when it parses, if
 * the words are wrong.
 */
export async function createProgram(context: CliContext, words?: readonly string[]): Promise<Command> {
  const program = new Command('kura')
    .description('The back office of a small company: files for its devices, books, domains, chat')
    .showHelpAfterError('(kura --help lists the commands, kura COMMAND --help their options)')
    .showSuggestionAfterError()
    .exitOverride()
  const named = words?.find(word => !word.startsWith('-') && word !== 'help')
  for (const entry of COMMANDS) {
    const needed = words === undefined || entry.name === named
    if (needed) (await entry.load())(program, context)
    else program.command(entry.name)
    program.commands.at(-1)?.summary(entry.summary)
  }
  for (const command of program.commands) inheritSettings(program, command)
  return program
}

/** Subcommands made with `command()` before the settings were known take them over, at every depth. */
function inheritSettings(parent: Command, command: Command): void {
  command.copyInheritedSettings(parent)
  for (const child of command.commands) inheritSettings(command, child)
}
