/** Registers each linked address once, so the memory does not grow with the number of pages. */
import type { LinkKind } from '../facts/page-links.ts'
import { resolveOnPage } from '../page/findings.ts'
import { pathKey } from '../visit/address-key.ts'
import { isOnHosts } from '../visit/hop.ts'

export interface LinkTarget {
  readonly path: string
  readonly kind: LinkKind
  /** Whether the target is read; any other only has to exist. */
  readonly isRead: boolean
  /** A few of the documents with the link. */
  readonly from: readonly string[]
  readonly documents: number
}

export interface LinkSource {
  readonly url: string
  /** The document's own base for relative addresses, if it has one. */
  readonly base: string | undefined
  readonly links: Iterable<readonly [href: string, kind: LinkKind]>
}

export interface LinkRegister {
  add(source: LinkSource): void
  /** Returns the new targets, each once and in order. */
  take(): LinkTarget[]
  /** Returns the number of targets, including those that were taken. */
  size(): number
  /** Returns the number of links beyond the limit of targets. */
  leftOut(): number
}

export interface RegisterOptions {
  readonly hosts: ReadonlySet<string>
  /** Whether a list contains the page with this key, which is then checked anyway. */
  readonly isKnown: (key: string) => boolean
  readonly most: number
}

/** Matches files that are not read, whatever kind of link names them. A PDF is read. */
const BINARY =
  /\.(?:zip|gz|png|jpe?g|gif|webp|avif|ico|mp[34]|m4[av]|webm|mov|docx?|xlsx?|pptx?|woff2?|ttf|otf|eot)$/i
/** The most queries of each path, because a site may have any number of them. */
const MOST_QUERIES = 20
const EXAMPLES = 3
const MOST_CACHED = 20_000

interface OwnTarget {
  readonly path: string
  readonly key: string
}

type Growing = LinkTarget & { from: string[]; documents: number; kind: LinkKind }

export function createLinkRegister(options: RegisterOptions): LinkRegister {
  const targets = new Map<string, Growing>()
  const resolve = createResolver(options)
  let open: Growing[] = []
  let over = 0
  const queries = new Map<string, number>()
  const isRead = (path: string, kind: LinkKind): boolean => {
    const [pathname = '', query] = path.split('?')
    if (/\.pdf$/i.test(pathname)) return true
    if (kind !== 'page') return kind !== 'file'
    if (BINARY.test(pathname) || query === undefined) return !BINARY.test(pathname)
    const count = (queries.get(pathname) ?? 0) + 1
    queries.set(pathname, count)
    return count <= MOST_QUERIES
  }
  const newTarget = ({ path, key }: OwnTarget, kind: LinkKind): Growing | undefined => {
    if (targets.size >= options.most) {
      over += 1
      return undefined
    }
    const target: Growing = { path, kind, isRead: isRead(path, kind), from: [], documents: 0 }
    targets.set(key, target)
    open.push(target)
    return target
  }
  return {
    add(source) {
      for (const [href, kind] of source.links) {
        const found = resolve(href, source)
        if (!found || options.isKnown(found.key)) continue
        const target = targets.get(found.key) ?? newTarget(found, kind)
        if (!target || target.from.at(-1) === source.url) continue
        target.documents += 1
        if (target.from.length < EXAMPLES) target.from.push(source.url)
      }
    },
    take() {
      const taken = open
      open = []
      return taken
    },
    size: () => targets.size,
    leftOut: () => over,
  }
}

/** Returns undefined for targets elsewhere. Below `/cdn-cgi/` the network in front of the site answers. */
export function ownTarget(
  href: string,
  from: Pick<LinkSource, 'url' | 'base'>,
  hosts: ReadonlySet<string>,
): string | undefined {
  const target = resolveOnPage(href, from)
  if (target === undefined || !isOnHosts(target, hosts)) return undefined
  const { pathname, search } = new URL(target)
  return pathKey(pathname).startsWith('/cdn-cgi/') ? undefined : `${pathname}${search}`
}

/** A site's header, menu and footer repeat their links on every page, so each absolute path is resolved only once. */
function createResolver({ hosts }: RegisterOptions) {
  const cache = new Map<string, OwnTarget | undefined>()
  const resolve = (href: string, source: LinkSource): OwnTarget | undefined => {
    const path = ownTarget(href, source, hosts)
    return path === undefined ? undefined : { path, key: pathKey(path) }
  }
  return (href: string, source: LinkSource): OwnTarget | undefined => {
    if (!/^(?:\/(?!\/)|https?:)/i.test(href)) return resolve(href, source)
    if (cache.has(href)) return cache.get(href)
    if (cache.size >= MOST_CACHED) cache.clear()
    const found = resolve(href, source)
    cache.set(href, found)
    return found
  }
}
