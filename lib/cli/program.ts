/** The program loads only the command that is named. */
import type { Command, CommandUnknownOpts } from '@commander-js/extra-typings'
import { AppError } from '../core/errors.ts'
import type { Locale } from '../core/language/language.ts'
import { sayIn } from '../core/language/text.ts'
import type { CliContext, RegisterCommand } from './context.ts'
import { addExamples, KuraCommand, translate } from './help/command.ts'
import { EXAMPLES } from './help/examples.ts'
import { FRAME, MEANING, SUMMARY } from './help/words.ts'
import { EXIT } from './terminal/exit-status.ts'
import { IN_PROJECT } from './terminal/invocation.ts'
import { tableLines } from './terminal/rows.ts'
import { localeToShow } from './terminal/wording.ts'

type Name = keyof typeof SUMMARY

interface CommandEntry {
  readonly group: 'begin' | 'work' | 'devices' | 'care'
  load(): Promise<RegisterCommand>
}

/**
 * Returns a `start` that only says that the development packages are missing.
 * @throws the given error if the error is about something else
 */
function withoutPackages(error: unknown): { registerStart: RegisterCommand } {
  if (!(error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND')) throw error
  const refuse = () => {
    throw new AppError('usage', 'Cannot start: the development packages are not installed', {
      hint: 'run npm ci without --omit=dev; the commands for a deployment do not need these packages',
      cause: error,
    })
  }
  return {
    registerStart: command => void command.allowUnknownOption().argument('[words...]').action(refuse),
  }
}

const COMMANDS: Readonly<Record<Name, CommandEntry>> = {
  start: {
    group: 'begin',
    load: async () => (await import('./commands/start/start.ts').catch(withoutPackages)).registerStart,
  },
  setup: { group: 'begin', load: async () => (await import('./commands/setup/setup.ts')).registerSetup },
  today: { group: 'work', load: async () => (await import('./commands/today/today.ts')).registerToday },
  settle: { group: 'work', load: async () => (await import('./commands/settle/settle.ts')).registerSettle },
  notices: { group: 'work', load: async () => (await import('./operator/notices.ts')).registerNotices },
  log: { group: 'work', load: async () => (await import('./commands/activity/index.ts')).registerLog },
  accounting: {
    group: 'work',
    load: async () => (await import('./commands/accounting/index.ts')).registerAccounting,
  },
  registrar: {
    group: 'work',
    load: async () => (await import('./commands/registrar/index.ts')).registerRegistrar,
  },
  chat: { group: 'work', load: async () => (await import('./commands/chat/index.ts')).registerChat },
  devices: { group: 'devices', load: async () => (await import('./operator/devices.ts')).registerDevices },
  publish: {
    group: 'devices',
    load: async () => {
      const [{ publishCommand }, { liveHost }] = await Promise.all([
        import('./commands/publish/publish.ts'),
        import('./commands/publish/live-host.ts'),
      ])
      return publishCommand({ liveHost })
    },
  },
  rollback: {
    group: 'devices',
    load: async () => {
      const [{ rollbackCommand }, { liveHost }] = await Promise.all([
        import('./commands/publish/rollback.ts'),
        import('./commands/publish/live-host.ts'),
      ])
      return rollbackCommand({ liveHost })
    },
  },
  root: { group: 'devices', load: async () => (await import('./commands/publish/root.ts')).registerRoot },
  enrol: { group: 'devices', load: async () => (await import('./commands/device/enrol.ts')).registerEnrol },
  sync: { group: 'devices', load: async () => (await import('./commands/device/sync.ts')).registerSync },
  status: {
    group: 'devices',
    load: async () => (await import('./commands/device/status.ts')).registerStatus,
  },
  key: { group: 'care', load: async () => (await import('./operator/key.ts')).registerKey },
  mcp: { group: 'care', load: async () => (await import('./commands/mcp/mcp.ts')).registerMcp },
  people: { group: 'care', load: async () => (await import('./operator/people.ts')).registerPeople },
  console: { group: 'care', load: async () => (await import('./commands/console/index.ts')).registerConsole },
  store: { group: 'care', load: async () => (await import('./operator/store.ts')).registerStore },
  doctor: { group: 'care', load: async () => (await import('./commands/doctor/doctor.ts')).registerDoctor },
  probe: { group: 'care', load: async () => (await import('./commands/probe/probe.ts')).registerProbe },
  move: { group: 'care', load: async () => (await import('./commands/move/index.ts')).registerMove },
  api: { group: 'care', load: async () => (await import('./operator/api.ts')).registerApi },
}

export const COMMAND_NAMES: readonly string[] = Object.keys(COMMANDS)

/** The name of a help page that is not about a command: `kura help exit-codes`. */
const EXIT_CODES = 'exit-codes'

/**
 * Loads the command that `words` name. Without `words`, or if their first word is unknown, loads every command. Parsing
 * throws an AppError `usage` for invalid words, and a CommanderError after a help text was shown.
 */
export async function createProgram(context: CliContext, words?: readonly string[]): Promise<Command> {
  const locale = localeToShow(context.config)
  const program = newProgram(context, locale)
  const named = words?.find(word => !word.startsWith('-') && word !== 'help')
  // an unknown word may be a subcommand of some group
  const isUnknown = named !== undefined && named !== EXIT_CODES && !COMMAND_NAMES.includes(named)
  for (const [name, { group, load }] of Object.entries(COMMANDS) as [Name, CommandEntry][]) {
    const command = program.command(name).summary(SUMMARY[name].id).helpGroup(sayIn(locale)(FRAME[group]))
    const needed = words === undefined || name === named || isUnknown
    if (needed) (await load())(command, context)
  }
  if (named === EXIT_CODES) addExitCodes(program, locale)
  for (const command of program.commands) finish(command, { parent: program, path: [], context, locale })
  translate(program, locale)
  return program
}

function newProgram({ invocation = IN_PROJECT }: CliContext, locale: Locale): Command {
  const say = sayIn(locale)
  return (
    new KuraCommand(invocation, locale)
      .description(say(FRAME.about))
      .option('-V, --version', say(FRAME.version))
      .helpOption('-h, --help', say(FRAME.help))
      .showSuggestionAfterError(false)
      .addHelpText('after', say(FRAME.exitCodes, { command: `${invocation} help ${EXIT_CODES}` }))
      .exitOverride()
      // an option belongs to the command that it follows, not to the program or the group
      .enablePositionalOptions()
      .commandsGroup(say(FRAME.care))
  )
}

interface Place {
  readonly parent: CommandUnknownOpts
  readonly path: readonly string[]
  readonly context: CliContext
  readonly locale: Locale
}

function finish(command: CommandUnknownOpts, { parent, path, context, locale }: Place): void {
  const words = [...path, command.name()]
  command.copyInheritedSettings(parent)
  const examples = EXAMPLES[words.join(' ')] ?? []
  const { invocation = IN_PROJECT } = context
  if (examples.length > 0)
    addExamples(
      command,
      examples.map(example => example.replace(/^kura/, invocation)),
      locale,
    )
  for (const child of command.commands) finish(child, { parent: command, path: words, context, locale })
}

function addExitCodes(program: Command, locale: Locale): void {
  const say = sayIn(locale)
  const names = Object.keys(EXIT) as (keyof typeof EXIT)[]
  const rows = names.map(name => [String(EXIT[name]), say(MEANING[name])])
  const helpInformation = () => {
    const columns = program.configureOutput().getOutHelpWidth?.()
    const head = [say(FRAME.status), say(FRAME.meaning)]
    const lines = tableLines(rows, { head, ...(columns && { columns }) })
    return `${lines.join('\n')}\n`
  }
  program.addCommand(Object.assign(new KuraCommand(EXIT_CODES), { helpInformation }), { hidden: true })
}
