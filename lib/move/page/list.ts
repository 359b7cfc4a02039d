/** The pages of a check: those of the old site and those that the new sitemap lists, each path once. */
import type { MovedSite } from '../moved-site.ts'

/** A page, named by its path and query, which are the same on both sites. */
export interface PageTask {
  readonly path: string
  /** Whether the old site had the page. If so, its old addresses must redirect. */
  readonly old: boolean
  /** Whether the new sitemap lists the page. */
  readonly listed: boolean
}

export interface PageList {
  readonly tasks: readonly PageTask[]
  /** How many of the old addresses are on none of the old hosts, with some examples. */
  readonly elsewhere: { readonly count: number; readonly examples: readonly string[] }
}

export interface PageSources {
  /** Addresses of the old site, or bare paths. */
  readonly oldAddresses: Iterable<string>
  /** Addresses of the new sitemap. */
  readonly newAddresses: Iterable<string>
}

const EXAMPLES = 5

export function listPages({ oldAddresses, newAddresses }: PageSources, site: MovedSite): PageList {
  const pages = new Map<string, { old: boolean; listed: boolean }>()
  const examples: string[] = []
  let count = 0
  for (const address of oldAddresses) {
    const path = pathOn(address, site.oldHosts)
    if (path === undefined) {
      count += 1
      if (examples.length < EXAMPLES) examples.push(address)
    } else pages.set(path, { old: true, listed: false })
  }
  for (const address of newAddresses) {
    const path = address.startsWith('/') ? undefined : pathOn(address, [site.newHost])
    if (path !== undefined) pages.set(path, { old: pages.get(path)?.old ?? false, listed: true })
  }
  return { tasks: [...pages].map(([path, page]) => ({ path, ...page })), elsewhere: { count, examples } }
}

/**
 * Returns the path and query of an address on one of `hosts`, with any scheme; a bare path counts as one on the first
 * host.
 */
function pathOn(address: string, hosts: readonly string[]): string | undefined {
  const base = `https://${hosts[0]}`
  if (!URL.canParse(address, base)) return undefined
  const url = new URL(address, base)
  const isThere = hosts.includes(url.hostname) && url.port === '' && /^https?:$/.test(url.protocol)
  return isThere ? `${url.pathname}${url.search}` : undefined
}
