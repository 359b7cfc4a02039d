/** Points 4 and 6: findings about the sitemap, the robots file and a checker's own settings. */
import type { FindOldStrings } from '../facts/old-domain-strings.ts'
import type { MovedSite } from '../moved-site.ts'
import type { Finding, Verdict } from '../verdicts.ts'
import { isUnknownStatus } from '../verdicts.ts'
import type { Hop } from '../visit/hop.ts'
import type { RobotsFile } from '../visit/robots.ts'

/** A file that was fetched. */
interface FetchedFile {
  readonly hop: Hop
}

type Remark = (verdict: Finding['verdict'], message: string) => Finding

/** Point 4: the new robots file is there, and names at least one sitemap, all on the new host. */
export function robotsFindings(
  { hop, robots }: FetchedFile & { robots: RobotsFile },
  site: MovedSite,
  find: FindOldStrings,
): Finding[] {
  const elsewhere = robots.sitemaps.filter(address => hostOf(address) !== site.newHost)
  const strings = find(robots.text).length
  return findingsOf(hop, remark => [
    ...(robots.sitemaps.length === 0 ? [remark('failed', 'names no sitemap')] : []),
    ...elsewhere.map(address =>
      remark('failed', `names the sitemap "${address}", expected one on ${site.newHost}`),
    ),
    ...(strings > 0 ? [remark('failed', `holds the old domain ${strings} times`)] : []),
    ...(robots.allows(`https://${site.newHost}/`)
      ? []
      : [remark('warning', 'forbids the homepage to this check')]),
  ])
}

/** One sitemap file, and what it holds. */
export interface SitemapFile extends FetchedFile {
  readonly locations: readonly string[]
  readonly problems: readonly string[]
  readonly text: string
}

/** Point 4: the sitemap answers 200 and every address in it is on the new host, over https. */
export function sitemapFindings(
  { hop, locations, problems, text }: SitemapFile,
  site: MovedSite,
  find: FindOldStrings,
): Finding[] {
  const elsewhere = locations.filter(location => originOf(location) !== `https://${site.newHost}`)
  const strings = find(text).length
  return findingsOf(hop, remark => [
    ...problems.map(problem => remark('failed', problem)),
    ...(elsewhere.length > 0 ? [remark('failed', elsewhereMessage(elsewhere, site))] : []),
    ...(strings > 0 ? [remark('failed', `holds the old domain ${strings} times`)] : []),
    ...(locations.length === 0 && problems.length === 0 ? [remark('failed', 'holds no address')] : []),
  ])
}

/** Point 6: the file names the new domain and no longer the old one. */
export function checkerFileFindings(
  name: string,
  text: string,
  { find, findNew }: { find: FindOldStrings; findNew: FindOldStrings },
): Finding[] {
  const remark = (message: string): Finding => ({ point: 6, url: name, verdict: 'failed', message })
  const lines = [...new Set(find(text).map(({ index }) => text.slice(0, index).split('\n').length))]
  return [
    ...(findNew(text).every(({ subdomain }) => subdomain) ? [remark('does not name the new domain')] : []),
    ...(lines.length > 0
      ? [remark(`still names the old domain, in line ${lines.slice(0, 10).join(', ')}`)]
      : []),
  ]
}

/** Findings of point 4 about one file: why it cannot be read, otherwise what `inspect` finds in it. */
function findingsOf(hop: Hop, inspect: (remark: Remark) => Finding[]): Finding[] {
  const remark: Remark = (verdict, message) => ({ point: 4, url: hop.url, verdict, message })
  const unread = unreadFile(hop)
  return unread ? [remark(unread.verdict, unread.message)] : inspect(remark)
}

function unreadFile({
  status,
  location,
  trouble,
}: Hop): { verdict: Exclude<Verdict, 'passed'>; message: string } | undefined {
  if (status === 200) return undefined
  if (trouble) return { verdict: trouble.verdict, message: trouble.reason }
  if (location) return { verdict: 'failed', message: `redirects with ${status} to ${location}, expected 200` }
  if (isUnknownStatus(status ?? 0)) return { verdict: 'unknown', message: `answers ${status} to this check` }
  return { verdict: 'failed', message: `answers ${status}, expected 200` }
}

function elsewhereMessage(elsewhere: readonly string[], { newHost }: MovedSite): string {
  const [first] = elsewhere
  const more = elsewhere.length > 1 ? ` and ${elsewhere.length - 1} more` : ''
  return `lists "${first}"${more}, expected addresses that begin with https://${newHost}/`
}

function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).hostname : ''
}

function originOf(address: string): string {
  return URL.canParse(address) ? new URL(address).origin : ''
}
