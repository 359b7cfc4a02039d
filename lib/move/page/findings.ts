/** Points 1 and 5: findings about what a page of the new site answers and says about its own address. */
import type { OldString } from '../facts/old-domain-strings.ts'
import type { PageFacts } from '../facts/page-facts.ts'
import { forbidsIndex } from '../facts/robots-directives.ts'
import type { StringPlace } from '../facts/string-tally.ts'
import { type Finding, isUnknownStatus } from '../verdicts.ts'
import type { Trail } from '../visit/follow.ts'
import { sameAddress } from './redirect-findings.ts'

/** What was read on the page at the end of a trail. */
export interface PageContent {
  /** Of the page, or only of the headers if the response is no HTML. */
  readonly facts: PageFacts
  readonly html: boolean
  /** The old domain's strings by place. */
  readonly strings: ReadonlyMap<StringPlace, readonly OldString[]>
  /** False if the page is longer than the limit. */
  readonly complete: boolean
}

/** Point 5: a sitemap's URL answers 200 by itself. */
export function sitemapUrlFindings(url: string, { hops }: Trail): Finding[] {
  const [first] = hops
  if (first?.status === 200) return []
  const message = first?.location
    ? `is in the sitemap and redirects with ${first.status} to ${first.location}`
    : `is in the sitemap and ${answerOf(first)}`
  return [{ point: 5, url, verdict: verdictOfAnswer(first), message }]
}

/** Point 1: the page answers 200, and everything that it says about itself names the new domain. */
export function pageFindings({ hops, end }: Trail, content: PageContent | undefined): Finding[] {
  const last = hops.at(-1)
  const url = last?.url ?? ''
  const finding = (verdict: Finding['verdict'], message: string): Finding => ({
    point: 1,
    url,
    verdict,
    message,
  })
  if (end === 'loop' || end === 'left' || end === 'too many') {
    return [finding('failed', `redirects to ${last?.location} and has no page of its own`)]
  }
  if (last?.status !== 200 || !content) return [finding(verdictOfAnswer(last), answerOf(last))]
  return [
    ...canonicalFaults(content, url).map(message => finding('failed', message)),
    ...stringFaults(content).map(message => finding('failed', message)),
    ...alternateFaults(content.facts, url).map(message => finding('warning', message)),
    ...otherFaults(content.facts).map(message => finding('warning', message)),
    ...(content.complete ? [] : [finding('unknown', 'is longer than the limit; the rest was not read')]),
  ]
}

type LastHop = Trail['hops'][number] | undefined

function answerOf(hop: LastHop): string {
  if (hop?.trouble) return hop.trouble.reason
  if (hop?.status === 200) return 'has no readable text'
  const status = hop?.status ?? 0
  return isUnknownStatus(status) ? `answers ${status} to this check` : `answers ${status}, expected 200`
}

function verdictOfAnswer(hop: LastHop): 'failed' | 'unknown' {
  if (hop?.trouble) return hop.trouble.verdict
  return isUnknownStatus(hop?.status ?? 0) ? 'unknown' : 'failed'
}

/** All canonical links, of the head and of the header, must name this page; an HTML page must have one. */
function canonicalFaults({ facts: { canonicals, base }, html }: PageContent, url: string): string[] {
  if (canonicals.length === 0) return html ? ['has no canonical link'] : []
  const wrong = canonicals.filter(({ href }) => !isItself(href, { base, url }))
  const distinct = new Map(wrong.map(({ href, from: place }) => [`${place} ${href}`, { href, place }]))
  return [...distinct.values()].map(
    ({ href, place }) => `names "${href}" as canonical in its ${place}, expected its own address`,
  )
}

/** Search engines treat a set of languages without the page itself as a mistake. */
function alternateFaults({ alternates, base }: PageFacts, url: string): string[] {
  if (alternates.length === 0 || alternates.some(({ href }) => isItself(href, { base, url }))) return []
  return ['names other languages by hreflang but not itself']
}

/** Whether `href`, resolved against the page's base, is the page at `url`. */
function isItself(href: string, { base, url }: { base: string | undefined; url: string }): boolean {
  const from = base !== undefined && URL.canParse(base, url) ? new URL(base, url).href : url
  return URL.canParse(href, from) && sameAddress(new URL(href, from).href, url)
}

function stringFaults({ strings }: PageContent): string[] {
  return [...strings].map(([place, found]) => {
    const below = [...new Set(found.filter(({ subdomain }) => subdomain).map(({ host }) => host))]
    const forms = [...new Set(found.map(({ form }) => form))].join(', ')
    const names = below.length > 0 ? `; names below it: ${below.slice(0, 5).join(', ')}` : ''
    return `holds the old domain ${found.length === 1 ? 'once' : `${found.length} times`} in ${place} (${forms})${names}`
  })
}

function otherFaults({ robots, refresh, structuredDataProblems }: PageFacts): string[] {
  return [
    ...(forbidsIndex(robots) ? [`asks search engines not to index it (${robots.join(', ')})`] : []),
    ...(refresh === undefined ? [] : [`redirects to "${refresh}" by a refresh meta`]),
    ...structuredDataProblems.map(problem => `has structured data that is not JSON: ${problem}`),
  ]
}
