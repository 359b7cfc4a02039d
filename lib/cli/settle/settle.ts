/**
 * `kura settle [CASE…]`: settles every item that has an unknown outcome or waits for a person. It queries the remote if
 * a query can settle the item, shows the result, and asks the person. A script states its decision and the operation
 * that kura showed it.
 */
import type { Command } from '@commander-js/extra-typings'
import { AppError } from '../../core/errors.ts'
import type { CliContext } from '../context.ts'
import { EXIT } from '../exit-status.ts'
import { inTypedWords } from '../operator/fills.ts'
import { ageText, textInZone } from '../terminal/moment.ts'
import type { Output } from '../terminal/output.ts'
import { type SettleOptions, settleCommand } from './command.ts'
import { type Asked, namedDecision, refuseUnnamed } from './named-decision.ts'
import { createPerson, type Outcome, settleItem } from './one-item.ts'
import type { OpenItem } from './open-item.ts'
import { namedItem, openItems, sourcesOf } from './sources.ts'

export function registerSettle(program: Command, context: CliContext): void {
  settleCommand(program).action((names, options, command) =>
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
 * Settles the items one after the other. Undefined if there are none, or if `--list` is given, with which the command
 * only lists them.
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
