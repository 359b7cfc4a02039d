/** Points 2 and 3: findings about redirects from an old name to the same address on the new one. */
import { type Finding, isUnknownStatus } from '../verdicts.ts'
import type { Trail } from '../visit/follow.ts'
import { type Hop, isOnHosts, isPermanent, isRedirect } from '../visit/hop.ts'
import type { UrlVariant } from './url-variants.ts'

export interface RedirectOptions {
  readonly point: 2 | 3
  readonly newHost: string
  /** Redirects that pass; http to https and apex to www take one each. */
  readonly mostHops: number
}

/** A finding without the address and the point, which are the trail's. */
type Remark = Pick<Finding, 'verdict' | 'message'>

/** What is wrong with the trail of `variant`; empty if it is as document 2 requires. */
export function redirectFindings(variant: UrlVariant, trail: Trail, options: RedirectOptions): Finding[] {
  const newHosts = new Set([options.newHost])
  const arrival = trail.hops.find(({ location }) => location && isOnHosts(location, newHosts))?.location
  const remarks = [
    ...trailFaults(trail),
    ...hopFaults(variant, trail, options),
    ...(arrival === undefined ? noArrivalFaults(trail, options) : arrivalFaults(variant, arrival)),
    ...(arrival === undefined ? [] : endFaults(variant, trail, arrival)),
  ]
  return remarks.map(remark => ({ point: options.point, url: variant.url, ...remark }))
}

/** A trail that did not end in a response. */
function trailFaults({ hops, end }: Trail): Remark[] {
  const last = hops.at(-1)
  if (end === 'loop') return [failed(`redirects in a loop, back to ${last?.location}`)]
  if (end === 'left') return [failed(`redirects to ${last?.location}, which is not part of this move`)]
  if (end === 'too many') return [failed(`is still redirected after ${hops.length} redirects`)]
  if (end !== 'silent' || !last?.trouble) return []
  const { verdict, reason } = last.trouble
  return [{ verdict, message: hops.length === 1 ? reason : `redirects to ${last.url}, which ${reason}` }]
}

function hopFaults(variant: UrlVariant, { hops }: Trail, { point, mostHops }: RedirectOptions): Remark[] {
  const redirects = hops.filter(({ status }) => isRedirect(status))
  const temporary = redirects.find(({ status }) => !isPermanent(status))
  return [
    ...(temporary ? [failed(`answers ${temporary.status} at ${temporary.url}, expected 301 or 308`)] : []),
    ...(redirects.length > mostHops
      ? [failed(`takes ${redirects.length} redirects, expected at most ${mostHops}`)]
      : []),
    ...(point === 2 ? homepageWarning(variant, redirects) : []),
  ]
}

function noArrivalFaults({ hops, end }: Trail, { newHost }: RedirectOptions): Remark[] {
  const last = hops.at(-1)
  if (end !== 'answered' || last?.status === undefined) return []
  const place = hops.length === 1 ? '' : `redirects to ${last.url}, which `
  if (isUnknownStatus(last.status)) {
    return [{ verdict: 'unknown', message: `${place}answers ${last.status} to this check` }]
  }
  if (isRedirect(last.status)) return [failed(`${place}answers ${last.status} without a Location`)]
  return [failed(`${place}answers ${last.status} and does not redirect to ${newHost}`)]
}

/** The first location on the new host must have the same path and query. */
function arrivalFaults({ target }: UrlVariant, arrival: string): Remark[] {
  const [reached, expected] = [new URL(arrival), new URL(target)]
  reached.protocol = expected.protocol
  if (sameAddress(reached.href, expected.href)) return []
  reached.search = expected.search
  const lost = sameAddress(reached.href, expected.href) ? 'query' : 'path'
  return [failed(`redirects to ${arrival}: the ${lost} is not the same, expected ${target}`)]
}

/** 308 passes, but a change-of-address tool was seen to require 301 on this one page. */
function homepageWarning({ url }: UrlVariant, redirects: readonly Hop[]): Remark[] {
  const { pathname, search } = new URL(url)
  const leaving = redirects.find(hop => hop.location && hostOf(hop.location) !== hostOf(hop.url))
  if (pathname !== '/' || search !== '' || leaving?.status !== 308) return []
  return [
    {
      verdict: 'warning',
      message:
        'is the old homepage and answers 308: a change-of-address tool may require 301 here (kura move rules --homepage-301)',
    },
  ]
}

/** The end must be 200; for a form that is not listed, the new site may say that there is no such page. */
function endFaults(variant: UrlVariant, { hops, end }: Trail, arrival: string): Remark[] {
  const last = hops.at(-1)
  if (end !== 'answered' || last?.status === undefined) return []
  const message = `ends at ${last.url}, which answers ${last.status}`
  if (last.status === 200) {
    const wrong = wrongEnd(last.url, { ...variant, arrival })
    return wrong === undefined ? [] : [failed(`ends at ${last.url}, ${wrong}`)]
  }
  if (isUnknownStatus(last.status)) return [{ verdict: 'unknown', message: `${message} to this check` }]
  if (variant.listed) return [failed(message)]
  return [{ verdict: 'warning', message: `${message}; the list does not name this form` }]
}

/**
 * What is wrong with an end that answers 200; undefined if nothing is. The new site may use one form of a page's address:
 * with or without a slash, `index` or `.html`, and without a query that is not listed.
 */
function wrongEnd(url: string, { target, listed, arrival }: UrlVariant & { arrival: string }) {
  const [end, arrived] = [new URL(normalForm(url)), new URL(normalForm(arrival))]
  const { origin } = new URL(target)
  if (end.origin !== origin) return `expected an address that begins with ${origin}/`
  if (pageName(url) !== pageName(target)) return 'another page'
  return listed && end.search !== arrived.search ? 'without the query of the request' : undefined
}

function pageName(url: string): string {
  const { pathname } = new URL(normalForm(url))
  return pathname.replace(/\/(?:index(?:\.html?)?)?$/, '').replace(/\.html?$/, '')
}

function failed(message: string): Remark {
  return { verdict: 'failed', message }
}

function hostOf(url: string): string {
  return new URL(url).hostname
}

/** Whether two addresses are the same once percent-encoding is normalised. */
export function sameAddress(one: string, other: string): boolean {
  return normalForm(one) === normalForm(other)
}

function normalForm(url: string): string {
  const { href } = new URL(url)
  return href.replace(/#.*$/s, '').replace(/%[0-9a-f]{2}/gi, encoded => {
    const character = String.fromCharCode(Number.parseInt(encoded.slice(1), 16))
    return /[A-Za-z0-9._~-]/.test(character) ? character : encoded.toUpperCase()
  })
}
