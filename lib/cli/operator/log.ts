/** `kura log`: who did what, the oldest first, with a check of the chain. */
import type { Command } from 'commander'
import { type ChainEnd, chainFault } from '../../activity/entry.ts'
import { adminContract } from '../../admin/contract.ts'
import { AppError } from '../../errors.ts'
import type { ReplyOf } from '../../http/contract.ts'
import type { CliContext } from '../context.ts'
import { EXIT } from '../exit-status.ts'
import { dayTimeText, startOfDay } from '../terminal/moment.ts'
import { displayWidth } from '../terminal/rows.ts'
import { operatorClient } from './client.ts'
import { type CallOptions, withCallOptions } from './options.ts'

type Entry = ReplyOf<typeof adminContract, 'activity'>['entries'][number]

interface LogOptions extends CallOptions {
  readonly since?: string
}

/** The columns that the table fits. */
const WIDTH = 60
const INDENT = '    '
const DAYS_SHOWN = 7
const DAY = 86_400_000

export function registerLog(program: Command, context: CliContext): void {
  withCallOptions(program.command('log'))
    .description('show who did what, and check that no entry is missing')
    .option('--since <day>', `the first day, YYYY-MM-DD, or "all" (default: ${DAYS_SHOWN} days ago)`)
    .action((options: LogOptions) => showLog(context, options))
}

async function showLog(context: CliContext, options: LogOptions): Promise<void> {
  const output = context.output(options)
  const chain = createChainCheck(options.since === 'all' ? { seq: 0, digest: '' } : undefined)
  let count = 0
  for await (const { entries, head, next } of pagesOfLog(context, options)) {
    for (const entry of entries) {
      chain.add(entry)
      await showEntry(entry, context, options)
    }
    count += entries.length
    if (next === undefined) chain.end(head)
  }
  if (count === 0) output.line('nothing was recorded in these days; kura log --since all shows everything')
  for (const fault of chain.faults) output.note(`the log is not whole: ${fault}`)
  if (chain.faults.length > 0) context.exit(EXIT.failed)
}

async function showEntry(entry: Entry, context: CliContext, options: LogOptions): Promise<void> {
  const output = context.output(options)
  if (options.json) return output.bytes(Buffer.from(`${JSON.stringify(entry)}\n`))
  for (const line of entryLines(entry, context)) output.line(line)
}

/** Follows the chain of the entries; from `start`, else from the first one that comes. */
function createChainCheck(start: ChainEnd | undefined) {
  let last = start
  const faults: string[] = []
  return {
    faults,
    add(entry: Entry): void {
      const fault = last && chainFault(last, entry)
      if (fault !== undefined) faults.push(fault)
      last = { seq: entry.seq, digest: entry.digest }
    },
    /** `head` is an entry that was there once. */
    end(head: ChainEnd): void {
      if (last && last.seq < head.seq) faults.push(`entries ${last.seq + 1} to ${head.seq} are missing`)
    },
  }
}

/** The pages of the log from the first day on; from the first entry if that is "all". */
async function* pagesOfLog(context: CliContext, options: LogOptions) {
  const admin = await operatorClient(adminContract, { ...options, scopes: ['admin'] }, context)
  const since = sinceOf(context, options)
  let page = await admin.activity({ query: since === undefined ? {} : { since } })
  yield page
  while (page.next !== undefined) {
    page = await admin.activity({ query: { after: page.next } })
    yield page
  }
}

/** The first moment of the day that is asked for, ISO; undefined for "all". @throws AppError `usage` */
function sinceOf(context: CliContext, { since }: LogOptions): string | undefined {
  if (since === undefined) return new Date(context.now() - DAYS_SHOWN * DAY).toISOString()
  if (since === 'all') return undefined
  const start = startOfDay(since, context.config.locale().timezone)
  if (start !== undefined) return new Date(start).toISOString()
  throw new AppError('usage', `Cannot read --since "${since}": expected a day such as 2026-10-05, or "all"`)
}

/** Who and when on one line, what on the next ones. */
export function entryLines(entry: Entry, context: Pick<CliContext, 'config'>): string[] {
  const { timezone } = context.config.locale()
  const who = entry.by.split(':', 1)[0] ?? ''
  const whom = entry.person === undefined ? who : `${entry.person} with ${who}`
  const outcome = entry.status < 400 ? '' : `: ${entry.code ?? entry.status}`
  const first = `${dayTimeText(entry.at, timezone)}  ${whom}`
  const service = entry.endpoint.split('/')[2] ?? entry.endpoint
  const facts = Object.entries(entry.what).map(([name, value]) => `${name}=${value}`)
  return [first, ...wrap([`${service} ${entry.act}${outcome}`, ...facts].join(', '))]
}

/** Lines below an entry, cut to the width of the table. */
function wrap(text: string): string[] {
  const lines = ['']
  for (const letter of text) {
    const longer = `${lines.at(-1)}${letter}`
    if (displayWidth(longer) <= WIDTH - INDENT.length) lines.splice(-1, 1, longer)
    else lines.push(letter)
  }
  return lines.map(line => INDENT + line)
}
