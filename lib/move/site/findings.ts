import { aroundOf, type FindOldStrings, type OldString } from '../facts/old-domain-strings.ts'
import { detachedText } from '../facts/page-links.ts'
import type { MovedSite } from '../moved-site.ts'
import { type FaultOfAnswer, faultOfAnswer } from '../page/findings.ts'
import { pageName } from '../page/redirect-findings.ts'
import { type Said, say } from '../phrase.ts'
import type { Finding } from '../verdicts.ts'
import { isUnknownStatus } from '../verdicts.ts'
import { hostKey, originKey, pathKey } from '../visit/address-key.ts'
import { type Hop, isPermanent } from '../visit/hop.ts'
import type { RobotsFile } from '../visit/robots.ts'
import { MOVE_SITE } from './words.ts'

type Remark = (verdict: Finding['verdict'], said: Said) => Finding

/** Point 4: the file must exist, name only sitemaps on the new host, at least one, and not contain the old domain. */
export function robotsFindings(
  { hop, robots }: { hop: Hop; robots: RobotsFile },
  site: MovedSite,
  find: FindOldStrings,
): Finding[] {
  const elsewhere = robots.sitemaps.filter(address => hostOf(address) !== site.newHost)
  const strings = find(robots.text)
  const { status = 0 } = hop
  if (status >= 500)
    return [{ point: 4, url: hop.url, verdict: 'failed', ...say(MOVE_SITE.robotsFails, { status }) }]
  return findingsOf(hop, remark => [
    ...(robots.sitemaps.length === 0 ? [remark('failed', say(MOVE_SITE.namesNoSitemap))] : []),
    ...elsewhere.map(address =>
      remark('failed', say(MOVE_SITE.sitemapElsewhere, { href: address, host: site.newHost })),
    ),
    ...holdsOld(strings).map(said => remark('failed', said)),
  ])
}

export interface SitemapFile {
  readonly hop: Hop
  readonly locations: readonly string[]
  readonly problems: readonly Said[]
  readonly text: string
}

/** Point 4: a sitemap must be XML that search engines can read, with addresses only of the new host over https. */
export function sitemapFindings(
  { hop, locations, problems, text }: SitemapFile,
  site: MovedSite,
  find: FindOldStrings,
): Finding[] {
  const elsewhere = locations.filter(location => originKey(location) !== `https://${site.newHost}`)
  const strings = find(text)
  return findingsOf(hop, remark => [
    ...(problems.length > 0 ? problems : bareAmpersand(text)).map(said => remark('failed', said)),
    ...(elsewhere.length > 0 ? [remark('failed', listsElsewhere(elsewhere, site))] : []),
    ...holdsOld(strings).map(said => remark('failed', said)),
    ...(locations.length === 0 && problems.length === 0
      ? [remark('failed', say(MOVE_SITE.holdsNoAddress))]
      : []),
  ])
}

/** Point 1: http must redirect permanently to https. No answer, or a refusal of this check (403, 429), is no fault. */
export function httpFindings({ url, status, location }: Hop): Finding[] {
  if (status === undefined || isUnknownStatus(status)) return []
  const finding = (said: Said): Finding => ({ point: 1, url, verdict: 'failed', ...said })
  if (location === undefined) return [finding(say(MOVE_SITE.httpAnswers, { status }))]
  const isSame =
    originKey(location) === originKey(url.replace(/^http:/, 'https:')) && pageName(location) === pageName(url)
  return isSame && isPermanent(status) ? [] : [finding(say(MOVE_SITE.httpLeads, { status, href: location }))]
}

/** The share of the old sitemap's pages that may be lost without a finding. */
const MAY_LOSE = 0.1
const EXAMPLES = 3

/** Point 4: finds lost pages. `isListed` gets the key of a path. */
export function lostPages(
  url: string,
  { before, isListed }: { before: Iterable<string>; isListed: (path: string) => boolean },
): Finding[] {
  const all = [...new Map([...before].map(path => [pathKey(path), path]))]
  const lost = all.filter(([key]) => !isListed(key)).map(([, path]) => path)
  if (lost.length === 0 || lost.length < MAY_LOSE * all.length) return []
  const names = lost.slice(0, EXAMPLES).join(', ')
  const said = say(MOVE_SITE.sitemapShrank, { count: lost.length, total: all.length, names })
  return [{ point: 4, url, verdict: 'failed', ...said }]
}

/** Point 6: the file must name the new domain and no longer the old one. */
export function checkerFileFindings(
  name: string,
  text: string,
  { find, findNew }: { find: FindOldStrings; findNew: FindOldStrings },
): Finding[] {
  const remark = (said: Said): Finding => ({ point: 6, url: name, verdict: 'failed', ...said })
  const strings = find(text)
  const lines = [...new Set(strings.map(({ index }) => text.slice(0, index).split('\n').length))]
  return [
    ...(findNew(text).every(({ subdomain }) => subdomain) ? [remark(say(MOVE_SITE.checkerWithoutNew))] : []),
    ...(lines.length > 0
      ? [
          remark(
            say(MOVE_SITE.checkerWithOld, { lines: lines.slice(0, 10).join(', '), found: shown(strings) }),
          ),
        ]
      : []),
  ]
}

/** Point 4: returns the reason why the file cannot be read, else the findings of `inspect`. */
function findingsOf(hop: Hop, inspect: (remark: Remark) => Finding[]): Finding[] {
  const remark: Remark = (verdict, said) => ({ point: 4, url: hop.url, verdict, ...said })
  const unread = unreadFile(hop)
  return unread ? [remark(unread.verdict, unread)] : inspect(remark)
}

function unreadFile(hop: Hop): FaultOfAnswer | undefined {
  const { status = 0, location, trouble } = hop
  if (status === 200) return undefined
  if (trouble || !location) return faultOfAnswer(hop)
  return { verdict: 'failed', ...say(MOVE_SITE.redirectsInstead, { status, href: location }) }
}

function holdsOld(strings: readonly OldString[]): Said[] {
  if (strings.length === 0) return []
  return [say(MOVE_SITE.fileHoldsOldDomain, { count: strings.length, found: shown(strings) })]
}

/** Matches a bare `&`, with which a parser of XML ends. The parts in which `&` has no meaning are matched first. */
const BARE = /<!\[CDATA\[[\s\S]*?(?:\]\]>|$)|<!--[\s\S]*?(?:-->|$)|(&(?!(?:\w+|#\d+|#x[\da-f]+);))/gi

/** Finds a bare `&` in an XML file, which kura reads but search engines do not. */
function bareAmpersand(text: string): Said[] {
  if (!/^\s*</.test(text)) return []
  for (const { index, 1: sign } of text.matchAll(BARE)) {
    if (sign) return [say(MOVE_SITE.bareAmpersand, { found: detachedText(aroundOf(text, index, sign)) })]
  }
  return []
}

function shown([first]: readonly OldString[]): string {
  return detachedText(first?.around ?? '')
}

function listsElsewhere([first = '', ...more]: readonly string[], { newHost }: MovedSite): Said {
  return say(MOVE_SITE.listsElsewhere, { href: first, more: more.length, host: newHost })
}

function hostOf(address: string): string {
  return URL.canParse(address) ? hostKey(new URL(address).hostname) : ''
}
