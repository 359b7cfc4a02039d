/**
 * Checks a move (document 2, "Verification after a move"). Page records are counted and dropped, so a large site needs
 * no more memory.
 */
import { AppError } from '../core/errors.ts'
import type { Baseline } from './baseline/format.ts'
import { checkPages } from './check-pages.ts'
import { type CheckDeps, type CheckOptions, type CheckState, createState } from './check-state.ts'
import { createDomainFinder } from './facts/old-domain-strings.ts'
import type { StringCount } from './facts/string-tally.ts'
import { hostsOf, type MovedSite } from './moved-site.ts'
import { createFormSamples } from './page/form-samples.ts'
import { listPages, type PageList, type PageTask } from './page/list.ts'
import { type Said, say } from './phrase.ts'
import { createReport, type MoveReport } from './report/move-report.ts'
import {
  type CheckedRobots,
  checkAlias,
  checkHttp,
  checkRobots,
  checkSitemaps,
  noteHsts,
  type OldRobots,
  readOldRobots,
  resultOf,
} from './site/check-site.ts'
import { checkerFileFindings, lostPages } from './site/findings.ts'
import { searchFindings, unseenFindings } from './site/search-findings.ts'
import { checkUnknownPaths } from './site/unknown-paths.ts'
import { MOVE_SITE } from './site/words.ts'
import type { Finding } from './verdicts.ts'
import { pathKey } from './visit/address-key.ts'

export interface CheckInput {
  readonly site: MovedSite
  /** The old addresses or bare paths, from a saved sitemap, a list or a baseline. */
  readonly oldAddresses: readonly string[]
  /** The addresses in a saved sitemap of the old site; by default, the listed addresses of the baseline. */
  readonly oldListed?: readonly string[]
  /** The reasons why the list of old addresses may be incomplete. */
  readonly oldProblems?: readonly Said[]
  /** The new sitemaps; by default, those that the new robots file names. */
  readonly newSitemaps?: readonly string[]
  /** A file of a program that checks the site's files. */
  readonly checkerFile?: { readonly name: string; readonly text: string } | undefined
  readonly baseline?: Baseline | undefined
  /** The count of the old domain in a saved copy of the old site. */
  readonly before?: StringCount | undefined
}

/** @throws AppError `usage` if no address is on the old hosts, or a host has an address that is not public */
export async function checkMove(
  input: CheckInput,
  options: CheckOptions,
  deps: CheckDeps,
): Promise<MoveReport> {
  const started = deps.now()
  const state = createState(input.site, options)
  let complete = true
  try {
    await runCheck(input, state, deps)
  } catch (error) {
    if (!deps.signal.aborted) throw error
    complete = false
  }
  return createReport({
    ...state,
    started: new Date(started).toISOString(),
    ended: new Date(deps.now()).toISOString(),
    complete,
    baseline: input.baseline,
    before: input.before ?? input.baseline?.strings,
    after: state.strings.count(),
    samples: state.samples?.rows() ?? [],
  })
}

async function runCheck(input: CheckInput, state: CheckState, deps: CheckDeps): Promise<void> {
  const { oldAddresses } = input
  refuseEmptyList(oldAddresses, state.site)
  await findHosts(state, deps)
  checkSettings(input, state)
  const files = await checkSiteFiles(input, state, deps)
  const list = listPages({ oldAddresses, newAddresses: files.addresses }, state.site)
  noteList(input, state, list)
  const { tasks } = list
  state.expected = tasks.length
  const path = tasks.find(task => task.path !== '/')?.path ?? '/'
  const { site, mostHops, everyForm } = state
  const listed = tasks.filter(task => task.listed).map(task => task.path)
  const [alias, http, hsts, unknown] = await Promise.all([
    checkAlias(site, { path, mostHops }, deps),
    checkHttp(site, listed, deps),
    noteHsts(site, deps),
    checkUnknownPaths(tasks, site, deps),
  ])
  state.results.set(3, alias)
  state.siteFindings.push(...http)
  state.notes.push(...hsts)
  checkSitemapSize(input, listed, { state, files })
  for (const result of unknown.results) state.siteFindings.push(result)
  state.samples = createFormSamples(tasks, { everyForm, firstOrigin: `https://${site.oldHosts[0]}` })
  const pageDeps = { ...deps, find: state.find, isNotFound: unknown.isNotFound }
  await checkPages(tasks, { state, samples: state.samples, baseline: input.baseline }, pageDeps)
  checkSearchEngines(tasks, input.baseline, { state, files })
}

interface SiteFiles {
  readonly robots: CheckedRobots
  readonly oldRobots: readonly OldRobots[]
  readonly addresses: readonly string[]
  /** Whether all sitemaps could be read, and the limit left out no address. */
  readonly isWhole: boolean
}

interface SiteRun {
  readonly state: CheckState
  readonly files: SiteFiles
}

/** Checks point 4 if the whole new sitemap is known. */
function checkSitemapSize(
  { oldListed = [], baseline }: CheckInput,
  listed: readonly string[],
  { state, files }: SiteRun,
): void {
  if (listed.length === 0 || !files.isWhole) return
  const given = listPages({ oldAddresses: oldListed, newAddresses: [] }, state.site).tasks.map(
    ({ path }) => path,
  )
  const before = given.length > 0 ? given : (baseline?.listed ?? [])
  const now = new Set(listed.map(pathKey))
  const url = `https://${state.site.newHost}/sitemap.xml`
  addToPoint4(url, lostPages(url, { before, isListed: key => now.has(key) }), state)
}

/** Checks points 1, 2 and 4: what robots files forbid to search engines and to this check. */
function checkSearchEngines(
  tasks: readonly PageTask[],
  baseline: Baseline | undefined,
  { state, files: { robots, oldRobots } }: SiteRun,
): void {
  const { url } = robots.result
  const { unseen, files } = state
  if (robots.text !== undefined) {
    const before = baseline?.robots
    const pages = tasks.filter(({ path, listed }) => before !== undefined || listed || path === '/')
    const paths = { pages: pages.map(({ path }) => path), files }
    addToPoint4(url, searchFindings({ url, point: 4 }, { after: robots.text, before }, paths), state)
  }
  const old = tasks.filter(task => task.old).map(({ path }) => path)
  const redirects = oldRobots.flatMap(({ url, text }) =>
    searchFindings({ url, point: 2 }, { after: text, before: baseline?.robots }, { pages: old, files: [] }),
  )
  for (const finding of redirects) state.siteFindings.push(resultOf(finding))
  const found = unseenFindings(unseen, state.site, robots.text)
  state.siteFindings.unshift(...found.map(finding => resultOf(finding)))
}

function addToPoint4(url: string, findings: readonly Finding[], { results }: CheckState): void {
  if (findings.length > 0) results.set(4, [...(results.get(4) ?? []), { url, findings, hops: [] }])
}

function refuseEmptyList(oldAddresses: readonly string[], site: MovedSite): void {
  if (listPages({ oldAddresses, newAddresses: [] }, site).tasks.length > 0) return
  throw new AppError('usage', `Cannot check the old addresses: the list holds none on ${site.oldDomain}`, {
    hint: 'give the sitemap or the list of addresses that was saved from the old site: --sitemap FILE or --urls FILE',
  })
}

/** Looks up the hosts. Only the alias of the old host may be missing; the others are requested in any case. */
async function findHosts(state: CheckState, { exists }: CheckDeps): Promise<void> {
  for (const host of hostsOf(state.site)) {
    if (await exists(host)) continue
    if (host !== state.site.oldHosts[1]) continue
    state.site = { ...state.site, oldHosts: state.site.oldHosts.slice(0, 1) }
    state.notes.push(say(MOVE_SITE.noteAliasMissing, { host }))
  }
}

function checkSettings({ checkerFile, site }: CheckInput, { find, results }: CheckState): void {
  if (!checkerFile) return
  const findNew = createDomainFinder({ domain: site.newHost.replace(/^www\./, ''), except: site.oldDomain })
  const findings = checkerFileFindings(checkerFile.name, checkerFile.text, { find, findNew })
  results.set(6, [{ url: checkerFile.name, findings, hops: [] }])
}

/** Checks the site's files. The sitemap is at the usual path unless the options or robots.txt name another. */
async function checkSiteFiles(
  { newSitemaps }: CheckInput,
  state: CheckState,
  { visit }: CheckDeps,
): Promise<SiteFiles> {
  const { site, mostPages } = state
  const deps = { visit, find: state.find, strings: state.strings }
  const [robots, oldRobots] = await Promise.all([checkRobots(site, deps), readOldRobots(site, deps)])
  state.results.set(4, [robots.result])
  const named = newSitemaps ?? robots.sitemaps
  const starts = named.length > 0 ? named : [`https://${site.newHost}/sitemap.xml`]
  const { results, loaded } = await checkSitemaps(starts, { site, most: mostPages }, deps)
  state.results.set(4, [robots.result, ...results])
  if (loaded.leftOut > 0) {
    const said = say(MOVE_SITE.pagesLeftOut, { count: loaded.leftOut, most: mostPages })
    state.listFindings.push({ point: 5, verdict: 'unknown', url: starts[0] ?? '', ...said })
  }
  const isUnread = results.some(({ findings }) => findings.some(({ verdict }) => verdict === 'unknown'))
  return { robots, oldRobots, addresses: loaded.pages, isWhole: loaded.leftOut === 0 && !isUnread }
}

function noteList(input: CheckInput, state: CheckState, { elsewhere }: PageList): void {
  const { oldDomain: domain } = state.site
  for (const problem of input.oldProblems ?? []) {
    state.listFindings.push({ point: 2, verdict: 'unknown', url: domain, ...problem })
  }
  if (elsewhere.count > 0) {
    const names = elsewhere.examples.join(', ')
    state.notes.push(say(MOVE_SITE.noteElsewhere, { count: elsewhere.count, domain, names }))
  }
}
