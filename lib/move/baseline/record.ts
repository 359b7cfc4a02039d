/**
 * Records the baseline of a site before its move: every page that the sitemap, a list or a link names, and the
 * addresses that the pages link to and load. Each address is written to the file as soon as it was visited.
 */
import type { ReportProgress } from '../../core/progress.ts'
import { forbidsIndex } from '../facts/robots-directives.ts'
import type { MovedSite } from '../moved-site.ts'
import type { PageDeps } from '../page/check-page.ts'
import { createLinkRegister, type LinkRegister, type LinkTarget } from '../site/link-register.ts'
import { type VisitedTarget, visitTarget } from '../site/visit-target.ts'
import { MOVE_VISIT } from '../visit/words.ts'
import { visitAll } from '../visit-all.ts'
import type { BaselineItem, ItemStrings } from './format.ts'

export interface RecordInput {
  /** `https://old.example` */
  readonly origin: string
  readonly hosts: MovedSite['oldHosts']
  /** The addresses or paths that a sitemap or a list contains. */
  readonly listed: readonly string[]
  /** The items that an earlier run has recorded. */
  readonly recorded: readonly BaselineItem[]
}

export interface RecordOptions {
  /** The maximum number of addresses that are recorded. */
  readonly most: number
  readonly workers: number
}

export interface RecordDeps extends PageDeps {
  readonly signal: AbortSignal
  readonly progress: ReportProgress
  readonly write: (item: BaselineItem) => Promise<void>
}

export interface Recorded {
  readonly addresses: number
  /** The number of addresses over the limit. */
  readonly leftOut: number
}

export async function recordSite(
  { origin, hosts, listed, recorded }: RecordInput,
  { most, workers }: RecordOptions,
  deps: RecordDeps,
): Promise<Recorded> {
  const done = new Set(recorded.map(({ path }) => path))
  const listedPaths = new Set<string>()
  const allowed = new Set(hosts)
  const register = createLinkRegister({ hosts: allowed, most, isKnown: path => done.has(path) })
  for (const address of listed) notePath(address, { origin, hosts: allowed }, listedPaths)
  const starts = new Set(['/', ...listedPaths])
  register.add({ url: `${origin}/`, base: undefined, links: [...starts].map(path => [path, 'page']) })
  for (const { path, links = [] } of recorded)
    register.add({ url: `${origin}${path}`, base: undefined, links })
  const isListed = (path: string) => listedPaths.has(path)
  const visit = async (target: LinkTarget): Promise<void> => {
    const visited = await visitTarget(target, { origin, hosts: allowed, isListed }, deps)
    register.add(visited.links)
    await deps.write(itemOf(visited, { hosts: allowed, isListed }))
    done.add(target.path)
    const total = recorded.length + register.size()
    deps.progress({ what: 'recording', done: done.size, total, unit: 'paths' })
  }
  await visitOpen(register, visit, { workers, signal: deps.signal })
  return { addresses: done.size, leftOut: register.leftOut() }
}

async function visitOpen(
  register: LinkRegister,
  visit: (target: LinkTarget) => Promise<void>,
  options: { workers: number; signal: AbortSignal },
): Promise<void> {
  for (let open = register.take(); open.length > 0; open = register.take()) {
    await visitAll(open, visit, options)
  }
}

function notePath(
  address: string,
  { origin, hosts }: { origin: string; hosts: ReadonlySet<string> },
  paths: Set<string>,
): void {
  if (!URL.canParse(address, origin)) return
  const { hostname, pathname, search } = new URL(address, origin)
  if (hosts.has(hostname)) paths.add(`${pathname}${search}`)
}

interface ItemOptions {
  readonly hosts: ReadonlySet<string>
  readonly isListed: (path: string) => boolean
}

function itemOf({ target, trail, url, content, links }: VisitedTarget, options: ItemOptions): BaselineItem {
  const { path, kind } = target
  const own = ownPath(url, options)
  const strings = stringsOf(content?.strings ?? new Map())
  const named = linksOf(links, options)
  return {
    path,
    kind,
    status: trail.last.hop.status ?? 0,
    ...(trail.last.hop.trouble?.phrase.id === MOVE_VISIT.robotsForbid.id && { unseen: true }),
    ...(options.isListed(path) && { listed: true }),
    ...(own !== undefined && own !== path && { location: own }),
    ...(content?.html && { html: true }),
    ...(content && forbidsIndex(content.facts.robots) && { noindex: true }),
    ...(content?.facts.refresh !== undefined && { refresh: true }),
    ...(strings.length > 0 && { strings }),
    ...(named.length > 0 && { links: named }),
  }
}

function ownPath(url: string, { hosts }: ItemOptions): string | undefined {
  const { hostname, pathname, search } = new URL(url)
  return hosts.has(hostname) ? `${pathname}${search}` : undefined
}

function linksOf({ url, base, links }: VisitedTarget['links'], options: ItemOptions) {
  const from = base !== undefined && URL.canParse(base, url) ? new URL(base, url).href : url
  const named = new Map<string, LinkTarget['kind']>()
  for (const [href, kind] of links) {
    const path = URL.canParse(href, from) ? ownPath(new URL(href, from).href, options) : undefined
    if (path !== undefined) named.set(path, kind)
  }
  return [...named]
}

function stringsOf(found: NonNullable<VisitedTarget['content']>['strings']): ItemStrings {
  const rows = new Map<string, ItemStrings[number]>()
  for (const [place, strings] of found) {
    for (const { form, subdomain } of strings) {
      const [, , count, below] = rows.get(`${place} ${form}`) ?? [place, form, 0, 0]
      rows.set(`${place} ${form}`, [place, form, count + 1, below + (subdomain ? 1 : 0)])
    }
  }
  return [...rows.values()]
}
