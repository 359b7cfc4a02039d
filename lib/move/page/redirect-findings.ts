import { type Said, say } from '../phrase.ts'
import { type Finding, isUnknownStatus } from '../verdicts.ts'
import { addressKey, hostKey } from '../visit/address-key.ts'
import type { Trail } from '../visit/follow.ts'
import { type Hop, isOnHosts, isPermanent, isRedirect } from '../visit/hop.ts'
import { MOVE_VISIT } from '../visit/words.ts'
import { endAbout } from './cut-names.ts'
import { MOVE_REDIRECTS } from './redirect-words.ts'
import type { UrlVariant } from './url-variants.ts'

export interface RedirectOptions {
  readonly point: 2 | 3
  readonly newHost: string
  /** The most redirects; http to https and apex to www take one each. */
  readonly mostHops: number
  /** The new page with the whole name, if the old page's name may have been cut. */
  readonly longer?: string | undefined
}

/** A finding without address and point, which are the same for all findings about a trail. */
type Remark = Pick<Finding, 'verdict' | 'message' | 'phrase'>

export function redirectFindings(variant: UrlVariant, trail: Trail, options: RedirectOptions): Finding[] {
  const newHosts = new Set([options.newHost])
  const arrival = trail.hops.find(({ location }) => location && isOnHosts(location, newHosts))?.location
  const remarks = [
    ...trailFaults(trail),
    ...hopFaults(variant, trail, options),
    ...(arrival === undefined ? noArrivalFaults(trail, options) : arrivalFaults(variant, arrival)),
    ...(arrival === undefined ? [] : endFaults(variant, trail, { ...options, arrival })),
  ]
  return remarks.map(remark => ({ point: options.point, url: variant.url, ...remark }))
}

function trailFaults({ hops, end }: Trail): Remark[] {
  const last = hops.at(-1)
  if (end === 'loop') return [failed(say(MOVE_REDIRECTS.loop, { href: last?.location ?? '' }))]
  if (end === 'left') return [failed(say(MOVE_REDIRECTS.leaves, { href: last?.location ?? '' }))]
  if (end === 'too many') return [failed(say(MOVE_REDIRECTS.stillRedirected, { count: hops.length }))]
  if (end !== 'silent' || !last?.trouble) return []
  const { verdict, ...reason } = last.trouble
  return [{ verdict, ...placed(reason, { hops }) }]
}

function hopFaults(
  variant: UrlVariant,
  { hops }: Trail,
  { point, mostHops, newHost }: RedirectOptions,
): Remark[] {
  const newHosts = new Set([newHost, newHost.replace(/^www\./, ''), `www.${newHost}`])
  const redirects = hops.filter(({ status }) => isRedirect(status))
  const temporary = redirects.find(({ status }) => !isPermanent(status))
  return [
    ...(temporary
      ? [failed(say(MOVE_REDIRECTS.temporary, { status: temporary.status ?? 0, href: temporary.url }))]
      : []),
    ...(redirects.length > mostHops
      ? [failed(say(MOVE_REDIRECTS.manyRedirects, { count: redirects.length, most: mostHops }))]
      : []),
    ...insecureFaults(redirects, newHosts),
    ...(point === 2 ? homepageWarning(variant, redirects) : []),
  ]
}

/** An http: address is a fault after https:, or on the new site; between old hosts it only counts as a redirect. */
function insecureFaults(redirects: readonly Hop[], newHosts: ReadonlySet<string>): Remark[] {
  const insecure = redirects.find(
    ({ url, location }) =>
      location?.startsWith('http:') && (url.startsWith('https:') || newHosts.has(hostOf(location))),
  )
  return insecure ? [failed(say(MOVE_REDIRECTS.insecure, { href: insecure.location ?? '' }))] : []
}

function noArrivalFaults({ hops, end }: Trail, { newHost }: RedirectOptions): Remark[] {
  const status = hops.at(-1)?.status
  if (end !== 'answered' || status === undefined) return []
  if (isUnknownStatus(status)) {
    return [{ verdict: 'unknown', ...placed(say(MOVE_VISIT.answersThisCheck, { status }), { hops }) }]
  }
  const fault = isRedirect(status)
    ? say(MOVE_REDIRECTS.withoutLocation, { status })
    : say(MOVE_REDIRECTS.staysOld, { status, host: newHost })
  return [failed(placed(fault, { hops }))]
}

/** Adds the address of the last hop if there are several. */
function placed(reason: Said, { hops }: Pick<Trail, 'hops'>): Said {
  const last = hops.at(-1)
  return hops.length === 1 || !last
    ? reason
    : say(MOVE_REDIRECTS.redirectsToWhich, { href: last.url, reason: reason.phrase })
}

/** The first location on the new host must have the same path and query. */
function arrivalFaults({ target }: UrlVariant, arrival: string): Remark[] {
  const [reached, expected] = [new URL(arrival), new URL(target)]
  reached.protocol = expected.protocol
  if (sameAddress(reached.href, expected.href)) return []
  reached.search = expected.search
  const { losesQuery, losesPath } = MOVE_REDIRECTS
  const fault = sameAddress(reached.href, expected.href) ? losesQuery : losesPath
  return [failed(say(fault, { arrival, target }))]
}

/** Warns about a 308 of the homepage. It passes, but a search engine's change-of-address tool may require 301. */
function homepageWarning({ url }: UrlVariant, redirects: readonly Hop[]): Remark[] {
  const { pathname, search } = new URL(url)
  const leaving = redirects.find(hop => hop.location && hostOf(hop.location) !== hostOf(hop.url))
  if (pathname !== '/' || search !== '' || leaving?.status !== 308) return []
  return [{ verdict: 'warning', ...say(MOVE_REDIRECTS.homepage308) }]
}

/** The end must be a 200. For a form that is not in the list, another answer is only a warning. */
function endFaults(
  variant: UrlVariant,
  { hops, end }: Trail,
  { arrival, longer }: Pick<RedirectOptions, 'longer'> & { arrival: string },
): Remark[] {
  const last = hops.at(-1)
  if (end !== 'answered' || last?.status === undefined) return []
  const { url: href, status } = last
  if (status === 200) {
    const wrong = wrongEnd(href, { ...variant, arrival })
    return wrong === undefined ? [] : [failed(wrong)]
  }
  if (isUnknownStatus(status))
    return [{ verdict: 'unknown', ...say(MOVE_REDIRECTS.endsUnknown, { href, status }) }]
  if (variant.listed)
    return [failed(say(MOVE_REDIRECTS.endsWith, { href, status, longer: endAbout(longer) }))]
  // a page that needs its query may not exist without the query, or with a slash before it
  if (isOfQuery(variant)) return []
  return [{ verdict: 'warning', ...say(MOVE_REDIRECTS.endsUnlisted, { href, status }) }]
}

function isOfQuery({ pathForm, url }: UrlVariant): boolean {
  return pathForm === 'without its query' || (pathForm === 'other slash' && new URL(url).search !== '')
}

/** The new site may prefer a form: with or without a slash, `index`, `.html`, or a query that is not in the list. */
function wrongEnd(
  url: string,
  { target, listed, arrival }: UrlVariant & { arrival: string },
): Said | undefined {
  const [end, arrived] = [new URL(addressKey(url)), new URL(addressKey(arrival))]
  const { origin } = new URL(target)
  if (end.origin !== origin) return say(MOVE_REDIRECTS.endsOutside, { href: url, origin })
  if (pageName(url) !== pageName(target)) return say(MOVE_REDIRECTS.endsElsewhere, { href: url })
  return listed && end.search !== arrived.search
    ? say(MOVE_REDIRECTS.endsWithoutQuery, { href: url })
    : undefined
}

/** Returns the path without a slash, `index` or `.html` at the end. */
export function pageName(url: string): string {
  const { pathname } = new URL(addressKey(url))
  return pathname.replace(/\/(?:index(?:\.html?)?)?$/, '').replace(/\.html?$/, '')
}

function failed(said: Said): Remark {
  return { verdict: 'failed', ...said }
}

function hostOf(url: string): string {
  return hostKey(new URL(url).hostname)
}

export function sameAddress(one: string, other: string): boolean {
  return addressKey(one) === addressKey(other)
}
