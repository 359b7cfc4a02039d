/**
 * `kura settle [CASE…]`: settles every item that has an unknown outcome or waits for a person. It queries the remote if
 * a query can settle the item, shows the result, and asks the person. A script states its decision and the operation
 * that kura showed it.
 */
import { type Command, Option } from '@commander-js/extra-typings'
import { AppError } from '../../core/errors.ts'
import type { AccountingContract } from '../../services/accounting/contract.ts'
import type { ChatContract } from '../../services/chat/contract.ts'
import type { RegistrarContract } from '../../services/registrar/contract.ts'
import type { CliContext } from '../context.ts'
import { EXIT } from '../exit-status.ts'
import { readMoment } from '../operator/decision.ts'
import { filling, inTypedWords } from '../operator/fills.ts'
import { withCallOptions } from '../operator/options.ts'
import { ageText, textInZone } from '../terminal/moment.ts'
import type { Output } from '../terminal/output.ts'
import { type Asked, namedDecision, refuseUnnamed } from './named-decision.ts'
import { createPerson, type Outcome, settleItem } from './one-item.ts'
import type { OpenItem, SettleOptions } from './open-item.ts'
import { ALL_KINDS, namedItem, openItems, sourcesOf } from './sources.ts'

const HELP = `
Without a CASE it takes every open item. --list only lists them; --look asks the remotes too, and decides nothing.
Without a terminal, name the decision, the operation that was shown, and your name:
kura settle CASE --release --operation ID --by NAME. Of several cases, repeat --operation in their order.
Exit status: 0 if everything is settled, 3 if something is still open, 1 if something failed.`

const accounting = filling<AccountingContract>()
const chat = filling<ChatContract>()
const registrar = filling<RegistrarContract>()

export function registerSettle(program: Command, context: CliContext): void {
  withCallOptions(program.command('settle'))
    .addArgument(
      accounting.argument(
        '[case...]',
        'the case of a deal or a message, a file, or a domain',
        'case',
        'receipt',
      ),
    )
    .description('settle what is not certain or waits for a person: deals, files, purchases, messages')
    .option('--list', 'list what is open, ask no remote, decide nothing')
    .option('--look', 'ask the remotes, show what they say, decide nothing')
    .addOption(new Option('--kind <kind>', 'only this kind').choices(ALL_KINDS))
    .option('--release', 'send a deal that waits as it is; let an ended purchase be made again')
    .option('--free', 'let a deal or a file be sent again: it is not at the service')
    .addOption(registrar.option('--order <id>', "the order that the registrar's own page shows", 'orderId'))
    .addOption(registrar.option('--no-order', "the registrar's own page shows no order", 'noOrder'))
    .option('--verified', "the link in the registrar's message was opened")
    .addOption(chat.option('--message <id>', 'the message was sent: its identifier', 'message'))
    .addOption(chat.option('--not-sent', 'the message was not sent, and may be sent again', 'not_sent'))
    .addOption(chat.option('--by <name>', 'your name; asked for if not given', 'person'))
    .addOption(accounting.option('--reason <text>', 'with --free: why; asked for if not given', 'reason'))
    .addOption(
      registrar
        .option(
          '--operation <id>',
          'decide on what was shown as this operation, without being asked',
          'operation',
        )
        .argParser((text: string, given: readonly string[] | undefined): readonly string[] => [
          ...(given ?? []),
          text,
        ]),
    )
    .addOption(
      registrar
        .option(
          '--seen-at <time>',
          'with --operation: when it was shown, before you looked elsewhere for what is not there',
          'seenAt',
        )
        .argParser(readMoment),
    )
    .addHelpText('after', HELP)
    .action((names, options, command) =>
      settle(names, { options, context, inWords: error => inTypedWords(error, command) }),
    )
}

interface Run {
  readonly options: SettleOptions
  readonly context: CliContext
  inWords(error: unknown): unknown
}

async function settle(names: readonly string[], run: Run): Promise<void> {
  const { options, context } = run
  const asked = namedDecision(names, options)
  const output = context.output(options)
  const kinds = asked.kinds.filter(kind => options.kind === undefined || kind === options.kind)
  const sources = await sourcesOf(kinds, { options, output }, context)
  if (names.length === 0) {
    const { items, failed } = await openItems(sources, output)
    const outcomes = await settleAll(items, { asked, output }, run)
    if (outcomes !== undefined) end(outcomes, { context, output, failed: failed.length > 0 })
    else if (failed.length > 0) context.exit(EXIT.failed)
    return
  }
  const items: OpenItem[] = []
  for (const name of names) items.push(await namedItem(name, sources))
  const outcomes = await settleAll(items, { asked, output }, run)
  if (outcomes !== undefined) end(outcomes, { context, output, failed: false })
}

interface Settling {
  readonly asked: Asked
  readonly output: Output
}

/**
 * Settles the items one after the other; undefined if there are none or if `--list` is given, which only lists them.
 */
async function settleAll(
  items: readonly OpenItem[],
  { asked, output }: Settling,
  { options, context, inWords }: Run,
): Promise<readonly Outcome[] | undefined> {
  if (options.list || items.length === 0) {
    showList(items, output, context)
    return undefined
  }
  refuseUnnamed(items, asked)
  const person = createPerson(options, context)
  const outcomes: Outcome[] = []
  for (const [index, item] of items.entries()) {
    const operation = options.operation?.[index]
    try {
      outcomes.push(await settleItem(item, { asked, options, operation, output, person }, context))
    } catch (error) {
      const isOfItem = error instanceof AppError && !['usage', 'interrupted'].includes(error.code)
      if (items.length === 1 || !isOfItem) throw error
      if (output.json) output.note(`${item.kind} "${item.name}": ${error.message}`)
      else output.error(inWords(error))
      outcomes.push({ kind: item.kind, case: item.name, error: error.message, isOpen: true })
    }
  }
  return outcomes
}

const HEAD = ['case', 'kind', 'state', 'since', 'why']

function showList(items: readonly OpenItem[], output: Output, context: CliContext): void {
  const { timezone } = context.config.locale()
  output.result({
    items: items.map(({ kind, name, state, operation, seenAt, report }) => ({
      kind,
      case: name,
      state,
      operation,
      seenAt,
      report,
    })),
  })
  if (items.length === 0) output.line('nothing is open: a deal to release, for example, is listed here')
  else
    output.table(
      items.map(({ kind, name, state, since, reason }) => [
        name,
        kind,
        state,
        ageText(since, context.now()),
        textInZone(reason, timezone),
      ]),
      HEAD,
    )
}

function end(
  outcomes: readonly Outcome[],
  { context, output, failed }: { context: CliContext; output: Output; failed: boolean },
): void {
  output.result({ items: outcomes })
  if (failed || outcomes.some(({ error }) => error !== undefined)) context.exit(EXIT.failed)
  else if (outcomes.some(({ isOpen }) => isOpen)) context.exit(EXIT.review)
}
