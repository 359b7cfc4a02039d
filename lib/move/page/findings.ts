import { phrase } from '../../core/language/catalogue.ts'
import type { OldString } from '../facts/old-domain-strings.ts'
import type { PageFacts } from '../facts/page-facts.ts'
import { detachedText } from '../facts/page-links.ts'
import { noindexRobots } from '../facts/robots-directives.ts'
import type { StringPlace } from '../facts/string-tally.ts'
import { MOVE_PLACES } from '../facts/words.ts'
import { type Said, say } from '../phrase.ts'
import { type Finding, isUnknownStatus } from '../verdicts.ts'
import { pathKey } from '../visit/address-key.ts'
import type { Trail } from '../visit/follow.ts'
import { MOVE_VISIT } from '../visit/words.ts'
import type { FileBefore, PageBefore } from './before-move.ts'
import { endAbout } from './cut-names.ts'
import { sameAddress } from './redirect-findings.ts'
import { beginning, textFindings } from './text-findings.ts'
import { MOVE_PAGE } from './words.ts'

export interface PageContent {
  /** The facts of the page or, if the response is not HTML, of its headers. */
  readonly facts: PageFacts
  readonly html: boolean
  readonly strings: ReadonlyMap<StringPlace, readonly OldString[]>
  /** Whether the whole page was read; false if it is longer than the limit. */
  readonly complete: boolean
  readonly showsNotFound: boolean
  /** The number of entries of a feed; undefined for any other file. */
  readonly entries?: number | undefined
}

type LastHop = Trail['hops'][number] | undefined

export interface FaultOfAnswer extends Said {
  readonly verdict: 'failed' | 'unknown'
}

export function faultOfAnswer(hop: LastHop): FaultOfAnswer {
  if (hop?.trouble) return hop.trouble
  const status = hop?.status ?? 0
  if (status === 200) return { verdict: 'failed', ...say(MOVE_PAGE.noText) }
  return isUnknownStatus(status)
    ? { verdict: 'unknown', ...say(MOVE_VISIT.answersThisCheck, { status }) }
    : { verdict: 'failed', ...say(MOVE_VISIT.answers, { status }) }
}

/** Point 5: an address in the sitemap must answer 200 without a redirect. */
export function sitemapUrlFindings(url: string, { hops }: Trail): Finding[] {
  const [first] = hops
  if (first?.status === 200) return []
  const { verdict, phrase } = faultOfAnswer(first)
  const { status = 0, location } = first ?? {}
  const said = location
    ? say(MOVE_PAGE.listedRedirects, { status, href: location })
    : say(MOVE_PAGE.listedFails, { reason: phrase })
  return [{ point: 5, url, verdict, ...said }]
}

/** Point 2. There are none if the redirects end outside the move. `longer` is the page whose name may have been cut. */
export function missingPageFindings(url: string, { hops, end }: Trail, longer?: string): Finding[] {
  if (end !== 'answered' && end !== 'silent') return []
  const { verdict, phrase } = faultOfAnswer(hops.at(-1))
  if (verdict === 'unknown') return []
  const said = say(MOVE_PAGE.noNewPage, { reason: phrase, longer: endAbout(longer) })
  return [{ point: 2, url, verdict, ...said }]
}

/** Point 1. A directive such as noindex fails if the move added it, and is a warning without `before`. */
export function pageFindings(
  { hops, end }: Trail,
  content: PageContent | undefined,
  before?: PageBefore,
): Finding[] {
  const last = hops.at(-1)
  const url = last?.url ?? ''
  const finding = (verdict: Finding['verdict'], said: Said): Finding => ({ point: 1, url, verdict, ...said })
  if (end === 'loop' || end === 'left' || end === 'too many') {
    return [finding('failed', say(MOVE_PAGE.redirectsWithoutPage, { href: last?.location ?? '' }))]
  }
  if (last?.status !== 200 || !content) {
    const fault = faultOfAnswer(last)
    return [finding(fault.verdict, fault)]
  }
  return [
    ...canonicalFaults(content, url, before).map(said => finding('failed', said)),
    ...socialFaults(content.facts, url, before).map(said => finding('failed', said)),
    ...stringFaults(content).map(said => finding('failed', said)),
    ...(content.showsNotFound
      ? [finding('failed', say(MOVE_PAGE.showsNotFound, { found: shownText(content.facts) }))]
      : textFindings(content.facts, before?.text).map(([verdict, said]) => finding(verdict, said))),
    ...alternateFaults(content.facts, url).map(said => finding('warning', said)),
    ...searchFindings(content.facts, before).map(([verdict, said]) => finding(verdict, said)),
    ...(before?.insecure ? [] : mixedContent(content.facts.insecure, url)),
    ...content.facts.structuredDataProblems.map(problem =>
      finding('warning', say(MOVE_PAGE.brokenStructuredData, { problem })),
    ),
    ...(content.complete ? [] : [finding('unknown', say(MOVE_PAGE.tooLong))]),
  ]
}

const shownText = ({ text }: PageFacts) => (text ? detachedText(beginning(text)) : '')

/** Each canonical link must name the page's own address (`isOwn`), and an HTML page must have one. */
function canonicalFaults(
  { facts: { canonicals, base }, html }: PageContent,
  url: string,
  before?: PageBefore,
): Said[] {
  if (canonicals.length === 0) return html ? [say(MOVE_PAGE.noCanonical)] : []
  const wrong = canonicals.filter(({ href }) => !isOwn(href, { base, url }, before))
  const distinct = new Map(wrong.map(({ href, from: place }) => [`${place} ${href}`, { href, place }]))
  return [...distinct.values()].map(fault => say(MOVE_PAGE.otherCanonical, fault))
}

function socialFaults({ socialUrls, base }: PageFacts, url: string, before?: PageBefore): Said[] {
  return socialUrls
    .filter(({ href }) => !isOwn(href, { base, url }, before))
    .map(fault => say(MOVE_PAGE.otherSocialUrl, fault))
}

/** Each page with language links must name itself in them, or search engines take them as a mistake. */
function alternateFaults({ alternates, base }: PageFacts, url: string): Said[] {
  if (alternates.length === 0 || alternates.some(({ href }) => isItself(href, { base, url }))) return []
  return [say(MOVE_PAGE.alternatesWithoutItself)]
}

/** Whether the page may name `href`: itself, with another query or none too, or what it named before the move. */
function isOwn(href: string, from: { base: string | undefined; url: string }, before?: PageBefore): boolean {
  if (isItself(href, from)) return true
  const target = resolveOnPage(href, from)
  if (target === undefined) return false
  const [named, own] = [new URL(target), new URL(from.url)]
  if (named.origin !== own.origin) return false
  const { canonical } = before ?? {}
  if (canonical !== undefined && pathKey(canonical) === pathKey(`${named.pathname}${named.search}`))
    return true
  return own.search !== '' && named.pathname === own.pathname
}

/** Returns one finding for each file of the site itself that is loaded over http. */
export function mixedContent(insecure: readonly string[], url: string): Finding[] {
  const { hostname } = new URL(url)
  const own = new Set([hostname, hostname.replace(/^www\./, ''), `www.${hostname}`])
  return insecure
    .filter(href => URL.canParse(href) && own.has(new URL(href).hostname))
    .map(href => ({ point: 1, url, verdict: 'failed', ...say(MOVE_PAGE.mixedContent, { href }) }))
}

/** Point 1, for an address that no list contains. Without a baseline, a script that leads elsewhere is a warning. */
export function fileFindings(
  { facts, html, entries, showsNotFound }: PageContent,
  url: string,
  { before, isCompared }: { before: FileBefore | undefined; isCompared: boolean },
): Finding[] {
  const finding = (verdict: Finding['verdict'], said: Said): Finding => ({ point: 1, url, verdict, ...said })
  const { scriptRedirect: href } = facts
  const { refreshByScriptSinceMove, refreshByScript } = MOVE_PAGE
  return [
    ...(html && !showsNotFound
      ? textFindings(facts, undefined).map(([verdict, said]) => finding(verdict, said))
      : []),
    ...(before?.insecure ? [] : mixedContent(facts.insecure, url)),
    ...(href === undefined || before?.script
      ? []
      : [
          isCompared
            ? finding('failed', say(refreshByScriptSinceMove, { href }))
            : finding('warning', say(refreshByScript, { href })),
        ]),
    ...(entries === 0 && (before?.entries ?? 0) > 0
      ? [finding('failed', say(MOVE_PAGE.emptyFeed, { before: before?.entries ?? 0 }))]
      : []),
  ]
}

function isItself(href: string, { base, url }: { base: string | undefined; url: string }): boolean {
  const target = resolveOnPage(href, { base, url })
  return target !== undefined && sameAddress(target, url)
}

/** Resolves `href` against the page's base. Returns undefined if it is not an address. */
export function resolveOnPage(href: string, { base, url }: { base: string | undefined; url: string }) {
  const from = base !== undefined && URL.canParse(base, url) ? new URL(base, url).href : url
  return URL.canParse(href, from) ? new URL(href, from).href : undefined
}

/** Returns one fault for each kind of place that contains the old domain. */
export function stringFaults({ strings }: Pick<PageContent, 'strings'>): Said[] {
  return [...strings].map(([place, found]) => {
    const below = [...new Set(found.filter(({ subdomain }) => subdomain).map(({ host }) => host))]
    const forms = [...new Set(found.map(({ form }) => form))].map(form => phrase(MOVE_PLACES[form]))
    return say(MOVE_PAGE.holdsOldDomain, {
      count: found.length,
      place: phrase(MOVE_PLACES[place]),
      forms,
      below: below.length > 0 ? phrase(MOVE_PLACES.namesBelow, { names: below.slice(0, 5) }) : '',
      found: detachedText(found[0]?.around ?? ''),
    })
  })
}

/** A directive that the move has added is `failed`; one of unknown age is a warning. */
function searchFindings(
  { robots, refresh, scriptRedirect }: PageFacts,
  before: PageBefore | undefined,
): [Finding['verdict'], Said][] {
  const found: [Finding['verdict'], Said][] = []
  const add = (said: Said) => found.push([before ? 'failed' : 'warning', said])
  const known = before?.noindex ?? []
  if (noindexRobots(robots).some(robot => !known.includes(robot) && !known.includes('*')))
    add(say(MOVE_PAGE[before ? 'noindexSinceMove' : 'noindex'], { directives: robots.join(', ') }))
  if (refresh !== undefined && !before?.refresh)
    add(say(MOVE_PAGE[before ? 'refreshSinceMove' : 'refresh'], { href: refresh }))
  if (scriptRedirect !== undefined && !before?.script)
    add(say(MOVE_PAGE[before ? 'refreshByScriptSinceMove' : 'refreshByScript'], { href: scriptRedirect }))
  return found
}
