/**
 * `kura move check OLD NEW`: document 2's verification after a move. Status 0 where everything was seen and nothing
 * failed, 1 where something failed, 2 where a file cannot be read or written, 3 where something could not be seen, 130
 * after Ctrl-C, with a partial report.
 */
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Command } from 'commander'
import { writeFileAtomic } from '../../disk/atomic-file.ts'
import { AppError, messageOf } from '../../errors.ts'
import { type CheckInput, checkMove, countOf } from '../../move/check.ts'
import { createDomainFinder } from '../../move/facts/old-domain-strings.ts'
import { type MovedSite, readMove } from '../../move/moved-site.ts'
import { countSavedPages } from '../../move/page/saved-pages.ts'
import { reportHtml } from '../../move/report/html.ts'
import { exitStatus, type MoveReport } from '../../move/report/move-report.ts'
import { readOldList } from '../../move/site/old-list.ts'
import { type OpenCheck, openCheck } from '../../move/visit/open-check.ts'
import type { CliContext } from '../context.ts'
import { stoppableSleep } from '../terminal/stoppable-sleep.ts'
import { wholeNumber } from '../terminal/whole-number.ts'
import { connectTo } from './connect-to.ts'
import { type PageRecordFile, startPageRecord } from './page-record.ts'
import { showMoveReport } from './report.ts'

interface CheckOptions {
  sitemap?: string[]
  urls?: string[]
  newSitemap?: string[]
  before?: string[]
  checkerConfig?: string
  report?: string
  record?: string
  allowPrivate?: true
  connectTo?: string[]
  ca?: string
  rate: number
  concurrency: number
  timeout: number
  maxHops: number
  maxPages: number
  json?: true
}

export function registerMoveCheck(move: Command, context: CliContext): void {
  move
    .command('check')
    .description('check every page and every old address over real HTTP, and write what was found')
    .argument('<old>', 'the old domain')
    .argument('<new>', 'the new domain')
    .option(
      '--sitemap <file...>',
      'the sitemap that was saved from the old site, or its address (indexes, gzip)',
    )
    .option('--urls <file...>', 'addresses or paths of the old site, one a line')
    .option('--new-sitemap <url...>', 'the new sitemap; the new robots.txt says where it is unless given')
    .option('--before <path...>', 'a saved copy of the old site: its files are searched for the old domain')
    .option('--checker-config <file>', "a static checker's settings, to name the new domain only")
    .option('--report <file>', 'write the report as an HTML page')
    .option('--record <file>', 'write every page with every hop, a JSON line each')
    .option('--json', 'print the report as JSON')
    .option('--max-hops <n>', 'redirects that pass in one chain', wholeNumber('--max-hops'), 3)
    .option('--max-pages <n>', 'pages to look at', wholeNumber('--max-pages'), 50_000)
    .option('--rate <n>', 'requests to one host in a second', wholeNumber('--rate'), 10)
    .option('--concurrency <n>', 'requests to one host at once', wholeNumber('--concurrency'), 4)
    .option('--timeout <seconds>', 'how long to wait for an answer', wholeNumber('--timeout'), 20)
    .option('--allow-private', 'ask private and loopback addresses too')
    .option('--connect-to <host:port:host:port...>', 'connect elsewhere for a host, before its DNS does')
    .option('--ca <file>', 'trust these certificates too (PEM)')
    .addHelpText(
      'after',
      '\nStatus: 0 all was seen and nothing failed, 1 something failed, 2 a file cannot be read or written, 3 something could not be seen.',
    )
    .action((oldName: string, newName: string, options: CheckOptions) =>
      check(context, readMove(oldName, newName), options),
    )
}

async function check(context: CliContext, site: MovedSite, options: CheckOptions): Promise<void> {
  const output = context.output(options)
  const network = await openNetwork(context, site, options)
  try {
    const input = await readInput(context, { site, options, network })
    const record = await startRecord(context, options)
    const report = await runCheck(context, { input, options, network, record })
    output.endProgress()
    output.result(report)
    showMoveReport(output, report)
    await writeReport(context, { report, file: options.report })
    await record?.end()
    if (!report.complete) throw context.signal.reason
    context.exit(exitStatus(report))
  } finally {
    await network.close()
  }
}

async function openNetwork(context: CliContext, site: MovedSite, options: CheckOptions): Promise<OpenCheck> {
  const { signal, now } = context
  return openCheck(
    site,
    { now, clock: () => performance.now(), sleep: stoppableSleep(signal), signal },
    {
      allowPrivate: options.allowPrivate ?? false,
      concurrency: options.concurrency,
      rate: options.rate,
      timeout: options.timeout * 1000,
      resolve: options.connectTo && connectTo(options.connectTo),
      ca: options.ca === undefined ? undefined : await readText(context, options.ca),
    },
  )
}

interface CheckRun {
  readonly options: CheckOptions
  readonly network: OpenCheck
}

async function readInput(
  context: CliContext,
  { site, options, network }: CheckRun & { site: MovedSite },
): Promise<CheckInput> {
  for (const source of (options.sitemap ?? []).filter(isAddress)) refuseBroken(source, '--sitemap')
  for (const address of options.newSitemap ?? []) refuseBroken(address, '--new-sitemap')
  const here = (path: string) => (isAddress(path) ? path : resolve(context.cwd, path))
  const sources = [...(options.sitemap ?? []), ...(options.urls ?? [])].map(here)
  if (sources.length === 0) {
    throw new AppError('usage', 'Cannot check the old addresses: no list of them is given', {
      hint: 'give what was saved from the old site: --sitemap FILE or --urls FILE',
    })
  }
  const list = await readOldList(sources, { ask: network.ask, most: options.maxPages })
  const find = createDomainFinder({ domain: site.oldDomain, except: site.newHost })
  const before =
    options.before && (await countSavedPages(options.before.map(here), { find, signal: context.signal }))
  const settings = options.checkerConfig
  return {
    site,
    oldAddresses: list.addresses,
    oldProblems: list.problems,
    ...(options.newSitemap && { newSitemaps: options.newSitemap }),
    before: before && countOf(before),
    checkerFile:
      settings === undefined ? undefined : { name: settings, text: await readText(context, settings) },
  }
}

function runCheck(
  context: CliContext,
  { input, options, network, record }: CheckRun & { input: CheckInput; record: PageRecordFile | undefined },
): Promise<MoveReport> {
  return checkMove(
    input,
    {
      ask: network.ask,
      exists: network.exists,
      now: context.now,
      signal: context.signal,
      progress: context.output(options).progress,
      ...(record && { onPage: record.add }),
    },
    { mostHops: options.maxHops, mostPages: options.maxPages },
  )
}

function isAddress(source: string): boolean {
  return /^https?:\/\//i.test(source)
}

function refuseBroken(address: string, option: string): void {
  if (isAddress(address) && URL.canParse(address)) return
  throw new AppError(
    'usage',
    `Cannot use ${option} "${address}": wanted an address that begins with https://`,
  )
}

async function startRecord({ cwd }: CliContext, { record }: CheckOptions) {
  return record === undefined ? undefined : startPageRecord(resolve(cwd, record), record)
}

/** Comes after the result is shown, which a full disk must not take away. */
async function writeReport(
  { cwd }: CliContext,
  { report, file }: { report: MoveReport; file: string | undefined },
): Promise<void> {
  if (file === undefined) return
  try {
    await writeFileAtomic(resolve(cwd, file), reportHtml(report))
  } catch (cause) {
    throw new AppError('usage', `Cannot write the report "${file}": ${messageOf(cause)}`, { cause })
  }
}

async function readText(context: CliContext, file: string): Promise<string> {
  try {
    return await readFile(resolve(context.cwd, file), 'utf8')
  } catch (cause) {
    throw new AppError('usage', `Cannot read "${file}"`, { cause })
  }
}
