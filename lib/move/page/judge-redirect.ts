/** Points 2 and 3: whether a chain of redirects leads an old name to the same address on the new one. */

import { type Finding, isUnknownStatus } from '../verdicts.ts'
import type { Trail } from '../visit/follow.ts'
import { type Hop, isOnHosts, isPermanent, isRedirect } from '../visit/hop.ts'
import type { UrlVariant } from './url-variants.ts'

export interface RedirectOptions {
  readonly point: 2 | 3
  readonly newHost: string
  /** Redirects that pass; http to https and apex to www cost one each. */
  readonly mostHops: number
}

/** A finding without the address and the point, which are the trail's. */
type Remark = Pick<Finding, 'verdict' | 'message'>

/** What is wrong with the trail of `variant`; nothing where it is as document 2 wants it. */
export function judgeRedirect(variant: UrlVariant, trail: Trail, options: RedirectOptions): Finding[] {
  const newHosts = new Set([options.newHost])
  const arrival = trail.hops.find(({ location }) => location && isOnHosts(location, newHosts))?.location
  const remarks = [
    ...brokenTrail(trail),
    ...judgeHops(variant, trail, options),
    ...(arrival === undefined ? judgeNoArrival(trail, options) : judgeArrival(variant, arrival)),
    ...(arrival === undefined ? [] : judgeEnd(variant, trail, arrival)),
  ]
  return remarks.map(remark => ({ point: options.point, url: variant.url, ...remark }))
}

/** A trail that did not end in an answer. */
function brokenTrail({ hops, end }: Trail): Remark[] {
  const last = hops.at(-1)
  if (end === 'loop') return [failed(`redirects in a circle, back to ${last?.location}`)]
  if (end === 'left') return [failed(`leads to ${last?.location}, which is no address of this move`)]
  if (end === 'too many') return [failed(`is still redirected after ${hops.length} redirects`)]
  if (end !== 'silent' || !last?.trouble) return []
  const { verdict, reason } = last.trouble
  return [{ verdict, message: hops.length === 1 ? reason : `leads to ${last.url}, which ${reason}` }]
}

function judgeHops(variant: UrlVariant, { hops }: Trail, { point, mostHops }: RedirectOptions): Remark[] {
  const redirects = hops.filter(({ status }) => isRedirect(status))
  const temporary = redirects.find(({ status }) => !isPermanent(status))
  return [
    ...(temporary ? [failed(`answers ${temporary.status} at ${temporary.url}, wanted 301 or 308`)] : []),
    ...(redirects.length > mostHops
      ? [failed(`takes ${redirects.length} redirects, wanted at most ${mostHops}`)]
      : []),
    ...(point === 2 ? homepageWarning(variant, redirects) : []),
  ]
}

function judgeNoArrival({ hops, end }: Trail, { newHost }: RedirectOptions): Remark[] {
  const last = hops.at(-1)
  if (end !== 'answered' || last?.status === undefined) return []
  const where = hops.length === 1 ? '' : `leads to ${last.url}, which `
  if (isUnknownStatus(last.status)) {
    return [{ verdict: 'unknown', message: `${where}answers ${last.status} to this check` }]
  }
  if (isRedirect(last.status)) return [failed(`${where}answers ${last.status} without a Location`)]
  return [failed(`${where}answers ${last.status} and does not redirect to ${newHost}`)]
}

/** The first location on the new host must have the path and query that were asked for. */
function judgeArrival({ target }: UrlVariant, arrival: string): Remark[] {
  const [there, wanted] = [new URL(arrival), new URL(target)]
  there.protocol = wanted.protocol
  if (sameAddress(there.href, wanted.href)) return []
  there.search = wanted.search
  const lost = sameAddress(there.href, wanted.href) ? 'query' : 'path'
  return [failed(`leads to ${arrival}: the ${lost} is not the same, wanted ${target}`)]
}

/** Pass 308, but a change-of-address tool has been seen to want a 301 on this one page. */
function homepageWarning({ url }: UrlVariant, redirects: readonly Hop[]): Remark[] {
  const { pathname, search } = new URL(url)
  const leaving = redirects.find(hop => hop.location && hostOf(hop.location) !== hostOf(hop.url))
  if (pathname !== '/' || search !== '' || leaving?.status !== 308) return []
  return [
    {
      verdict: 'warning',
      message:
        'is the old homepage and answers 308: a change-of-address tool may want 301 here (kura move rules --homepage-301)',
    },
  ]
}

/** The end must be 200; for a form that nobody listed, the new site may say that there is no such page. */
function judgeEnd(variant: UrlVariant, { hops, end }: Trail, arrival: string): Remark[] {
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
 * What is wrong with an end that answers 200; undefined where nothing is. The new site may settle on one form of a
 * page's address: with or without a slash, `index` or `.html`, and without a query that nobody listed.
 */
function wrongEnd(url: string, { target, listed, arrival }: UrlVariant & { arrival: string }) {
  const [there, arrived] = [new URL(normalForm(url)), new URL(normalForm(arrival))]
  const { origin } = new URL(target)
  if (there.origin !== origin) return `wanted an address that begins with ${origin}/`
  if (pageName(url) !== pageName(target)) return 'another page'
  return listed && there.search !== arrived.search ? 'without the query that it came with' : undefined
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

/** Whether two addresses are the same once percent-encoding is written one way. */
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
