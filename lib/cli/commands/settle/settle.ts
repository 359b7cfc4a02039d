import type { Command } from '@commander-js/extra-typings'
import { AppError } from '../../../core/errors.ts'
import { catalogue, phrase } from '../../../core/language/catalogue.ts'
import { english } from '../../../core/language/text.ts'
import type { CliContext } from '../../context.ts'
import { inTypedWords } from '../../operator/fills.ts'
import { EXIT } from '../../terminal/exit-status.ts'
import { ageOf, reasonText } from '../../terminal/moment.ts'
import type { Output } from '../../terminal/output.ts'
import { localeToShow } from '../../terminal/wording.ts'
import { type SettleOptions, settleCommand } from './command.ts'
import { type Asked, namedDecision, refuseUnnamed } from './named-decision.ts'
import { createPerson, type Outcome, settleItem } from './one-item.ts'
import { type ItemSource, KIND_NAMES, type OpenItem } from './open-item.ts'
import { namedItems, openItems, sourcesOf } from './sources.ts'
import { groupOf, releaseTogether } from './together.ts'
import { LABEL } from './words.ts'

const WORDS = catalogue('settle', {
  nothing: {
    en: 'nothing is open: a deal to release, for example, is listed here',
    ja: '確認が必要なものはありません（承認待ちの取引などがここに表示されます）',
  },
})

export function registerSettle(command: Command, context: CliContext): void {
  settleCommand(command).action((names, options, command) =>
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
  const only = options.proposals ? 'deal' : options.kind
  const kinds = asked.kinds.filter(kind => only === undefined || kind === only)
  const sources = await sourcesOf(kinds, { options, output }, context)
  const { items, failed } =
    names.length > 0
      ? { items: await namedItems(names, sources), failed: [] }
      : await wantedItems(sources, { options, output })
  const outcomes = await settleAll(items, { asked, output }, run)
  if (outcomes !== undefined) end(outcomes, { context, output, failed: failed.length > 0 })
  else if (failed.length > 0) context.exit(EXIT.failed)
}

/** Returns the open items; with `--proposals`, only the proposals. */
async function wantedItems(
  sources: readonly ItemSource[],
  { options, output }: { options: SettleOptions; output: Output },
) {
  const { items, failed } = await openItems(sources, output)
  const isWanted = ({ item }: OpenItem) => !options.proposals || groupOf(item) === 'proposal'
  return { items: items.filter(isWanted), failed }
}

interface Settling {
  readonly asked: Asked
  readonly output: Output
}

/** Returns the outcomes. Without items, or with `--list`, only shows the list and returns undefined. */
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
  const tried = (item: OpenItem, work: () => Promise<Outcome>) =>
    triedOf(item, work, { isOnly: items.length === 1, output, inWords })
  const isTogether = options.operation === undefined && !options.look && asked.name !== 'free'
  const { outcomes: released, left } = isTogether
    ? await releaseTogether(items, { output, person, tried }, context)
    : { outcomes: [], left: items }
  const outcomes = [...released]
  for (const item of left) {
    const operation = options.operation?.[items.indexOf(item)]
    const settling = { asked, options, operation, output, person }
    outcomes.push(await tried(item, () => settleItem(item, settling, context)))
  }
  return outcomes
}

/** If there are several items, an error about an item is shown, and becomes the outcome of that item. */
async function triedOf(
  { kind, item: { name } }: OpenItem,
  work: () => Promise<Outcome>,
  { isOnly, output, inWords }: { isOnly: boolean; output: Output; inWords: Run['inWords'] },
): Promise<Outcome> {
  try {
    return await work()
  } catch (error) {
    const isOfItem = error instanceof AppError && !['usage', 'interrupted'].includes(error.code)
    if (isOnly || !isOfItem) throw error
    if (output.json) output.note(`${kind} "${name}": ${error.message}`)
    else output.error(inWords(error))
    return { kind, case: name, error: error.message, isOpen: true }
  }
}

function showList(items: readonly OpenItem[], output: Output, context: CliContext): void {
  const locale = localeToShow(context.config)
  output.result({
    items: items.map(({ kind, item: { name, state, operation, seenAt, report } }) => ({
      kind,
      case: name,
      state: english(state),
      operation,
      seenAt,
      report,
    })),
  })
  if (items.length === 0) {
    output.line(phrase(WORDS.nothing))
    return
  }
  output.table(
    items.map(({ kind, item: { name, state, since, reason } }) => [
      name,
      phrase(KIND_NAMES[kind]),
      state,
      ageOf(since, context.now()),
      reasonText(reason, locale),
    ]),
    [LABEL.case, LABEL.kind, LABEL.state, LABEL.since, LABEL.why].map(label => phrase(label)),
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
