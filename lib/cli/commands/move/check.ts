import { randomUUID } from 'node:crypto'
import { resolve } from 'node:path'
import type { Command } from '@commander-js/extra-typings'
import { writeFileAtomic } from '../../../core/disk/atomic-file.ts'
import { fileFault } from '../../../core/disk/file-fault.ts'
import { AppError } from '../../../core/errors.ts'
import type { Baseline } from '../../../move/baseline/format.ts'
import { type CheckInput, checkMove } from '../../../move/check.ts'
import { createDomainFinder } from '../../../move/facts/old-domain-strings.ts'
import { hostsOf, type MovedSite, readMove } from '../../../move/moved-site.ts'
import { countSavedPages } from '../../../move/page/saved-pages.ts'
import { say } from '../../../move/phrase.ts'
import { exitStatus, type MoveReport } from '../../../move/report/move-report.ts'
import { readOldList } from '../../../move/site/old-list.ts'
import { MOVE_SITE } from '../../../move/site/words.ts'
import type { Network } from '../../../move/visit/open-network.ts'
import type { CliContext } from '../../context.ts'
import type { OptionsOf } from '../../operator/options.ts'
import { readGivenFile } from '../../terminal/given-file.ts'
import { wholeNumber } from '../../terminal/whole-number.ts'
import { localeToShow } from '../../terminal/wording.ts'
import { readAcceptedFile } from './accepted-file.ts'
import type { FindingFiles, PageRecordFile } from './check-files.ts'
import { addSiteOptions, isAddress, openSiteNetwork, refuseBroken } from './network-options.ts'
import { showMoveReport } from './report.ts'
import type { Round } from './watch.ts'

const checkCommand = (move: Command) =>
  addSiteOptions(
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
      .option('--baseline <file>', 'what kura move record wrote of the old site before the move')
      .option('--before <path...>', 'a saved copy of the old site, to count the old domain in its files')
      .option('--checker-config <file>', "a static checker's settings, which must name only the new domain")
      .option('--report <file>', 'write the report as an HTML page, with all findings beside it (JSON, CSV)')
      .option('--record <file>', 'write every page with every hop, as JSON lines')
      .option('--accepted <file>', 'the findings that were accepted (default: beside the report, if any)')
      .option('--watch', 'check again until nothing is left; show what is new, gone and left')
      .option('--every <minutes>', 'with --watch: the pause between checks', wholeNumber('--every'), 5)
      .option('--json', 'print the report as JSON')
      .option('--max-hops <n>', 'redirects that pass in one chain', wholeNumber('--max-hops'), 3)
      .option('--every-form', 'request every form of every old address instead of samples'),
  ).addHelpText(
    'after',
    '\nExit status: 0 if everything was checked and nothing failed, 1 if something failed, 2 if a file cannot be read or written, 3 if something could not be checked.',
  )

type CheckOptions = OptionsOf<typeof checkCommand>

export function registerMoveCheck(move: Command, context: CliContext): void {
  checkCommand(move).action((oldName, newName, options) =>
    check(readMove(oldName, newName), options, context),
  )
}

async function check(site: MovedSite, options: CheckOptions, context: CliContext): Promise<void> {
  const output = context.output(options)
  // all checks of a watch use the same name, so that their findings have the same addresses
  const unknownName = `kura-move-check-${randomUUID().slice(0, 8)}`
  const checkOnce = (round: Round) => checkAndWrite(site, options, { ...context, ...round, unknownName })
  if (options.watch) {
    const { watch } = await import('./watch.ts')
    return watch(checkOnce, options, context)
  }
  const report = await checkOnce({
    onFindings: () => undefined,
    show(report) {
      output.result(report)
      showMoveReport(report, output)
    },
  })
  context.exit(exitStatus(report))
}

interface RoundDeps extends CliContext, Round {
  readonly unknownName: string
}

/** Each check opens its own network client, because a client keeps the robots files that it has read. */
async function checkAndWrite(
  site: MovedSite,
  options: CheckOptions,
  context: RoundDeps,
): Promise<MoveReport> {
  const output = context.output(options)
  const network = await openSiteNetwork(hostsOf(site), options, context)
  try {
    const input = await readInput(site, options, { ...context, network })
    const record = await startRecord(options, context)
    const files = await startFiles(options, context)
    const report = await runCheck(input, options, { ...context, network, record, files })
    await files?.add(report.findings)
    context.onFindings(report.findings)
    output.endProgress()
    context.show(report)
    await writeReport(report, options, context)
    await files?.end()
    await record?.end()
    if (!report.complete) throw context.signal.reason
    return report
  } finally {
    await network.close()
  }
}

interface CheckDeps extends CliContext {
  readonly network: Network
}

async function readInput(site: MovedSite, options: CheckOptions, deps: CheckDeps): Promise<CheckInput> {
  for (const source of (options.sitemap ?? []).filter(isAddress)) refuseBroken(source, '--sitemap')
  for (const address of options.newSitemap ?? []) refuseBroken(address, '--new-sitemap')
  const here = (path: string) => (isAddress(path) ? path : resolve(deps.cwd, path))
  const sitemaps = (options.sitemap ?? []).map(here)
  const urls = (options.urls ?? []).map(here)
  const baseline = await readOldBaseline(site, options, deps)
  if (sitemaps.length + urls.length === 0 && !baseline) {
    throw new AppError('usage', 'Cannot check the old addresses: no list of them is given', {
      hint: 'give what was recorded or saved of the old site: --baseline FILE, --sitemap FILE or --urls FILE',
    })
  }
  const listed = await readOldList(sitemaps, { most: options.maxPages }, deps.network)
  const list = await readOldList(urls, { most: options.maxPages }, deps.network)
  const incomplete = baseline?.complete === false ? [incompleteBaseline(options.baseline ?? '')] : []
  const find = createDomainFinder({ domain: site.oldDomain, except: site.newHost })
  const before =
    options.before && (await countSavedPages(options.before.map(here), { find, signal: deps.signal }))
  const settings = options.checkerConfig
  return {
    site,
    oldAddresses: [...listed.addresses, ...list.addresses, ...(baseline?.pages.keys() ?? [])],
    oldListed: listed.addresses,
    oldProblems: [...listed.problems, ...list.problems, ...incomplete],
    baseline,
    ...(options.newSitemap && { newSitemaps: options.newSitemap }),
    before: before?.count(),
    checkerFile:
      settings === undefined
        ? undefined
        : { name: settings, text: await readGivenFile(settings, 'the settings', deps) },
  }
}

async function readOldBaseline(
  { oldDomain }: MovedSite,
  { baseline: name }: CheckOptions,
  { cwd }: CliContext,
): Promise<Baseline | undefined> {
  if (name === undefined) return undefined
  // the schemas of the baseline are loaded only if a baseline is given
  const { readBaseline } = await import('../../../move/baseline/read.ts')
  const baseline = await readBaseline(resolve(cwd, name), name)
  if (baseline.domain === oldDomain) return baseline
  throw new AppError('usage', `Cannot use the baseline "${name}": it is of ${baseline.domain}`)
}

function incompleteBaseline(file: string) {
  return say(MOVE_SITE.oldListProblem, { file, reason: say(MOVE_SITE.baselineIncomplete).phrase })
}

async function runCheck(
  input: CheckInput,
  options: CheckOptions,
  { network, record, files, onFindings, unknownName, ...context }: RoundDeps & CheckDeps & Files,
): Promise<MoveReport> {
  const { now, signal, output } = context
  const accepted = await readAcceptedFile(options, context)
  return checkMove(
    input,
    {
      mostHops: options.maxHops,
      mostPages: options.maxPages,
      everyForm: options.everyForm ?? false,
      accepted,
    },
    {
      unknownName,
      visit: network.visit,
      exists: network.exists,
      now,
      signal,
      progress: output(options).progress,
      async onPage(page) {
        await record?.add(page)
        await files?.add(page.findings)
        onFindings(page.findings)
      },
    },
  )
}

interface Files {
  readonly record: PageRecordFile | undefined
  readonly files: FindingFiles | undefined
}

async function startFiles({ report }: CheckOptions, { cwd, config }: CliContext) {
  if (report === undefined) return undefined
  const { startFindingFiles } = await import('./check-files.ts')
  return startFindingFiles(resolve(cwd, report), localeToShow(config))
}

async function startRecord({ record }: CheckOptions, { cwd }: CliContext) {
  if (record === undefined) return undefined
  const { startPageRecord } = await import('./check-files.ts')
  return startPageRecord(resolve(cwd, record), record)
}

/** Writes the report after the result was shown, so that the result is not lost if the disk is full. */
async function writeReport(
  report: MoveReport,
  { report: file }: CheckOptions,
  { cwd, config }: CliContext,
): Promise<void> {
  if (file === undefined) return
  const { reportHtml } = await import('../../../move/report/html.ts')
  try {
    await writeFileAtomic(resolve(cwd, file), reportHtml(report, localeToShow(config)))
  } catch (cause) {
    throw new AppError('usage', `Cannot write the report "${file}": ${fileFault(cause)}`, { cause })
  }
}
