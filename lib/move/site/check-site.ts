import type { FindOldStrings } from '../facts/old-domain-strings.ts'
import type { StringTally } from '../facts/string-tally.ts'
import { hostsOf, type MovedSite } from '../moved-site.ts'
import { groupOfPath } from '../page/form-samples.ts'
import { redirectFindings } from '../page/redirect-findings.ts'
import { PROBE_QUERY } from '../page/url-variants.ts'
import { type Said, say } from '../phrase.ts'
import type { Finding } from '../verdicts.ts'
import { originKey } from '../visit/address-key.ts'
import { follow } from '../visit/follow.ts'
import type { Hop } from '../visit/hop.ts'
import { ROBOTS_LIMIT, readRobots, visitRobots } from '../visit/robots.ts'
import type { VisitPage } from '../visit/visit.ts'
import { httpFindings, robotsFindings, type SitemapFile, sitemapFindings } from './findings.ts'
import { type LoadedSitemaps, loadSitemaps } from './load-sitemaps.ts'
import { SITEMAP_LIMIT } from './sitemap.ts'
import { MOVE_SITE } from './words.ts'

/** The result for a subject; without findings, its check has passed. */
export interface SiteResult {
  readonly url: string
  readonly findings: readonly Finding[]
  readonly hops: readonly Hop[]
}

export function resultOf(finding: Finding, hops: SiteResult['hops'] = []): SiteResult {
  return { url: finding.url, findings: [finding], hops }
}

export interface SiteDeps {
  readonly visit: VisitPage
  readonly find: FindOldStrings
  readonly strings: StringTally
}

export interface CheckedRobots {
  readonly result: SiteResult
  /** The sitemaps that the file names on the new host. */
  readonly sitemaps: readonly string[]
  /** The text after redirects; undefined if the file cannot be read. */
  readonly text: string | undefined
}

/** Checks the new host's robots file (point 4). */
export async function checkRobots(
  site: MovedSite,
  { visit, find, strings }: SiteDeps,
): Promise<CheckedRobots> {
  const origin = `https://${site.newHost}`
  const { hop, body } = await visit(`${origin}/robots.txt`, { read: 'anything', limit: ROBOTS_LIMIT })
  const robots = readRobots(origin, { hop, body })
  strings.add('robots', hop.url, find(robots.text))
  const findings = robotsFindings({ hop, robots }, site, find)
  const sitemaps = robots.sitemaps.filter(address => isOnNewHost(address, site))
  const end = hop.location === undefined ? robots : await visitRobots(origin, hostsOf(site), { visit })
  const text = end.unreachable ? undefined : end.text
  return { result: { url: hop.url, findings, hops: [hop] }, sitemaps, text }
}

/** Checks sitemaps, and those on the new host that they list (point 4). Returns at most `most` addresses. */
export async function checkSitemaps(
  starts: readonly string[],
  { site, most }: { site: MovedSite; most: number },
  { visit, find, strings }: SiteDeps,
): Promise<{ results: SiteResult[]; loaded: LoadedSitemaps }> {
  const results: SiteResult[] = []
  const onFile = (file: SitemapFile) => {
    const { url } = file.hop
    strings.add('sitemap', url, find(file.text))
    results.push({ url, hops: [file.hop], findings: sitemapFindings(file, site, find) })
  }
  const loaded = await loadSitemaps(
    starts,
    { most },
    {
      onFile,
      load: address => visit(address, { read: 'anything', limit: SITEMAP_LIMIT }),
      childOf: (_parent, location) => (isOnNewHost(location, site) ? location : undefined),
    },
  )
  return { results, loaded }
}

/** Checks the alias over http and https, for the homepage and for `path` with a query (point 3). */
export async function checkAlias(
  site: MovedSite,
  { path, mostHops }: { path: string; mostHops: number },
  deps: Pick<SiteDeps, 'visit'>,
): Promise<SiteResult[]> {
  if (site.newAlias === undefined) return []
  const withQuery = path.includes('?') ? path : `${path}?${PROBE_QUERY}`
  const forms = ['https', 'http'].flatMap(scheme => ['/', withQuery].map(form => ({ scheme, form })))
  return Promise.all(
    forms.map(async ({ scheme, form }) => {
      const url = `${scheme}://${site.newAlias}${form}`
      const trail = await follow(url, { hosts: hostsOf(site) }, deps)
      const listed = form === '/' || form === path
      const variant = {
        url,
        origin: `${scheme}://${site.newAlias}`,
        pathForm: listed ? ('as listed' as const) : ('with a query' as const),
        target: `https://${site.newHost}${form}`,
        listed,
      }
      const findings = redirectFindings(variant, trail, { point: 3, newHost: site.newHost, mostHops })
      return { url, findings, hops: trail.hops }
    }),
  )
}

function isOnNewHost(address: string, { newHost }: MovedSite): boolean {
  return originKey(address) === `https://${newHost}`
}

/** A robots file that an old host itself still serves. */
export interface OldRobots {
  readonly url: string
  readonly text: string
}

/** Reads the robots files of the old hosts: search engines see no redirect of an address that one forbids. */
export async function readOldRobots(
  { oldHosts }: MovedSite,
  { visit }: Pick<SiteDeps, 'visit'>,
): Promise<OldRobots[]> {
  const options = { read: 'anything', limit: ROBOTS_LIMIT } as const
  const visits = await Promise.all(oldHosts.map(host => visit(`https://${host}/robots.txt`, options)))
  return visits.flatMap(({ hop, body }) =>
    hop.status === 200
      ? [{ url: hop.url, text: readRobots(new URL(hop.url).origin, { hop, body }).text }]
      : [],
  )
}

const MOST_HTTP = 6

/** Checks http (point 1), also for a path of each of a few groups, because the answer may depend on the folder. */
export async function checkHttp(
  { newHost }: MovedSite,
  paths: Iterable<string>,
  { visit }: Pick<SiteDeps, 'visit'>,
): Promise<SiteResult[]> {
  const groups = new Map([['/', '/']])
  for (const path of paths) {
    if (groups.size < MOST_HTTP && !groups.has(groupOfPath(path))) groups.set(groupOfPath(path), path)
  }
  const hops = await Promise.all(
    [...groups.values()].map(async path => (await visit(`http://${newHost}${path}`, {})).hop),
  )
  return hops.flatMap(hop => {
    const findings = httpFindings(hop)
    return findings.length > 0 ? [{ url: hop.url, findings, hops: [hop] }] : []
  })
}

export async function noteHsts({ newHost }: MovedSite, { visit }: Pick<SiteDeps, 'visit'>): Promise<Said[]> {
  const { hop, headers } = await visit(`https://${newHost}/`, {})
  if (hop.status === undefined) return []
  const value = String(headers['strict-transport-security'] ?? '')
  const seconds = Number(/max-age\s*=\s*"?(\d+)/i.exec(value)?.[1] ?? 0)
  if (seconds === 0) return [say(MOVE_SITE.noteNoHsts, { host: newHost })]
  const more = /includeSubDomains/i.test(value) ? say(MOVE_SITE.noteHstsBelow).phrase : ''
  return [say(MOVE_SITE.noteHsts, { host: newHost, days: Math.floor(seconds / 86_400), more })]
}
