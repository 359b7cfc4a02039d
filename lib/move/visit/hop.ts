/** One request and what came of it, as the report shows it. */

export interface Hop {
  readonly url: string
  /** Undefined where there was no answer. */
  readonly status?: number
  /** Where a redirect leads, resolved; undefined where it is none or its Location is no address. */
  readonly location?: string
  readonly trouble?: Trouble
}

/** Why there was no answer that can be judged. */
export interface Trouble {
  /** Whether the site is surely at fault (`failed`), or another try may end otherwise (`unknown`). */
  readonly verdict: 'failed' | 'unknown'
  /** As the end of a sentence: `does not resolve`. */
  readonly reason: string
}

export function isRedirect(status: number | undefined): boolean {
  return status === 301 || status === 302 || status === 303 || status === 307 || status === 308
}

/** Whether an address is asked here at all: over http or https, at its usual port, on one of `hosts`. */
export function isOnHosts(url: string, hosts: ReadonlySet<string>): boolean {
  const { protocol, hostname, port } = new URL(url)
  return /^https?:$/.test(protocol) && port === '' && hosts.has(hostname)
}

/** 301 or 308: search engines take both for a move (document 2, redirect behaviour 2). */
export function isPermanent(status: number | undefined): boolean {
  return status === 301 || status === 308
}
