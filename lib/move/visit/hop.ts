import type { Said } from '../phrase.ts'
import { hostKey } from './address-key.ts'

export interface Hop {
  readonly url: string
  readonly status?: number
  /** Resolved; undefined without a redirect or with a Location that is not an address. */
  readonly location?: string
  readonly trouble?: Trouble
}

export interface Trouble extends Said {
  /** `failed`: certainly the site's fault; `unknown`: another attempt may end differently. */
  readonly verdict: 'failed' | 'unknown'
}

export function isRedirect(status: number | undefined): boolean {
  return status === 301 || status === 302 || status === 303 || status === 307 || status === 308
}

/** http or https, the usual port, and one of `hosts`. */
export function isOnHosts(url: string, hosts: ReadonlySet<string>): boolean {
  const { protocol, hostname, port } = new URL(url)
  return /^https?:$/.test(protocol) && port === '' && hosts.has(hostKey(hostname))
}

/** Search engines accept both (document 2, redirect behaviour 2). */
export function isPermanent(status: number | undefined): boolean {
  return status === 301 || status === 308
}
