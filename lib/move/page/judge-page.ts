/** Points 1 and 5: what a page of the new site answers, and what it says about its own address. */

import type { OldString } from '../facts/old-domain-strings.ts'
import type { PageFacts } from '../facts/page-facts.ts'
import { forbidsIndex } from '../facts/robots-directives.ts'
import type { StringPlace } from '../facts/string-tally.ts'
import { type Finding, isUnknownStatus } from '../verdicts.ts'
import type { Trail } from '../visit/follow.ts'
import { sameAddress } from './judge-redirect.ts'

/** What was read on the page where a trail ended. */
export interface PageContent {
  /** Of the page, or of the headers alone where the answer is no HTML. */
  readonly facts: PageFacts
  readonly html: boolean
  /** The old domain's strings by the place where they stand. */
  readonly strings: ReadonlyMap<StringPlace, readonly OldString[]>
  /** False where the page is longer than what is read of one. */
  readonly complete: boolean
}

/** Point 5: a sitemap's URL answers 200 by itself. */
export function judgeSitemapUrl(url: string, { hops }: Trail): Finding[] {
  const [first] = hops
  if (first?.status === 200) return []
  const message = first?.location
    ? `stands in the sitemap and redirects with ${first.status} to ${first.location}`
    : `stands in the sitemap and ${answerOf(first)}`
  return [{ point: 5, url, verdict: verdictOfAnswer(first), message }]
}

/** Point 1: the page answers 200, and all that it says about itself is of the new domain. */
export function judgePage({ hops, end }: Trail, content: PageContent | undefined): Finding[] {
  const last = hops.at(-1)
  const url = last?.url ?? ''
  const finding = (verdict: Finding['verdict'], message: string): Finding => ({
    point: 1,
    url,
    verdict,
    message,
  })
  if (end === 'loop' || end === 'left' || end === 'too many') {
    return [finding('failed', `redirects to ${last?.location} and answers nothing by itself`)]
  }
  if (last?.status !== 200 || !content) return [finding(verdictOfAnswer(last), answerOf(last))]
  return [
    ...judgeCanonical(content, url).map(message => finding('failed', message)),
    ...judgeStrings(content).map(message => finding('failed', message)),
    ...judgeAlternates(content.facts, url).map(message => finding('warning', message)),
    ...judgeRemarks(content.facts).map(message => finding('warning', message)),
    ...(content.complete
      ? []
      : [finding('unknown', 'is longer than what is read of a page; the rest is not seen')]),
  ]
}

type Answer = Trail['hops'][number] | undefined

function answerOf(hop: Answer): string {
  if (hop?.trouble) return hop.trouble.reason
  if (hop?.status === 200) return 'gives no text that can be read'
  const status = hop?.status ?? 0
  return isUnknownStatus(status) ? `answers ${status} to this check` : `answers ${status}, wanted 200`
}

function verdictOfAnswer(hop: Answer): 'failed' | 'unknown' {
  if (hop?.trouble) return hop.trouble.verdict
  return isUnknownStatus(hop?.status ?? 0) ? 'unknown' : 'failed'
}

/** All canonical links, of the head and of the header, must name this page; an HTML page must have one. */
function judgeCanonical({ facts: { canonicals, base }, html }: PageContent, url: string): string[] {
  if (canonicals.length === 0) return html ? ['has no canonical link'] : []
  const wrong = canonicals.filter(({ href }) => !isItself(href, { base, url }))
  const told = new Map(wrong.map(({ href, from: place }) => [`${place} ${href}`, { href, place }]))
  return [...told.values()].map(
    ({ href, place }) => `names "${href}" as canonical in its ${place}, wanted itself`,
  )
}

/** A set of languages that leaves out the page itself is taken by search engines for a mistake. */
function judgeAlternates({ alternates, base }: PageFacts, url: string): string[] {
  if (alternates.length === 0 || alternates.some(({ href }) => isItself(href, { base, url }))) return []
  return ['names other languages by hreflang and not itself']
}

/** Whether `href`, read against the page's base, is the page at `url`. */
function isItself(href: string, { base, url }: { base: string | undefined; url: string }): boolean {
  const from = base !== undefined && URL.canParse(base, url) ? new URL(base, url).href : url
  return URL.canParse(href, from) && sameAddress(new URL(href, from).href, url)
}

function judgeStrings({ strings }: PageContent): string[] {
  return [...strings].map(([place, found]) => {
    const below = [...new Set(found.filter(({ subdomain }) => subdomain).map(({ host }) => host))]
    const forms = [...new Set(found.map(({ form }) => form))].join(', ')
    const names = below.length > 0 ? `; names below it: ${below.slice(0, 5).join(', ')}` : ''
    return `holds the old domain ${found.length === 1 ? 'once' : `${found.length} times`} in ${place} (${forms})${names}`
  })
}

function judgeRemarks({ robots, refresh, structuredDataProblems }: PageFacts): string[] {
  return [
    ...(forbidsIndex(robots) ? [`asks search engines not to index it (${robots.join(', ')})`] : []),
    ...(refresh === undefined ? [] : [`sends its reader on to "${refresh}" by a refresh meta`]),
    ...structuredDataProblems.map(problem => `has structured data that is no JSON: ${problem}`),
  ]
}
