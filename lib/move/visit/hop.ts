import type { Said } from '../phrase.ts'
import { hostKey } from './address-key.ts'

export interface Hop {
  readonly url: string
  readonly status?: number
  /** The resolved location; undefined without a redirect or with a Location that is not an address. */
  readonly location?: string
  readonly trouble?: Trouble
}

export interface Trouble extends Said {
  /** `failed` if it is certainly the site's fault; `unknown` if another attempt may end differently. */
  readonly verdict: 'failed' | 'unknown'
}

export function isRedirect(status: number | undefined): boolean {
  return status === 301 || status === 302 || status === 303 || status === 307 || status === 308
}

/** Whether the address has http or https, the usual port, and one of `hosts`. */
export function isOnHosts(url: string, hosts: ReadonlySet<string>): boolean {
  const { protocol, hostname, port } = new URL(url)
  return /^https?:$/.test(protocol) && port === '' && hosts.has(hostKey(hostname))
}

/** Whether the redirect is permanent; search engines accept both statuses (document 2, redirect behaviour 2). */
export function isPermanent(status: number | undefined): boolean {
  return status === 301 || status === 308
}
