/**
 * The check of a move (document 2, "Verification after a move"). It asks both names over real HTTP, follows no redirect
 * by itself, and records every hop. One page is looked at after the other by a few workers: a page's record is added
 * up, handed on and dropped, so that thousands of pages take no more memory than a few. What cannot be asked stays
 * unknown, and a check that is stopped still reports what it has seen.
 */
import { AppError } from '../errors.ts'
import type { ReportProgress } from '../progress.ts'
import { createDomainFinder } from './facts/old-domain-strings.ts'
import { createStringTally, type StringTally } from './facts/string-tally.ts'
import { hostsOf, type MovedSite } from './moved-site.ts'
import { checkPage, type PageRecord } from './page/check-page.ts'
import { listPages, type PageList, type PageTask } from './page/page-list.ts'
import { createReport, type MoveReport, type StringCount } from './report/move-report.ts'
import { createPageTally } from './report/page-tally.ts'
import { checkAlias, checkRobots, checkSitemaps, PROBE_QUERY, type SiteResult } from './site/check-site.ts'
import { judgeCheckerFile } from './site/judge-site.ts'
import type { Finding, PointNumber } from './verdicts.ts'
import type { Ask } from './visit/ask.ts'

export interface CheckInput {
  readonly site: MovedSite
  /** Addresses of the old site, or bare paths, from a saved sitemap or list. */
  readonly oldAddresses: readonly string[]
  /** Why the list may be incomplete. */
  readonly oldProblems?: readonly string[]
  /** Where the new sitemap is; by default the robots file says. */
  readonly newSitemaps?: readonly string[]
  /** A static checker's own settings. */
  readonly checkerFile?: { readonly name: string; readonly text: string } | undefined
  /** What a saved copy of the old site holds. */
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

export interface CheckParts {
  readonly ask: Ask
  /** Whether a host's name leads anywhere. @throws AppError where it leads to an address that is not allowed */
  readonly exists: (host: string) => Promise<boolean>
  /** Milliseconds since the epoch. */
  readonly now: () => number
  readonly signal: AbortSignal
  readonly progress?: ReportProgress
  /** Hears of every page once. */
  readonly onPage?: (record: PageRecord) => void | Promise<void>
}

const MOST_HOPS = 3
const MOST_PAGES = 50_000
const WORKERS = 16
const KEEP = 500

/** @throws AppError `usage` where there is nothing to start from or an address is not allowed */
export async function checkMove(
  input: CheckInput,
  parts: CheckParts,
  options: CheckOptions = {},
): Promise<MoveReport> {
  const started = parts.now()
  const state = createState(input, options)
  let complete = true
  try {
    await gather(state, parts)
  } catch (error) {
    if (!parts.signal.aborted) throw error
    complete = false
  }
  return createReport({
    ...state,
    started: new Date(started).toISOString(),
    ended: new Date(parts.now()).toISOString(),
    complete,
    before: input.before,
    after: countOf(state.strings),
  })
}

/** What a check knows so far. */
interface State extends Required<CheckOptions> {
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

function createState(input: CheckInput, options: CheckOptions): State {
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

async function gather(state: State, parts: CheckParts): Promise<void> {
  const { oldAddresses } = state.input
  refuseEmptyList(oldAddresses, state.site)
  await findHosts(state, parts)
  checkSettings(state)
  const newAddresses = await gatherSitemaps(state, parts)
  const list = listPages({ oldAddresses, newAddresses }, state.site)
  noteList(state, list)
  state.expected = list.tasks.length
  const path = list.tasks.find(task => task.path !== '/')?.path ?? '/'
  state.results.set(3, await checkAlias({ ...state, ask: parts.ask }, { path, mostHops: state.mostHops }))
  await checkPages(list.tasks, state, parts)
}

function refuseEmptyList(oldAddresses: readonly string[], site: MovedSite): void {
  if (listPages({ oldAddresses, newAddresses: [] }, site).tasks.length > 0) return
  throw new AppError('usage', `Cannot check the old addresses: the list holds none on ${site.oldDomain}`, {
    hint: 'give the sitemap or the list of addresses that was saved from the old site: --sitemap FILE or --urls FILE',
  })
}

/** An alias that does not exist is no form of the old address; the given names are asked in any case. */
async function findHosts(state: State, { exists }: CheckParts): Promise<void> {
  for (const host of hostsOf(state.site)) {
    if (await exists(host)) continue
    if (host !== state.site.oldHosts[1]) continue
    state.site = { ...state.site, oldHosts: state.site.oldHosts.slice(0, 1) }
    state.notes.push(`${host} does not resolve, so it was no form of the old addresses`)
  }
}

function checkSettings({ input: { checkerFile, site }, find, results }: State): void {
  if (!checkerFile) return
  const findNew = createDomainFinder({ domain: site.newHost.replace(/^www\./, ''), except: site.oldDomain })
  const findings = judgeCheckerFile(checkerFile.name, checkerFile.text, { find, findNew })
  results.set(6, [{ url: checkerFile.name, findings, hops: [] }])
}

/** The new sitemap's addresses; the robots file says where it is, or else it is at its usual place. */
async function gatherSitemaps(state: State, { ask }: CheckParts): Promise<readonly string[]> {
  const parts = { ...state, ask, most: state.mostPages }
  const robots = await checkRobots(parts)
  state.results.set(4, [robots.result])
  const named = state.input.newSitemaps ?? robots.sitemaps
  const starts = named.length > 0 ? named : [`https://${state.site.newHost}/sitemap.xml`]
  const { results, loaded } = await checkSitemaps(starts, parts)
  state.results.set(4, [robots.result, ...results])
  if (loaded.leftOut > 0) {
    const message = `lists ${loaded.leftOut} pages more than the ${state.mostPages} that are looked at (--max-pages)`
    state.listFindings.push({ point: 5, verdict: 'unknown', url: starts[0] ?? '', message })
  }
  return loaded.pages
}

function noteList(state: State, { elsewhere }: PageList): void {
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
async function checkPages(tasks: readonly PageTask[], state: State, parts: CheckParts): Promise<void> {
  const paths = new Set(tasks.map(({ path }) => path))
  const queue = tasks.entries()
  const work = async (): Promise<void> => {
    for (const [index, task] of queue) {
      parts.signal.throwIfAborted()
      const probeQuery = index === 0 ? PROBE_QUERY : undefined
      const isTask = (path: string) => paths.has(path)
      const { record, content } = await checkPage(task, { ...state, ask: parts.ask, probeQuery, isTask })
      for (const [place, found] of content?.page.strings ?? [])
        state.strings.add(place, content?.url ?? '', found)
      state.tally.add(record)
      await parts.onPage?.(record)
      parts.progress?.({
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
