/**
 * `kura move check OLD NEW`: document 2's verification after a move. The exit status is 0 if everything was checked and
 * nothing failed, 1 if something failed, 2 if a file cannot be read or written, 3 if something could not be checked, and
 * 130 after Ctrl-C, with a partial report.
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
import { type Network, openNetwork } from '../../move/visit/open-network.ts'
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
    .description('check every page and every old address over HTTP, and report what was found')
    .argument('<old>', 'the old domain')
    .argument('<new>', 'the new domain')
    .option(
      '--sitemap <file...>',
      'the sitemap that was saved from the old site, or its address (indexes, gzip)',
    )
    .option('--urls <file...>', 'addresses or paths of the old site, one per line')
    .option('--new-sitemap <url...>', 'the new sitemap (default: those that the new robots.txt names)')
    .option('--before <path...>', 'a saved copy of the old site, to count the old domain in its files')
    .option('--checker-config <file>', "a static checker's settings, which must name only the new domain")
    .option('--report <file>', 'write the report as an HTML page')
    .option('--record <file>', 'write every page with every hop, as JSON lines')
    .option('--json', 'print the report as JSON')
    .option('--max-hops <n>', 'redirects that pass in one chain', wholeNumber('--max-hops'), 3)
    .option('--max-pages <n>', 'pages to check', wholeNumber('--max-pages'), 50_000)
    .option('--rate <n>', 'requests to one host per second', wholeNumber('--rate'), 10)
    .option('--concurrency <n>', 'requests to one host at once', wholeNumber('--concurrency'), 4)
    .option('--timeout <seconds>', 'how long to wait for a response', wholeNumber('--timeout'), 20)
    .option('--allow-private', 'request private and loopback addresses too')
    .option(
      '--connect-to <host:port:host:port...>',
      'connect elsewhere for a host, before its DNS points there',
    )
    .option('--ca <file>', 'trust these certificates too (PEM)')
    .addHelpText(
      'after',
      '\nExit status: 0 if everything was checked and nothing failed, 1 if something failed, 2 if a file cannot be read or written, 3 if something could not be checked.',
    )
    .action((oldName: string, newName: string, options: CheckOptions) =>
      check(readMove(oldName, newName), options, context),
    )
}

async function check(site: MovedSite, options: CheckOptions, context: CliContext): Promise<void> {
  const output = context.output(options)
  const network = await openCheckNetwork(site, options, context)
  try {
    const input = await readInput(site, options, { ...context, network })
    const record = await startRecord(options, context)
    const report = await runCheck(input, options, { ...context, network, record })
    output.endProgress()
    output.result(report)
    showMoveReport(report, output)
    await writeReport(report, options, context)
    await record?.end()
    if (!report.complete) throw context.signal.reason
    context.exit(exitStatus(report))
  } finally {
    await network.close()
  }
}

async function openCheckNetwork(
  site: MovedSite,
  options: CheckOptions,
  context: CliContext,
): Promise<Network> {
  const { signal, now } = context
  return openNetwork(
    site,
    {
      allowPrivate: options.allowPrivate ?? false,
      concurrency: options.concurrency,
      rate: options.rate,
      timeout: options.timeout * 1000,
      resolve: options.connectTo && connectTo(options.connectTo),
      ca: options.ca === undefined ? undefined : await readText(options.ca, context),
    },
    { now, clock: () => performance.now(), sleep: stoppableSleep(signal), signal },
  )
}

interface CheckDeps extends CliContext {
  readonly network: Network
}

async function readInput(site: MovedSite, options: CheckOptions, deps: CheckDeps): Promise<CheckInput> {
  for (const source of (options.sitemap ?? []).filter(isAddress)) refuseBroken(source, '--sitemap')
  for (const address of options.newSitemap ?? []) refuseBroken(address, '--new-sitemap')
  const here = (path: string) => (isAddress(path) ? path : resolve(deps.cwd, path))
  const sources = [...(options.sitemap ?? []), ...(options.urls ?? [])].map(here)
  if (sources.length === 0) {
    throw new AppError('usage', 'Cannot check the old addresses: no list of them is given', {
      hint: 'give what was saved from the old site: --sitemap FILE or --urls FILE',
    })
  }
  const list = await readOldList(sources, { most: options.maxPages }, deps.network)
  const find = createDomainFinder({ domain: site.oldDomain, except: site.newHost })
  const before =
    options.before && (await countSavedPages(options.before.map(here), { find, signal: deps.signal }))
  const settings = options.checkerConfig
  return {
    site,
    oldAddresses: list.addresses,
    oldProblems: list.problems,
    ...(options.newSitemap && { newSitemaps: options.newSitemap }),
    before: before && countOf(before),
    checkerFile:
      settings === undefined ? undefined : { name: settings, text: await readText(settings, deps) },
  }
}

function runCheck(
  input: CheckInput,
  options: CheckOptions,
  { network, record, now, signal, output }: CheckDeps & { record: PageRecordFile | undefined },
): Promise<MoveReport> {
  return checkMove(
    input,
    { mostHops: options.maxHops, mostPages: options.maxPages },
    {
      visit: network.visit,
      exists: network.exists,
      now,
      signal,
      progress: output(options).progress,
      ...(record && { onPage: record.add }),
    },
  )
}

function isAddress(source: string): boolean {
  return /^https?:\/\//i.test(source)
}

function refuseBroken(address: string, option: string): void {
  if (isAddress(address) && URL.canParse(address)) return
  throw new AppError(
    'usage',
    `Cannot use ${option} "${address}": expected an address that begins with https://`,
  )
}

async function startRecord({ record }: CheckOptions, { cwd }: CliContext) {
  return record === undefined ? undefined : startPageRecord(resolve(cwd, record), record)
}

/** Called after the result is shown, so that it is not lost if the disk is full. */
async function writeReport(
  report: MoveReport,
  { report: file }: CheckOptions,
  { cwd }: CliContext,
): Promise<void> {
  if (file === undefined) return
  try {
    await writeFileAtomic(resolve(cwd, file), reportHtml(report))
  } catch (cause) {
    throw new AppError('usage', `Cannot write the report "${file}": ${messageOf(cause)}`, { cause })
  }
}

async function readText(file: string, { cwd }: CliContext): Promise<string> {
  try {
    return await readFile(resolve(cwd, file), 'utf8')
  } catch (cause) {
    throw new AppError('usage', `Cannot read "${file}"`, { cause })
  }
}
