import type { Said } from '../phrase.ts'
import { hostKey } from './address-key.ts'

export interface Hop {
  readonly url: string
  readonly status?: number
  /**
   * The resolved target of a redirect; undefined if the response is not a redirect or its Location is not an address.
   */
  readonly location?: string
  readonly trouble?: Trouble
}

export interface Trouble extends Said {
  /** The verdict: `failed` if the fault is certainly the site's, `unknown` if another attempt may end differently. */
  readonly verdict: 'failed' | 'unknown'
}

export function isRedirect(status: number | undefined): boolean {
  return status === 301 || status === 302 || status === 303 || status === 307 || status === 308
}

/**
 * Whether the address belongs to the move: its scheme is http or https, its port the usual one, and its host one of
 * `hosts`.
 */
export function isOnHosts(url: string, hosts: ReadonlySet<string>): boolean {
  const { protocol, hostname, port } = new URL(url)
  return /^https?:$/.test(protocol) && port === '' && hosts.has(hostKey(hostname))
}

/** Whether a redirect is permanent: 301 or 308; search engines accept both (document 2, redirect behaviour 2). */
export function isPermanent(status: number | undefined): boolean {
  return status === 301 || status === 308
}
