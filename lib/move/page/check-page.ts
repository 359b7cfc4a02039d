/** Checks one page: its address on the new site, and every form of its old address. */
import type { FindOldStrings } from '../facts/old-domain-strings.ts'
import { hostsOf, type MovedSite } from '../moved-site.ts'
import { type Finding, type PointNumber, type Verdict, worst } from '../verdicts.ts'
import { follow, type Trail } from '../visit/follow.ts'
import type { Hop } from '../visit/hop.ts'
import type { Visit, VisitPage } from '../visit/visit.ts'
import { auditPage } from './audit-page.ts'
import { type PageContent, pageFindings, sitemapUrlFindings } from './findings.ts'
import type { PageTask } from './list.ts'
import { redirectFindings } from './redirect-findings.ts'
import { urlVariants } from './url-variants.ts'

/** What was found about one page. */
export interface PageRecord {
  readonly path: string
  /** The worst of its findings. */
  readonly verdict: Verdict
  /** The verdict of each point that applies to this page. */
  readonly points: Readonly<Partial<Record<PointNumber, Verdict>>>
  readonly findings: readonly Finding[]
  /** Every hop of every address that was followed, the new one first. */
  readonly trails: readonly (readonly Hop[])[]
}

export interface CheckedPage {
  readonly record: PageRecord
  /** The content that was checked; undefined if it belongs to another task. */
  readonly content: { readonly url: string; readonly page: PageContent } | undefined
}

export interface PageOptions {
  readonly site: MovedSite
  readonly mostHops: number
  /** A query to try on this page's old addresses. */
  readonly probeQuery?: string | undefined
  /** Whether the page at this path has a task of its own. */
  readonly isTask: (path: string) => boolean
}

export interface PageDeps {
  readonly visit: VisitPage
  readonly find: FindOldStrings
}

/** Checks the new address and every form of the old one; each address is requested once. */
export async function checkPage(
  task: PageTask,
  options: PageOptions,
  { visit, find }: PageDeps,
): Promise<CheckedPage> {
  const deps = { visit: withMemory(visit), find }
  const page = await checkNewAddress(task, options, deps)
  const old = task.old ? await checkOldAddresses(task, options, deps) : NOTHING
  const points = [...page.points, ...old.points]
  const findings = points.flatMap(({ findings }) => findings)
  return {
    content: page.content,
    record: {
      path: task.path,
      verdict: verdictFor(findings),
      points: Object.fromEntries(points.map(({ point, findings }) => [point, verdictFor(findings)])),
      findings,
      trails: [...page.trails, ...old.trails],
    },
  }
}

/** The findings of one point about a page; none means that it passed. */
interface PointFindings {
  readonly point: PointNumber
  readonly findings: readonly Finding[]
}

interface CheckedAddresses {
  readonly points: readonly PointFindings[]
  readonly trails: PageRecord['trails']
}

const NOTHING: CheckedAddresses = { points: [], trails: [] }

/** Points 1 and 5. A page that only the old site had counts as a page of the new one only if it answers there. */
async function checkNewAddress(
  task: PageTask,
  options: PageOptions,
  { visit, find }: PageDeps,
): Promise<CheckedAddresses & Pick<CheckedPage, 'content'>> {
  const { site } = options
  const url = `https://${site.newHost}${task.path}`
  const trail = await follow(url, { hosts: hostsOf(site), read: 'text' }, { visit })
  const { hop } = trail.last
  const answered = trail.end === 'answered' && hop.status === 200
  const page = answered && isOwnPage(hop.url, task, options) ? auditPage(trail.last, find) : undefined
  const points: PointFindings[] = []
  if (page || (task.listed && !answered)) points.push({ point: 1, findings: pageFindings(trail, page) })
  if (task.listed) points.push({ point: 5, findings: sitemapUrlFindings(url, trail) })
  return { points, trails: [trail.hops], content: page && { url: hop.url, page } }
}

/** Point 2. */
async function checkOldAddresses(
  task: PageTask,
  { site, mostHops, probeQuery }: PageOptions,
  { visit }: PageDeps,
): Promise<CheckedAddresses> {
  const findings: Finding[] = []
  const trails: Trail['hops'][] = []
  for (const variant of urlVariants(task.path, { ...site, probeQuery })) {
    const trail = await follow(variant.url, { hosts: hostsOf(site) }, { visit })
    trails.push(trail.hops)
    findings.push(...redirectFindings(variant, trail, { point: 2, newHost: site.newHost, mostHops }))
  }
  return { points: [{ point: 2, findings }], trails }
}

function verdictFor(findings: readonly Finding[]): Verdict {
  return worst(findings.map(({ verdict }) => verdict))
}

/** Whether the page at the end of a trail is checked here: it is this task's own, or no task's. */
function isOwnPage(url: string, { path }: PageTask, { site, isTask }: PageOptions): boolean {
  const { hostname, pathname, search } = new URL(url)
  const reached = `${pathname}${search}`
  return hostname === site.newHost && (reached === path || !isTask(reached))
}

/** Visits each address once while one page is checked: its forms end at the same place. */
function withMemory(visit: VisitPage): VisitPage {
  const visits = new Map<string, Promise<Visit>>()
  return (url, options) => {
    const visited = visits.get(url) ?? visit(url, options)
    visits.set(url, visited)
    return visited
  }
}
