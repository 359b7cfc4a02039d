import { appendFile, stat, truncate, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { fileFault } from '../../../core/disk/file-fault.ts'
import { AppError } from '../../../core/errors.ts'
import { BASELINE_VERSION, type BaselineItem, type BaselineRobots } from '../../../move/baseline/format.ts'
import { readLines, wholeLength } from '../../../move/baseline/read.ts'
import { type Recorded, type RecordInput, recordSite } from '../../../move/baseline/record.ts'
import { createDomainFinder } from '../../../move/facts/old-domain-strings.ts'
import { type OldSite, readOldSite } from '../../../move/moved-site.ts'
import { readOldList } from '../../../move/site/old-list.ts'
import type { Network } from '../../../move/visit/open-network.ts'
import { visitRobots } from '../../../move/visit/robots.ts'
import type { CliContext } from '../../context.ts'
import type { OptionsOf } from '../../operator/options.ts'
import { IN_PROJECT } from '../../terminal/invocation.ts'
import type { recordCommand } from './commands.ts'
import { isAddress, openSiteNetwork, refuseBroken } from './network-options.ts'

type RecordOptions = OptionsOf<typeof recordCommand>

export async function record(name: string, options: RecordOptions, context: CliContext): Promise<void> {
  const site = readOldSite(name)
  for (const source of (options.sitemap ?? []).filter(isAddress)) refuseBroken(source, '--sitemap')
  const out = options.out ?? `${site.oldDomain}.baseline.jsonl`
  const file = { path: resolve(context.cwd, out), name: out }
  const output = context.output(options)
  const recording = await startFile(file, site, context)
  const network = await openSiteNetwork(new Set(site.oldHosts), options, context)
  try {
    const result = await recordPages({ site, file, ...recording }, options, { ...context, network })
    output.endProgress()
    await appendLine(file, { ended: new Date(context.now()).toISOString(), addresses: result.addresses })
    output.result({ file: file.path, addresses: result.addresses, leftOut: result.leftOut })
    output.line(`Recorded ${result.addresses} addresses of ${site.oldDomain} in "${out}"`)
    if (result.leftOut > 0) output.line(`${result.leftOut} more were left out (--max-pages)`)
    output.line(
      `After the move: ${context.invocation ?? IN_PROJECT} move check ${site.oldDomain} NEW --baseline ${out}`,
    )
  } finally {
    output.endProgress()
    await network.close()
  }
}

interface BaselineFile {
  readonly path: string
  readonly name: string
}

type Recording = Required<Pick<RecordInput, 'recorded' | 'hasRobots'>>

/**
 * Returns what an earlier run recorded, without an incomplete last line.
 * @throws AppError `usage` if the file cannot be read or written, is complete, or is of another site
 */
async function startFile(file: BaselineFile, site: OldSite, { now }: CliContext): Promise<Recording> {
  const { path, name } = file
  const recorded: BaselineItem[] = []
  if (!(await hasContent(path))) {
    const head = {
      baseline: BASELINE_VERSION,
      domain: site.oldDomain,
      started: new Date(now()).toISOString(),
    }
    await writeLine(file, () => writeFile(path, `${JSON.stringify(head)}\n`))
    return { recorded, hasRobots: false }
  }
  const { head, end, robots } = await readLines(path, name, item => void recorded.push(item))
  if (head.domain !== site.oldDomain) {
    throw new AppError('usage', `Cannot go on with "${name}": it is the baseline of ${head.domain}`, {
      hint: 'give another file: --out FILE',
    })
  }
  if (end) {
    throw new AppError('usage', `Cannot record to "${name}": it is complete since ${end.ended}`, {
      hint: 'delete it to record the site again, or give another file: --out FILE',
    })
  }
  await writeLine(file, async () => truncate(path, await wholeLength(path, name)))
  return { recorded, hasRobots: robots !== undefined }
}

async function hasContent(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined)
  return found !== undefined && found.size > 0
}

async function appendLine(file: BaselineFile, line: object): Promise<void> {
  await writeLine(file, () => appendFile(file.path, `${JSON.stringify(line)}\n`))
}

async function writeLine({ name }: BaselineFile, write: () => Promise<void>): Promise<void> {
  try {
    await write()
  } catch (cause) {
    throw new AppError('usage', `Cannot write the baseline "${name}": ${fileFault(cause)}`, { cause })
  }
}

interface RecordDeps extends CliContext {
  readonly network: Network
}

interface RecordRun extends Recording {
  readonly site: OldSite
  readonly file: BaselineFile
}

async function recordPages(
  { site, recorded, hasRobots, file }: RecordRun,
  options: RecordOptions,
  { network, signal, output, cwd }: RecordDeps,
): Promise<Recorded> {
  const origin = `https://${site.oldHosts[0]}`
  for (const host of site.oldHosts) await network.exists(host)
  const most = { most: options.maxPages }
  const sitemap = await readOldList(await sitemapsOf(site, options, { network, cwd }), most, network)
  const urls = (options.urls ?? []).map(source => (isAddress(source) ? source : resolve(cwd, source)))
  const more = await readOldList(urls, most, network)
  for (const { message } of [...sitemap.problems, ...more.problems]) output(options).note(`note: ${message}`)
  const find = createDomainFinder({ domain: site.oldDomain, except: '' })
  let written: Promise<void> = Promise.resolve()
  const write = (line: BaselineItem | BaselineRobots): Promise<void> => {
    written = written.then(() => appendLine(file, line))
    return written
  }
  const { progress } = output(options)
  return recordSite(
    { origin, hosts: site.oldHosts, listed: sitemap.addresses, more: more.addresses, recorded, hasRobots },
    { most: options.maxPages, workers: WORKERS },
    { visit: network.visit, find, isNotFound: () => false, signal, progress, write },
  )
}

const WORKERS = 16

async function sitemapsOf(
  { oldHosts }: OldSite,
  { sitemap = [] }: RecordOptions,
  { network, cwd }: Pick<RecordDeps, 'network' | 'cwd'>,
): Promise<readonly string[]> {
  if (sitemap.length > 0) return sitemap.map(source => (isAddress(source) ? source : resolve(cwd, source)))
  const origin = `https://${oldHosts[0]}`
  const { sitemaps } = await visitRobots(origin, new Set(oldHosts), network)
  return sitemaps.length > 0 ? sitemaps : [`${origin}/sitemap.xml`]
}
