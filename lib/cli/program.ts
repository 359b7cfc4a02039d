/** Every command of `kura`; a run loads only the command that it names. */
import { Command } from 'commander'
import type { CliContext, RegisterCommand } from './context.ts'

interface CommandEntry {
  readonly name: string
  /** One line for the list of commands; the command's own help has the details. */
  readonly summary: string
  load(): Promise<RegisterCommand>
}

const COMMANDS: readonly CommandEntry[] = [
  {
    name: 'start',
    summary: 'run all of kura on this machine, with sandboxes of the remotes',
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
    summary: 'create and change the root document, which names the release keys',
    load: async () => (await import('./publish/root.ts')).registerRoot,
  },
  {
    name: 'key',
    summary: 'issue, revoke and list the keys of operators and devices',
    load: async () => (await import('./operator/key.ts')).registerKey,
  },
  {
    name: 'enrol',
    summary: 'create the directory and the credentials of a device',
    load: async () => (await import('./device/enrol.ts')).registerEnrol,
  },
  {
    name: 'sync',
    summary: 'install the current release in the directory of a device',
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
    summary: 'check from outside that only signed requests reach the files',
    load: async () => (await import('./probe/probe.ts')).registerProbe,
  },
  {
    name: 'move',
    summary: 'move a site to another domain: write redirect rules, check the move',
    load: async () => (await import('./move/index.ts')).registerMove,
  },
  {
    name: 'chat',
    summary: 'send messages to people, and show or post the status message',
    load: async () => (await import('./chat/index.ts')).registerChat,
  },
  {
    name: 'notices',
    summary: 'show, send and close notices, which say what needs a person',
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
  {
    name: 'api',
    summary: 'sign and send any request, and print the reply',
    load: async () => (await import('./operator/api.ts')).registerApi,
  },
  {
    name: 'openapi',
    summary: 'print the OpenAPI document of the HTTP API',
    load: async () => (await import('./operator/openapi.ts')).registerOpenApi,
  },
]

/**
 * The command line. It loads only the command that `words` name, or every command if there are no `words`; the others are
 * listed by name, for the help and for suggestions. The program throws a CommanderError if it cannot parse the words.
 */
export async function createProgram(context: CliContext, words?: readonly string[]): Promise<Command> {
  const program = new Command('kura')
    .description('The back office of a small company: device files, books, domains, chat')
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

/** Gives the settings of the program to the subcommands, at every depth: they were created without them. */
function inheritSettings(parent: Command, command: Command): void {
  command.copyInheritedSettings(parent)
  for (const child of command.commands) inheritSettings(command, child)
}
