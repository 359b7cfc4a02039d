import type { Phrase } from '../../core/phrase.ts'
import type { FindOldStrings } from '../facts/old-domain-strings.ts'
import { hostsOf, type MovedSite } from '../moved-site.ts'
import type { Finding, PointNumber } from '../verdicts.ts'
import { hostKey, pathKey } from '../visit/address-key.ts'
import { follow, type Trail } from '../visit/follow.ts'
import type { Visit, VisitPage } from '../visit/visit.ts'
import { MOVE_VISIT } from '../visit/words.ts'
import { auditPage, type IsNotFound } from './audit-page.ts'
import type { PageBefore } from './before-move.ts'
import { missingPageFindings, type PageContent, pageFindings, sitemapUrlFindings } from './findings.ts'
import { type FormSamples, ruleOf } from './form-samples.ts'
import type { PageTask } from './list.ts'
import { redirectFindings } from './redirect-findings.ts'
import { urlVariants } from './url-variants.ts'

export interface CheckedPage {
  readonly path: string
  /** The findings by point. A point may occur more than once. */
  readonly points: readonly PointFindings[]
  /** The trails of the addresses, that of the new address first. */
  readonly trails: readonly Trail['hops'][]
  readonly trail: Trail
  /** The page; undefined if none answered, or one on another host, or one that is checked as a page of its own. */
  readonly content: { readonly url: string; readonly page: PageContent } | undefined
  /** The hosts of the addresses that a robots file kept from this check; the new host at most once. */
  readonly unseen: readonly string[]
}

export interface PageOptions {
  readonly site: MovedSite
  readonly mostHops: number
  readonly isTask: (path: string) => boolean
  readonly before: (path: string) => PageBefore | undefined
  readonly samples: FormSamples
  /** Returns the longer name, because a weblog may have cut the name of `path`. */
  readonly longerName: (path: string) => string | undefined
}

export interface PageDeps {
  readonly visit: VisitPage
  readonly find: FindOldStrings
  readonly isNotFound: IsNotFound
}

/** Checks a page; each address is requested once. */
export async function checkPage(task: PageTask, options: PageOptions, deps: PageDeps): Promise<CheckedPage> {
  const remembering = { ...deps, visit: withMemory(deps.visit) }
  const page = await checkNewAddress(task, options, remembering)
  const old = task.old ? await checkOldAddresses(task, options, remembering) : NOTHING
  const missing = task.old ? [{ point: 2 as const, findings: missingPage(task, page, options) }] : []
  const points = [...page.points, ...old.points, ...missing]
  const findings = points.flatMap(point => point.findings)
  return {
    path: task.path,
    points,
    trails: [page.trail.hops, ...old.trails],
    content: page.content,
    trail: page.trail,
    unseen: unseenHosts(page.trail, findings, options.site),
  }
}

function unseenHosts(
  { last: { hop } }: Trail,
  findings: readonly Finding[],
  { newHost }: MovedSite,
): string[] {
  const old = findings.flatMap(finding => robotsHost(finding) ?? []).filter(host => host !== newHost)
  return isAboutRobots(hop.trouble?.phrase) ? [newHost, ...old] : old
}

/** The host, if the finding says only that its robots file kept this check away. It is reported once for all pages. */
export function robotsHost({ url, phrase }: Pick<Finding, 'url' | 'phrase'>): string | undefined {
  if (isAboutRobots(phrase)) return hostKey(new URL(url).hostname)
  const { reason, href = url } = phrase.values
  const nested = typeof reason === 'object' && 'id' in reason ? reason : undefined
  return isAboutRobots(nested) ? hostKey(new URL(String(href)).hostname) : undefined
}

function isAboutRobots(reason: Pick<Phrase, 'id'> | undefined): boolean {
  return reason?.id === MOVE_VISIT.robotsForbid.id || reason?.id === MOVE_VISIT.robotsUnreadable.id
}

/** The findings about a point; without findings, the page passes it. */
export interface PointFindings {
  readonly point: PointNumber
  readonly findings: readonly Finding[]
}

type CheckedAddresses = Pick<CheckedPage, 'points' | 'trails'>

const NOTHING: CheckedAddresses = { points: [], trails: [] }

type NewAddress = Pick<CheckedPage, 'points' | 'content' | 'trail'>

/** Checks points 1 and 5. A page outside the new sitemap counts only if the new site answers with it. */
async function checkNewAddress(task: PageTask, options: PageOptions, deps: PageDeps): Promise<NewAddress> {
  const { site, before } = options
  const url = `https://${site.newHost}${task.listedAs ?? task.path}`
  const trail = await follow(url, { hosts: hostsOf(site), read: 'text' }, deps)
  const { hop } = trail.last
  const answered = trail.end === 'answered' && hop.status === 200
  const page = answered && isOwnPage(hop.url, task, options) ? auditPage(trail.last, deps) : undefined
  const points: PointFindings[] = []
  if (page || (task.listed && !answered)) {
    points.push({ point: 1, findings: pageFindings(trail, page, before(task.path)) })
  }
  if (task.listed) points.push({ point: 5, findings: sitemapUrlFindings(url, trail) })
  return { points, trail, content: page && { url: hop.url, page } }
}

/** The finding of point 2 of document 2's check for a page that is missing on the new site. */
function missingPage({ path, listed }: PageTask, { trail }: NewAddress, options: PageOptions): Finding[] {
  if (listed || trail.last.hop.status === 200) return []
  return missingPageFindings(`https://${options.site.newHost}${path}`, trail, longerAddress(path, options))
}

function longerAddress(path: string, { site, longerName }: PageOptions): string | undefined {
  const longer = longerName(path)
  return longer && `https://${site.newHost}${longer}`
}

/** Point 2 of document 2's check. The rule that answers the listed address decides the page's group of samples. */
async function checkOldAddresses(
  task: PageTask,
  options: PageOptions,
  { visit }: PageDeps,
): Promise<CheckedAddresses> {
  const { site, mostHops, samples } = options
  const about = {
    point: 2 as const,
    newHost: site.newHost,
    mostHops,
    longer: longerAddress(task.path, options),
  }
  const findings: Finding[] = []
  const trails: Trail['hops'][] = []
  const whole = samples.isSampled(task.path)
  let rule = ''
  for (const variant of urlVariants(task.path, site)) {
    if (rule !== '' && !samples.needs(variant, { path: task.path, rule })) continue
    const until = whole || variant.listed ? undefined : variant.target
    const following = { hosts: hostsOf(site), ...(until !== undefined && { until }) }
    const trail = await follow(variant.url, following, { visit })
    if (rule === '') {
      rule = ruleOf(trail.hops[0] ?? { url: variant.url }, variant.target)
      samples.needs(variant, { path: task.path, rule })
    }
    const found = redirectFindings(variant, trail, about)
    samples.note(variant, { path: task.path, rule }, found.length)
    trails.push(trail.hops)
    findings.push(...found)
  }
  return { points: [{ point: 2, findings }], trails }
}

/** Whether the address is on the new host, and is the page of this task or of no task. */
function isOwnPage(url: string, { path }: PageTask, { site, isTask }: PageOptions): boolean {
  const { hostname, pathname, search } = new URL(url)
  const reached = pathKey(`${pathname}${search}`)
  return hostKey(hostname) === site.newHost && (reached === pathKey(path) || !isTask(reached))
}

/** Remembers visits, because all forms of an address redirect to the same one. */
function withMemory(visit: VisitPage): VisitPage {
  const visits = new Map<string, Promise<Visit>>()
  return (url, options) => {
    const visited = visits.get(url) ?? visit(url, options)
    visits.set(url, visited)
    return visited
  }
}
