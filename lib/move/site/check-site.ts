/** Checks the new site as a whole: its robots file, its sitemaps, its www name. */
import type { FindOldStrings } from '../facts/old-domain-strings.ts'
import type { StringTally } from '../facts/string-tally.ts'
import { hostsOf, type MovedSite } from '../moved-site.ts'
import { redirectFindings } from '../page/redirect-findings.ts'
import { PROBE_QUERY } from '../page/url-variants.ts'
import type { Finding } from '../verdicts.ts'
import { follow } from '../visit/follow.ts'
import type { Hop } from '../visit/hop.ts'
import { readRobots } from '../visit/robots.ts'
import type { VisitPage } from '../visit/visit.ts'
import { robotsFindings, type SitemapFile, sitemapFindings } from './findings.ts'
import { type LoadedSitemaps, loadSitemaps } from './load-sitemaps.ts'
import { SITEMAP_LIMIT } from './sitemap.ts'

/** The findings about one subject. If there are none, the check of the subject has passed. */
export interface SiteResult {
  readonly url: string
  readonly findings: readonly Finding[]
  readonly hops: readonly Hop[]
}

export interface SiteDeps {
  readonly visit: VisitPage
  readonly find: FindOldStrings
  /** Counts how often the old domain occurs. */
  readonly strings: StringTally
}

/** Point 4: checks the robots file, and returns the sitemaps on the new host that the file names. */
export async function checkRobots(
  site: MovedSite,
  { visit, find, strings }: SiteDeps,
): Promise<{ result: SiteResult; sitemaps: readonly string[] }> {
  const origin = `https://${site.newHost}`
  const { hop, body } = await visit(`${origin}/robots.txt`, { read: 'anything', limit: SITEMAP_LIMIT })
  const robots = readRobots(origin, { hop, body })
  strings.add('robots', hop.url, find(robots.text))
  const findings = robotsFindings({ hop, robots }, site, find)
  const sitemaps = robots.sitemaps.filter(address => isOnNewHost(address, site))
  return { result: { url: hop.url, findings, hops: [hop] }, sitemaps }
}

/**
 * Point 4: checks the sitemaps in `starts` and those that they list, and returns at most `most` addresses from them.
 */
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

/**
 * Point 3: checks the other form of the new name (with or without www), over http and https, for the homepage and for
 * `path` with a query.
 */
export async function checkAlias(
  site: MovedSite,
  { path, mostHops }: { path: string; mostHops: number },
  deps: Pick<SiteDeps, 'visit'>,
): Promise<SiteResult[]> {
  if (site.newAlias === undefined) return []
  const withQuery = path.includes('?') ? path : `${path}?${PROBE_QUERY}`
  const results: SiteResult[] = []
  for (const scheme of ['https', 'http']) {
    for (const form of ['/', withQuery]) {
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
      results.push({ url, findings, hops: trail.hops })
    }
  }
  return results
}

function isOnNewHost(address: string, { newHost }: MovedSite): boolean {
  return URL.canParse(address) && new URL(address).origin === `https://${newHost}`
}
