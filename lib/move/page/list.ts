import type { MovedSite } from '../moved-site.ts'
import { pathKey } from '../visit/address-key.ts'
import { isOnHosts } from '../visit/hop.ts'

/** A page of the lists. Its path and query are the same on both sites, except for their spelling. */
export interface PageTask {
  /** The path as the first list spells it. */
  readonly path: string
  /** Whether the old site had the page. If so, its old addresses must redirect. */
  readonly old: boolean
  readonly listed: boolean
  /** The path as the new sitemap spells it, if differently. */
  readonly listedAs?: string
}

export interface PageList {
  readonly tasks: readonly PageTask[]
  /** The old addresses that are on none of the old hosts. */
  readonly elsewhere: { readonly count: number; readonly examples: readonly string[] }
}

export interface PageSources {
  /** The old addresses or bare paths. */
  readonly oldAddresses: Iterable<string>
  readonly newAddresses: Iterable<string>
}

const EXAMPLES = 5

export function listPages({ oldAddresses, newAddresses }: PageSources, site: MovedSite): PageList {
  const pages = new Map<string, PageTask>()
  const examples: string[] = []
  let count = 0
  for (const address of oldAddresses) {
    const path = pathOn(address, site.oldHosts)
    if (path === undefined) {
      count += 1
      if (examples.length < EXAMPLES) examples.push(address)
    } else if (!pages.has(pathKey(path))) pages.set(pathKey(path), { path, old: true, listed: false })
  }
  for (const address of newAddresses) {
    const path = address.startsWith('/') ? undefined : pathOn(address, [site.newHost])
    if (path !== undefined) pages.set(pathKey(path), listedTask(path, pages.get(pathKey(path))))
  }
  return { tasks: [...pages.values()], elsewhere: { count, examples } }
}

function listedTask(path: string, known: PageTask = { path, old: false, listed: true }): PageTask {
  return { ...known, listed: true, ...(path !== known.path && !known.listed && { listedAs: path }) }
}

/** Returns the path of an http or https address on `hosts`. A bare path counts as one on the first host. */
function pathOn(address: string, hosts: readonly string[]): string | undefined {
  const base = `https://${hosts[0]}`
  if (!URL.canParse(address, base)) return undefined
  const url = new URL(address, base)
  return isOnHosts(url.href, new Set(hosts)) ? `${url.pathname}${url.search}` : undefined
}
