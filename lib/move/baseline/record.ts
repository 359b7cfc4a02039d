/** Records a baseline. Each address is written to the file as soon as it was visited. */
import type { ReportProgress } from '../../core/work/progress.ts'
import { garbledPart } from '../facts/garbled-text.ts'
import { lettersOf, type PageText } from '../facts/page-text.ts'
import { noindexRobots } from '../facts/robots-directives.ts'
import { sketchOf, sketchText } from '../facts/text-sketch.ts'
import type { MovedSite } from '../moved-site.ts'
import type { PageDeps } from '../page/check-page.ts'
import { mixedContent, type PageContent, resolveOnPage } from '../page/findings.ts'
import { notFoundPart } from '../page/not-found-text.ts'
import { createLinkRegister, type LinkTarget, ownTarget } from '../site/link-register.ts'
import { type VisitedTarget, visitTarget } from '../site/visit-target.ts'
import { hostKey, pathKey } from '../visit/address-key.ts'
import { visitRobots } from '../visit/robots.ts'
import { MOVE_VISIT } from '../visit/words.ts'
import { visitAll } from '../visit-all.ts'
import type { BaselineItem, BaselineRobots, ItemStrings } from './format.ts'

export interface RecordInput {
  /** The origin of the old site: `https://old.example` */
  readonly origin: string
  readonly hosts: MovedSite['oldHosts']
  readonly listed: readonly string[]
  /** The addresses or paths besides those in `listed`. */
  readonly more?: readonly string[]
  readonly recorded: readonly BaselineItem[]
  readonly hasRobots?: boolean
}

export interface RecordOptions {
  readonly most: number
  readonly workers: number
}

export interface RecordDeps extends PageDeps {
  readonly signal: AbortSignal
  readonly progress: ReportProgress
  readonly write: (line: BaselineItem | BaselineRobots) => Promise<void>
}

export interface Recorded {
  readonly addresses: number
  /** The number of links that were not followed because of the limit. */
  readonly leftOut: number
}

export async function recordSite(
  { origin, hosts, listed, more = [], recorded, hasRobots = false }: RecordInput,
  { most, workers }: RecordOptions,
  deps: RecordDeps,
): Promise<Recorded> {
  const done = new Set(recorded.map(({ path }) => pathKey(path)))
  const allowed = new Set(hosts)
  const listedPaths = pathsOf(listed, { origin, hosts: allowed })
  const named = pathsOf(more, { origin, hosts: allowed })
  const register = createLinkRegister({ hosts: allowed, most, isKnown: key => done.has(key) })
  const starts = ['/', ...listedPaths.values(), ...named.values()]
  if (!hasRobots) await recordRobots(origin, allowed, deps)
  register.add({ url: `${origin}/`, base: undefined, links: starts.map(path => [path, 'page']) })
  for (const { path, links = [] } of recorded)
    register.add({ url: `${origin}${path}`, base: undefined, links })
  const keys = new Set(starts.map(pathKey))
  const isListed = (path: string) => listedPaths.has(pathKey(path))
  const isNamed = (path: string) => keys.has(pathKey(path))
  const visit = async (target: LinkTarget): Promise<void> => {
    const visited = await visitTarget(target, { origin, hosts: allowed, isListed: isNamed }, deps)
    register.add(visited.links)
    await deps.write(itemOf(visited, { hosts: allowed, isListed }))
    done.add(pathKey(target.path))
    const total = recorded.length + register.size()
    deps.progress({ what: 'recording', done: done.size, total, unit: 'paths' })
  }
  for (let open = register.take(); open.length > 0; open = register.take())
    await visitAll(open, visit, { workers, signal: deps.signal })
  return { addresses: done.size, leftOut: register.leftOut() }
}

async function recordRobots(
  origin: string,
  hosts: ReadonlySet<string>,
  { visit, write }: RecordDeps,
): Promise<void> {
  const robots = await visitRobots(origin, hosts, { visit })
  if (!robots.unreachable) await write({ robots: robots.text })
}

function pathsOf(
  addresses: readonly string[],
  { origin, hosts }: { origin: string; hosts: ReadonlySet<string> },
): Map<string, string> {
  const paths = new Map<string, string>()
  for (const address of addresses) {
    const path = URL.canParse(address, origin) ? ownPath(new URL(address, origin).href, { hosts }) : undefined
    if (path !== undefined && !paths.has(pathKey(path))) paths.set(pathKey(path), path)
  }
  return paths
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
    ...(own !== undefined && pathKey(own) !== pathKey(path) && { location: own }),
    ...(content && factsOf(content, url, options)),
    ...(strings.length > 0 && { strings }),
    ...(named.length > 0 && { links: named }),
  }
}

function factsOf(
  { facts, html, entries }: PageContent,
  url: string,
  options: ItemOptions,
): Partial<BaselineItem> {
  const noindex = noindexRobots(facts.robots)
  const [canonical] = facts.canonicals.map(({ href }) => resolveOnPage(href, { base: facts.base, url }))
  const path = canonical === undefined ? undefined : ownPath(canonical, options)
  const isOther = path !== undefined && pathKey(path) !== pathKey(ownPath(url, options) ?? '')
  return {
    ...(html && { html: true }),
    ...(noindex.length > 0 && { noindex }),
    ...(facts.refresh !== undefined && { refresh: true }),
    ...(facts.scriptRedirect !== undefined && { script: true }),
    ...(mixedContent(facts.insecure, url).length > 0 && { insecure: true }),
    ...(isOther && { canonical: path }),
    ...(entries !== undefined && { entries }),
    ...(facts.text && textOf(facts.text)),
  }
}

/** The number of letters outside the frame below which a page is sketched as a whole. */
const LEAST_CONTENT = 40

function textOf(text: PageText): Partial<BaselineItem> {
  const { title, description, visible, content } = text
  const [all, own] = [lettersOf(visible), lettersOf(content)]
  return {
    ...(title !== '' && { title }),
    ...(description !== '' && { description }),
    letters: [all, own],
    ...(all > 0 && { sketch: sketchText(sketchOf(own < LEAST_CONTENT ? visible : content)) }),
    ...(garbledPart(`${title}\n${visible}`) !== undefined && { garbled: true }),
    ...(notFoundPart(text) !== undefined && { notFound: true }),
  }
}

function ownPath(url: string, { hosts }: Pick<ItemOptions, 'hosts'>): string | undefined {
  const { hostname, pathname, search } = new URL(url)
  return hosts.has(hostKey(hostname)) ? `${pathname}${search}` : undefined
}

function linksOf({ url, base, links }: VisitedTarget['links'], { hosts }: ItemOptions) {
  const named = new Map<string, LinkTarget['kind']>()
  for (const [href, kind] of links) {
    const path = ownTarget(href, { url, base }, hosts)
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
