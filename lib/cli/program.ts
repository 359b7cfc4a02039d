/** Lists every command of `kura`; a run loads only the command that it names. */
import type { Command, CommandUnknownOpts } from '@commander-js/extra-typings'
import type { CliContext, RegisterCommand } from './context.ts'
import { addExamples, KuraCommand } from './help/command.ts'
import { EXAMPLES } from './help/examples.ts'
import { EXIT_MEANINGS } from './terminal/exit-status.ts'
import { IN_PROJECT } from './terminal/invocation.ts'
import { tableLines } from './terminal/rows.ts'

/** The headings of the list of commands. */
const GROUPS = {
  begin: 'To begin:',
  work: 'The work of every day:',
  devices: 'Files for the devices:',
  care: 'Keys, checks and programs:',
}

interface CommandEntry {
  readonly name: string
  readonly group: keyof typeof GROUPS
  /** The line about the command in the list of commands. The command's own help has the details. */
  readonly summary: string
  load(): Promise<RegisterCommand>
}

const COMMANDS: readonly CommandEntry[] = [
  {
    name: 'start',
    group: 'begin',
    summary: 'run all of kura on this machine, with sandboxes of the remotes',
    load: async () => {
      const started = import('./commands/start/start.ts').catch(async error => {
        const { startWithoutPackages } = await import('./commands/start/without-packages.ts')
        return startWithoutPackages(error)
      })
      return (await started).registerStart
    },
  },
  {
    name: 'setup',
    group: 'begin',
    summary: 'set up a deployment: questions, secrets, key, root, first release',
    load: async () => (await import('./commands/setup/setup.ts')).registerSetup,
  },
  {
    name: 'today',
    group: 'work',
    summary: 'show what needs a person, what is due and what ran, on one screen',
    load: async () => (await import('./commands/today/today.ts')).registerToday,
  },
  {
    name: 'settle',
    group: 'work',
    summary: 'settle what is not certain or waits: deals, files, purchases, messages',
    load: async () => (await import('./commands/settle/settle.ts')).registerSettle,
  },
  {
    name: 'notices',
    group: 'work',
    summary: 'show, send and close notices, which say what needs a person',
    load: async () => (await import('./operator/notices.ts')).registerNotices,
  },
  {
    name: 'log',
    group: 'work',
    summary: 'show who did what, when, with which key',
    load: async () => (await import('./commands/log/index.ts')).registerLog,
  },
  {
    name: 'accounting',
    group: 'work',
    summary: 'the books: authorization, master data, deals, journals',
    load: async () => (await import('./commands/accounting/index.ts')).registerAccounting,
  },
  {
    name: 'registrar',
    group: 'work',
    summary: 'domains: quotes, purchases, orders, deadlines',
    load: async () => (await import('./commands/registrar/index.ts')).registerRegistrar,
  },
  {
    name: 'chat',
    group: 'work',
    summary: 'send messages to people',
    load: async () => (await import('./commands/chat/index.ts')).registerChat,
  },
  {
    name: 'devices',
    group: 'devices',
    summary: 'show what each device last reported, or forget one',
    load: async () => (await import('./operator/devices.ts')).registerDevices,
  },
  {
    name: 'publish',
    group: 'devices',
    summary: 'sign the payload as the next release',
    load: async () => {
      const [{ publishCommand }, { liveHost }] = await Promise.all([
        import('./commands/publish/publish.ts'),
        import('./commands/publish/live-host.ts'),
      ])
      return publishCommand({ liveHost })
    },
  },
  {
    name: 'rollback',
    group: 'devices',
    summary: 'publish the files of an earlier release again',
    load: async () => {
      const [{ rollbackCommand }, { liveHost }] = await Promise.all([
        import('./commands/publish/rollback.ts'),
        import('./commands/publish/live-host.ts'),
      ])
      return rollbackCommand({ liveHost })
    },
  },
  {
    name: 'root',
    group: 'devices',
    summary: 'create and change the root document, which names the release keys',
    load: async () => (await import('./commands/publish/root.ts')).registerRoot,
  },
  {
    name: 'enrol',
    group: 'devices',
    summary: 'make the folder that sets up a device',
    load: async () => (await import('./commands/device/enrol.ts')).registerEnrol,
  },
  {
    name: 'sync',
    group: 'devices',
    summary: 'install the current release in the directory of a device',
    load: async () => (await import('./commands/device/sync.ts')).registerSync,
  },
  {
    name: 'status',
    group: 'devices',
    summary: 'show what is on the disk of a device',
    load: async () => (await import('./commands/device/status.ts')).registerStatus,
  },
  {
    name: 'key',
    group: 'care',
    summary: 'issue, revoke and list the keys of operators and devices',
    load: async () => (await import('./operator/key.ts')).registerKey,
  },
  {
    name: 'mcp',
    group: 'care',
    summary: 'let an agent read, try out and propose deals (Model Context Protocol)',
    load: async () => (await import('./commands/mcp/mcp.ts')).registerMcp,
  },
  {
    name: 'people',
    group: 'care',
    summary: 'a colleague leaves: revoke every key and device of the person',
    load: async () => (await import('./operator/people.ts')).registerPeople,
  },
  {
    name: 'console',
    group: 'care',
    summary: 'the people of the console: invite, vouch, list, revoke',
    load: async () => (await import('./commands/console/index.ts')).registerConsole,
  },
  {
    name: 'store',
    group: 'care',
    summary: 'after the store was restored: what to check, and that acts go on',
    load: async () => (await import('./operator/store.ts')).registerStore,
  },
  {
    name: 'doctor',
    group: 'care',
    summary: 'check everything that a deployment needs, and say how to fix it',
    load: async () => (await import('./commands/doctor/doctor.ts')).registerDoctor,
  },
  {
    name: 'probe',
    group: 'care',
    summary: 'check from outside that only signed requests reach the files',
    load: async () => (await import('./commands/probe/probe.ts')).registerProbe,
  },
  {
    name: 'move',
    group: 'care',
    summary: 'move a site to another domain: write redirect rules, check the move',
    load: async () => (await import('./commands/move/index.ts')).registerMove,
  },
  {
    name: 'api',
    group: 'care',
    summary: 'sign and send any request, and print the reply',
    load: async () => (await import('./operator/api.ts')).registerApi,
  },
  {
    name: 'completion',
    group: 'care',
    summary: 'print the completion for a shell: bash or zsh',
    load: async () => (await import('./help/completion.ts')).completionCommand({ createProgram }),
  },
]

/** The names that can follow `kura`. */
export const COMMAND_NAMES: readonly string[] = COMMANDS.map(({ name }) => name)

/** The name of a help page that is not about a command: `kura help exit-codes`. */
const EXIT_CODES = 'exit-codes'

/**
 * Creates the command line. It loads only the command that `words` name, or every command if there are no `words`, or
 * if they name none. The other commands are only listed, for the help and for suggestions. Parsing throws an AppError `usage` for invalid
 * words, and a CommanderError after a help text was shown.
 */
export async function createProgram(context: CliContext, words?: readonly string[]): Promise<Command> {
  const program = newProgram(context)
  const named = words?.find(word => !word.startsWith('-') && word !== 'help')
  // a word that names no command may name one of a group
  const isUnknown = named !== undefined && named !== EXIT_CODES && !COMMAND_NAMES.includes(named)
  for (const entry of COMMANDS) {
    const needed = words === undefined || entry.name === named || isUnknown
    if (needed) (await entry.load())(program, context)
    else program.command(entry.name)
    program.commands.at(-1)?.summary(entry.summary).helpGroup(GROUPS[entry.group])
  }
  if (named === EXIT_CODES) addExitCodes(program)
  for (const command of program.commands) finish(command, { parent: program, path: [], context })
  return program
}

function newProgram({ invocation = IN_PROJECT }: CliContext): Command {
  return (
    new KuraCommand(invocation)
      .description('The back office of a small company: device files, books, domains, chat')
      .option('-V, --version', 'show the version of kura and of Node')
      .showSuggestionAfterError(false)
      .addHelpText('after', `\n${invocation} help ${EXIT_CODES} lists the exit statuses.`)
      .exitOverride()
      // an option belongs to the command that it follows, not to the program or the group
      .enablePositionalOptions()
      .commandsGroup(GROUPS.care)
  )
}

interface Place {
  readonly parent: CommandUnknownOpts
  /** The words of the command line that lead to the command. */
  readonly path: readonly string[]
  readonly context: CliContext
}

/** Gives a command and its subcommands the settings of their parent, and adds the examples. */
function finish(command: CommandUnknownOpts, { parent, path, context }: Place): void {
  const words = [...path, command.name()]
  command.copyInheritedSettings(parent)
  const examples = EXAMPLES[words.join(' ')] ?? []
  const { invocation = IN_PROJECT } = context
  if (examples.length > 0)
    addExamples(
      command,
      examples.map(example => example.replace(/^kura/, invocation)),
    )
  for (const child of command.commands) finish(child, { parent: command, path: words, context })
}

function addExitCodes(program: Command): void {
  const rows = EXIT_MEANINGS.map(([status, meaning]) => [String(status), meaning])
  const helpInformation = () => {
    const columns = program.configureOutput().getOutHelpWidth?.()
    const lines = tableLines(rows, { head: ['status', 'meaning'], ...(columns && { columns }) })
    return `${lines.join('\n')}\n`
  }
  program.addCommand(Object.assign(new KuraCommand(EXIT_CODES), { helpInformation }), { hidden: true })
}
