import type { Command } from '@commander-js/extra-typings'
import { AppError } from '../../../core/errors.ts'
import type { ReplyOf } from '../../../core/http/contract.ts'
import { visible } from '../../../core/http/html.ts'
import { catalogue, phrase } from '../../../core/language/catalogue.ts'
import { textOf } from '../../../core/language/text.ts'
import { dayTimeText, startOfDay } from '../../../core/language/wall-clock.ts'
import type { activityContract } from '../../../services/activity/contract.ts'
import { type ChainEnd, chainFault, headFault } from '../../../services/activity/entry.ts'
import { actOf, callerOf, failureOf } from '../../../services/activity/history/rows.ts'
import type { CliContext } from '../../context.ts'
import { filling } from '../../operator/fills.ts'
import { type OptionsOf, withCallOptions } from '../../operator/options.ts'
import { EXIT } from '../../terminal/exit-status.ts'
import { wrapped } from '../../terminal/fitting.ts'
import { localeToShow } from '../../terminal/wording.ts'
import { logClient, pagesOfLog } from './stored.ts'

type Entry = ReplyOf<typeof activityContract, 'activity'>['entries'][number]
type Anchor = ReplyOf<typeof activityContract, 'activity'>['anchor']

/** The width to which lines are wrapped, in columns. */
const WIDTH = 60
const INDENT = '    '
const DAYS_SHOWN = 7
const DAY = 86_400_000

const LOG = catalogue('cli.log', {
  none: {
    en: 'nothing was recorded in these days: every call that changes something is; kura log --since all shows everything',
    ja: 'この期間の履歴はありません（すべての表示：kura log --since all）',
  },
  broken: { en: 'the log is not whole: {fault}', ja: '履歴が欠けているか、変更されています：「{fault}」' },
  who: { en: '{person} with {caller}', ja: '{person}（{caller}）' },
  what: { en: '{parts}', ja: '{parts}' },
})

const fills = filling<typeof activityContract>()

export const logCommand = (command: Command) =>
  withCallOptions(command)
    .description('show who did what, and check that no entry is missing')
    .addOption(
      fills.option(
        '--since <day>',
        `the first day, YYYY-MM-DD, or "all" (default: ${DAYS_SHOWN} days before the last)`,
        'since',
      ),
    )
    .addOption(fills.option('--until <day>', 'the last day, YYYY-MM-DD (default: today)', 'until'))

type LogOptions = OptionsOf<typeof logCommand>

/** The exit status is 1 if an entry is missing or was changed. */
export async function showLog(context: CliContext, options: LogOptions): Promise<void> {
  const output = context.output(options)
  const until = untilOf(context, options)
  const range = { since: sinceOf(context, { since: options.since, until }), until }
  const chain = createChainCheck()
  let count = 0
  for await (const { entries, head, anchor, next } of pagesOfLog(await logClient(context, options), range)) {
    if (count === 0 && range.since === undefined) chain.begin(anchor)
    chain.removed(anchor)
    for (const entry of entries) {
      chain.add(entry, head)
      await showEntry(entry, context, options)
    }
    count += entries.length
    if (next === undefined && range.until === undefined) chain.end(head)
  }
  if (count === 0) output.line(phrase(LOG.none))
  for (const fault of chain.faults) output.note(phrase(LOG.broken, { fault }))
  if (chain.faults.length > 0) context.exit(EXIT.failed)
}

async function showEntry(entry: Entry, context: CliContext, options: LogOptions): Promise<void> {
  const output = context.output(options)
  if (options.json) return output.bytes(Buffer.from(`${JSON.stringify(entry)}\n`))
  for (const line of entryLines(entry, context)) output.verbatim(line)
}

/** Checks that no entry is missing or changed. Without `begin`, the check starts at the first entry that is added. */
export function createChainCheck() {
  let last: ChainEnd | undefined
  const faults: string[] = []
  return {
    faults,
    /** Starts the check after the last removed entry (the anchor) or, without one, at the beginning of the log. */
    begin(anchor: Anchor): void {
      last = anchor ?? { seq: 0, digest: '' }
    },
    removed(anchor: Anchor): void {
      if (last && anchor && anchor.seq > last.seq) last = anchor
    },
    /** Checks the next entry. If it has the same number as the log's end `head`, it must have the same digest. */
    add(entry: Entry, head: ChainEnd): void {
      const fault = last && chainFault(last, entry)
      if (fault !== undefined) faults.push(fault)
      if (entry.seq === head.seq && entry.digest !== head.digest) faults.push(headFault(head))
      last = { seq: entry.seq, digest: entry.digest }
    },
    end(head: ChainEnd): void {
      if (last && last.seq < head.seq) faults.push(`entries ${last.seq + 1} to ${head.seq} are missing`)
    },
  }
}

/**
 * Returns the start of the shown time, ISO 8601; undefined for "all". The default is a week before `until` or now.
 * @throws AppError `usage`
 */
function sinceOf(
  context: CliContext,
  { since, until }: { since: string | undefined; until: string | undefined },
): string | undefined {
  const end = until === undefined ? context.now() : Date.parse(until)
  if (since === undefined) return new Date(end - DAYS_SHOWN * DAY).toISOString()
  if (since === 'all') return undefined
  const start = startOf(since, context, '--since')
  if (Date.parse(start) < end) return start
  throw new AppError('usage', `Cannot show the log from "${since}": the last day to show is before that`, {
    hint: 'give an earlier day with --since, or a later one with --until',
  })
}

/**
 * Returns the start of the day after `--until`, ISO 8601. Entries before this time are shown.
 * @throws AppError `usage`
 */
function untilOf(context: CliContext, { until }: LogOptions): string | undefined {
  if (until === undefined) return undefined
  startOf(until, context, '--until')
  const next = new Date(Date.parse(`${until}T00:00:00Z`) + DAY).toISOString().slice(0, 10)
  return startOf(next, context, '--until')
}

function startOf(day: string, context: CliContext, option: string): string {
  const start = startOfDay(day, context.config.locale().timezone)
  if (start !== undefined) return new Date(start).toISOString()
  throw new AppError('usage', `Cannot read ${option} "${day}": expected a day such as 2026-10-05`, {
    ...(option === '--since' && { hint: '--since all begins with the first entry' }),
  })
}

/** Returns the lines that show an entry. Its texts are indented, so that no text can look like another entry. */
export function entryLines(entry: Entry, context: Pick<CliContext, 'config'>): string[] {
  const locale = localeToShow(context.config)
  const { at, person, what } = entry
  const caller = callerOf(entry)
  const who = person === undefined ? caller : phrase(LOG.who, { person, caller })
  const first = `${dayTimeText(at, locale.timezone)}  ${textOf(who, locale)}`
  const done = [actOf(entry), failureOf(entry) ?? []].flat()
  const facts = Object.entries(what).map(([name, value]) => `${name}=${value}`)
  const second = visible(textOf(phrase(LOG.what, { parts: [...done, ...facts] }), locale))
  const [whoLine = '', ...more] = wrapped(visible(first), WIDTH)
  return [whoLine, ...[...more.flatMap(below), ...below(second)].map(line => INDENT + line)]
}

function below(text: string): string[] {
  return wrapped(text, WIDTH - INDENT.length)
}
