/** The parts of the new site that are no page: its robots file, its sitemaps, its www name. */

import type { FindOldStrings } from '../facts/old-domain-strings.ts'
import type { StringTally } from '../facts/string-tally.ts'
import { hostsOf, type MovedSite } from '../moved-site.ts'
import { judgeRedirect } from '../page/judge-redirect.ts'
import type { Finding } from '../verdicts.ts'
import type { Ask } from '../visit/ask.ts'
import { follow } from '../visit/follow.ts'
import type { Hop } from '../visit/hop.ts'
import { readRobots } from '../visit/robots.ts'
import { type JudgedSitemap, judgeRobots, judgeSitemap } from './judge-site.ts'
import { type LoadedSitemaps, loadSitemaps } from './load-sitemaps.ts'
import { SITEMAP_LIMIT } from './sitemap.ts'

/** What was found about one thing; nothing found means that it passed. */
export interface SiteResult {
  readonly url: string
  readonly findings: readonly Finding[]
  readonly hops: readonly Hop[]
}

export interface SiteParts {
  readonly ask: Ask
  readonly site: MovedSite
  readonly find: FindOldStrings
  readonly strings: StringTally
}

/** Point 4, the robots file; and the sitemaps that it names on the new host. */
export async function checkRobots({ ask, site, find, strings }: SiteParts) {
  const origin = `https://${site.newHost}`
  const visit = await ask(`${origin}/robots.txt`, { read: 'anything', limit: SITEMAP_LIMIT })
  const robots = readRobots(origin, visit)
  strings.add('robots', visit.hop.url, find(robots.text))
  const findings = judgeRobots({ hop: visit.hop, robots }, site, find)
  const sitemaps = robots.sitemaps.filter(address => isOnNewHost(address, site))
  return { result: { url: visit.hop.url, findings, hops: [visit.hop] } satisfies SiteResult, sitemaps }
}

/** Point 4, the sitemaps: every file from `starts` on, and the addresses in them. */
export async function checkSitemaps(
  starts: readonly string[],
  { ask, site, find, strings, most }: SiteParts & { readonly most: number },
): Promise<{ results: SiteResult[]; loaded: LoadedSitemaps }> {
  const results: SiteResult[] = []
  const onFile = (file: JudgedSitemap) => {
    const { url } = file.hop
    strings.add('sitemap', url, find(file.text))
    results.push({ url, hops: [file.hop], findings: judgeSitemap(file, site, find) })
  }
  const loaded = await loadSitemaps(starts, {
    most,
    onFile,
    load: address => ask(address, { read: 'anything', limit: SITEMAP_LIMIT }),
    childOf: (_parent, location) => (isOnNewHost(location, site) ? location : undefined),
  })
  return { results, loaded }
}

/** Point 3: the new name's other form, over http and https, for the homepage and for `path` with a query. */
export async function checkAlias(
  { ask, site }: SiteParts,
  { path, mostHops }: { path: string; mostHops: number },
): Promise<SiteResult[]> {
  if (site.newAlias === undefined) return []
  const withQuery = path.includes('?') ? path : `${path}?${PROBE_QUERY}`
  const results: SiteResult[] = []
  for (const scheme of ['https', 'http']) {
    for (const form of ['/', withQuery]) {
      const url = `${scheme}://${site.newAlias}${form}`
      const trail = await follow(ask, url, { hosts: hostsOf(site) })
      const listed = form === '/' || form === path
      const variant = { url, target: `https://${site.newHost}${form}`, listed }
      const findings = judgeRedirect(variant, trail, { point: 3, newHost: site.newHost, mostHops })
      results.push({ url, findings, hops: trail.hops })
    }
  }
  return results
}

/** Tells whether a query survives a redirect, where no listed address has one. */
export const PROBE_QUERY = 'kura-move-check=1'

function isOnNewHost(address: string, { newHost }: MovedSite): boolean {
  return URL.canParse(address) && new URL(address).origin === `https://${newHost}`
}
