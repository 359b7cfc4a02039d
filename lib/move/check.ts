/**
 * The check of a move (document 2, "Verification after a move"). It requests both names over real HTTP, lets no library
 * follow redirects, and records every hop. A few workers check one page after the other: a page's record is counted,
 * passed on and dropped, so that thousands of pages take no more memory than a few. What cannot be requested stays
 * unknown, and a check that is stopped still reports what it has seen.
 */
import { AppError } from '../errors.ts'
import type { ReportProgress } from '../progress.ts'
import { createDomainFinder } from './facts/old-domain-strings.ts'
import { createStringTally, type StringTally } from './facts/string-tally.ts'
import { hostsOf, type MovedSite } from './moved-site.ts'
import { checkPage, type PageRecord } from './page/check-page.ts'
import { listPages, type PageList, type PageTask } from './page/list.ts'
import { createReport, type MoveReport, type StringCount } from './report/move-report.ts'
import { createPageTally } from './report/page-tally.ts'
import { checkAlias, checkRobots, checkSitemaps, PROBE_QUERY, type SiteResult } from './site/check-site.ts'
import { checkerFileFindings } from './site/findings.ts'
import type { Finding, PointNumber } from './verdicts.ts'
import type { Network } from './visit/open-network.ts'

export interface CheckInput {
  readonly site: MovedSite
  /** Addresses of the old site, or bare paths, from a saved sitemap or list. */
  readonly oldAddresses: readonly string[]
  /** Why the list may be incomplete. */
  readonly oldProblems?: readonly string[]
  /** The new sitemaps; those that the new robots file names unless given. */
  readonly newSitemaps?: readonly string[]
  /** A static checker's own settings. */
  readonly checkerFile?: { readonly name: string; readonly text: string } | undefined
  /** The old domain's strings in a saved copy of the old site. */
  readonly before?: StringCount | undefined
}

export interface CheckOptions {
  /** Redirects that pass in one chain; default 3. */
  readonly mostHops?: number
  /** Pages of the new sitemap at most; default 50,000. */
  readonly mostPages?: number
  /** Pages at the same time; default 16. */
  readonly workers?: number
  /** Pages of each verdict that the report holds; default 500. */
  readonly keep?: number
}

export interface CheckDeps extends Pick<Network, 'visit' | 'exists'> {
  /** Milliseconds since the epoch. */
  readonly now: () => number
  readonly signal: AbortSignal
  readonly progress?: ReportProgress
  /** Called once for each page. */
  readonly onPage?: (record: PageRecord) => void | Promise<void>
}

const MOST_HOPS = 3
const MOST_PAGES = 50_000
const WORKERS = 16
const KEEP = 500

/** @throws AppError `usage` if the list of old addresses is empty or an address is not allowed */
export async function checkMove(
  input: CheckInput,
  options: CheckOptions,
  deps: CheckDeps,
): Promise<MoveReport> {
  const started = deps.now()
  const state = createState(input, options)
  let complete = true
  try {
    await runCheck(state, deps)
  } catch (error) {
    if (!deps.signal.aborted) throw error
    complete = false
  }
  return createReport({
    ...state,
    started: new Date(started).toISOString(),
    ended: new Date(deps.now()).toISOString(),
    complete,
    before: input.before,
    after: countOf(state.strings),
  })
}

/** What a check knows so far. */
interface CheckState extends Required<CheckOptions> {
  readonly input: CheckInput
  /** Without the names that turn out not to exist. */
  site: MovedSite
  readonly find: ReturnType<typeof createDomainFinder>
  readonly strings: StringTally
  readonly tally: ReturnType<typeof createPageTally>
  readonly results: Map<PointNumber, SiteResult[]>
  readonly listFindings: Finding[]
  readonly notes: string[]
  expected: number
}

function createState(input: CheckInput, options: CheckOptions): CheckState {
  const { site } = input
  const { mostHops = MOST_HOPS, mostPages = MOST_PAGES, workers = WORKERS, keep = KEEP } = options
  return {
    input,
    site,
    mostHops,
    mostPages,
    workers,
    keep,
    find: createDomainFinder({ domain: site.oldDomain, except: site.newHost }),
    strings: createStringTally(),
    tally: createPageTally({ keep }),
    results: new Map(),
    listFindings: [],
    notes: [],
    expected: 0,
  }
}

async function runCheck(state: CheckState, deps: CheckDeps): Promise<void> {
  const { oldAddresses } = state.input
  refuseEmptyList(oldAddresses, state.site)
  await findHosts(state, deps)
  checkSettings(state)
  const newAddresses = await checkSiteFiles(state, deps)
  const list = listPages({ oldAddresses, newAddresses }, state.site)
  noteList(state, list)
  state.expected = list.tasks.length
  const path = list.tasks.find(task => task.path !== '/')?.path ?? '/'
  const { site, mostHops } = state
  state.results.set(3, await checkAlias(site, { path, mostHops }, deps))
  await checkPages(list.tasks, state, deps)
}

function refuseEmptyList(oldAddresses: readonly string[], site: MovedSite): void {
  if (listPages({ oldAddresses, newAddresses: [] }, site).tasks.length > 0) return
  throw new AppError('usage', `Cannot check the old addresses: the list holds none on ${site.oldDomain}`, {
    hint: 'give the sitemap or the list of addresses that was saved from the old site: --sitemap FILE or --urls FILE',
  })
}

/** An alias that does not exist is no form of the old address; the given names are requested in any case. */
async function findHosts(state: CheckState, { exists }: CheckDeps): Promise<void> {
  for (const host of hostsOf(state.site)) {
    if (await exists(host)) continue
    if (host !== state.site.oldHosts[1]) continue
    state.site = { ...state.site, oldHosts: state.site.oldHosts.slice(0, 1) }
    state.notes.push(`${host} does not resolve, so it was no form of the old addresses`)
  }
}

function checkSettings({ input: { checkerFile, site }, find, results }: CheckState): void {
  if (!checkerFile) return
  const findNew = createDomainFinder({ domain: site.newHost.replace(/^www\./, ''), except: site.oldDomain })
  const findings = checkerFileFindings(checkerFile.name, checkerFile.text, { find, findNew })
  results.set(6, [{ url: checkerFile.name, findings, hops: [] }])
}

/** Robots file and sitemaps. Returns the new sitemap's addresses; it is at its usual place unless something names it. */
async function checkSiteFiles(state: CheckState, { visit }: CheckDeps): Promise<readonly string[]> {
  const { site, mostPages, input } = state
  const deps = { visit, find: state.find, strings: state.strings }
  const robots = await checkRobots(site, deps)
  state.results.set(4, [robots.result])
  const named = input.newSitemaps ?? robots.sitemaps
  const starts = named.length > 0 ? named : [`https://${site.newHost}/sitemap.xml`]
  const { results, loaded } = await checkSitemaps(starts, { site, most: mostPages }, deps)
  state.results.set(4, [robots.result, ...results])
  if (loaded.leftOut > 0) {
    const message = `lists ${loaded.leftOut} pages more than the ${mostPages} that are checked (--max-pages)`
    state.listFindings.push({ point: 5, verdict: 'unknown', url: starts[0] ?? '', message })
  }
  return loaded.pages
}

function noteList(state: CheckState, { elsewhere }: PageList): void {
  const { oldDomain } = state.site
  for (const problem of state.input.oldProblems ?? []) {
    state.listFindings.push({
      point: 2,
      verdict: 'unknown',
      url: `the list of ${oldDomain}`,
      message: problem,
    })
  }
  if (elsewhere.count > 0) {
    const names = elsewhere.examples.join(', ')
    state.notes.push(
      `${elsewhere.count} addresses of the list are not on ${oldDomain} and were left out: ${names}`,
    )
  }
}

/** A few workers take the next task each; the first failure or a stop ends them all. */
async function checkPages(tasks: readonly PageTask[], state: CheckState, deps: CheckDeps): Promise<void> {
  const paths = new Set(tasks.map(({ path }) => path))
  const queue = tasks.entries()
  const { site, mostHops, find } = state
  const work = async (): Promise<void> => {
    for (const [index, task] of queue) {
      deps.signal.throwIfAborted()
      const probeQuery = index === 0 ? PROBE_QUERY : undefined
      const options = { site, mostHops, probeQuery, isTask: (path: string) => paths.has(path) }
      const { record, content } = await checkPage(task, options, { visit: deps.visit, find })
      for (const [place, found] of content?.page.strings ?? [])
        state.strings.add(place, content?.url ?? '', found)
      state.tally.add(record)
      await deps.onPage?.(record)
      deps.progress?.({
        what: 'checking',
        done: state.tally.counts.checked,
        total: tasks.length,
        unit: 'pages',
      })
    }
  }
  await Promise.all(Array.from({ length: Math.min(state.workers, tasks.length) }, work))
}

export function countOf(tally: StringTally): StringCount {
  return { total: tally.total(), rows: tally.rows(), subdomains: tally.subdomains() }
}
