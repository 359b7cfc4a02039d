/** Everything about one page: its address on the new site, and every form of its old address. */

import type { FindOldStrings } from '../facts/old-domain-strings.ts'
import { hostsOf, type MovedSite } from '../moved-site.ts'
import { type Finding, type PointNumber, type Verdict, worst } from '../verdicts.ts'
import type { Ask } from '../visit/ask.ts'
import { follow, type Trail } from '../visit/follow.ts'
import type { Hop } from '../visit/hop.ts'
import type { Visit } from '../visit/visit.ts'
import { auditPage } from './audit-page.ts'
import { judgePage, judgeSitemapUrl, type PageContent } from './judge-page.ts'
import { judgeRedirect } from './judge-redirect.ts'
import type { PageTask } from './page-list.ts'
import { urlVariants } from './url-variants.ts'

/** What was seen of one page. */
export interface PageRecord {
  readonly path: string
  /** The worst of its findings. */
  readonly verdict: Verdict
  /** The verdict of each point that was asked about this page. */
  readonly points: Readonly<Partial<Record<PointNumber, Verdict>>>
  readonly findings: readonly Finding[]
  /** Every hop of every address that was followed, the new one first. */
  readonly trails: readonly (readonly Hop[])[]
}

export interface PageAudit {
  readonly record: PageRecord
  /** The content that was judged here; a page that another task judges has none. */
  readonly content: { readonly url: string; readonly page: PageContent } | undefined
}

export interface PageParts {
  readonly ask: Ask
  readonly site: MovedSite
  readonly find: FindOldStrings
  readonly mostHops: number
  /** A query to try on this page's old addresses. */
  readonly probeQuery?: string | undefined
  /** Whether the page at this path is looked at by itself. */
  readonly isTask: (path: string) => boolean
}

/** Looks at the new address and at every form of the old one; each address is asked once. */
export async function checkPage(task: PageTask, parts: PageParts): Promise<PageAudit> {
  const own = { ...parts, ask: remembering(parts.ask) }
  const page = await checkNewAddress(task, own)
  const old = task.old ? await checkOldAddresses(task, own) : NOTHING
  const judged = [...page.judged, ...old.judged]
  const findings = judged.flatMap(({ findings }) => findings)
  return {
    content: page.content,
    record: {
      path: task.path,
      verdict: verdictFor(findings),
      points: Object.fromEntries(judged.map(({ point, findings }) => [point, verdictFor(findings)])),
      findings,
      trails: [...page.trails, ...old.trails],
    },
  }
}

/** What was found about a page at one point; nothing found means that it passed. */
interface Judged {
  readonly point: PointNumber
  readonly findings: readonly Finding[]
}

interface Looked {
  readonly judged: readonly Judged[]
  readonly trails: PageRecord['trails']
}

const NOTHING: Looked = { judged: [], trails: [] }

/** Points 1 and 5. A page that only the old site had is none of the new one unless it answers. */
async function checkNewAddress(
  task: PageTask,
  parts: PageParts,
): Promise<Looked & Pick<PageAudit, 'content'>> {
  const url = `https://${parts.site.newHost}${task.path}`
  const trail = await follow(parts.ask, url, { hosts: hostsOf(parts.site), read: 'text' })
  const { hop } = trail.last
  const answered = trail.end === 'answered' && hop.status === 200
  const page = answered && isOwnPage(hop.url, task, parts) ? auditPage(trail.last, parts.find) : undefined
  const judged: Judged[] = []
  if (page || (task.listed && !answered)) judged.push({ point: 1, findings: judgePage(trail, page) })
  if (task.listed) judged.push({ point: 5, findings: judgeSitemapUrl(url, trail) })
  return { judged, trails: [trail.hops], content: page && { url: hop.url, page } }
}

/** Point 2. */
async function checkOldAddresses(
  task: PageTask,
  { ask, site, mostHops, probeQuery }: PageParts,
): Promise<Looked> {
  const findings: Finding[] = []
  const trails: Trail['hops'][] = []
  for (const variant of urlVariants(task.path, { ...site, probeQuery })) {
    const trail = await follow(ask, variant.url, { hosts: hostsOf(site) })
    trails.push(trail.hops)
    findings.push(...judgeRedirect(variant, trail, { point: 2, newHost: site.newHost, mostHops }))
  }
  return { judged: [{ point: 2, findings }], trails }
}

function verdictFor(findings: readonly Finding[]): Verdict {
  return worst(findings.map(({ verdict }) => verdict))
}

/** Whether the page where a trail ended is looked at here: it is this task's own, or no task's. */
function isOwnPage(url: string, { path }: PageTask, { site, isTask }: PageParts): boolean {
  const { hostname, pathname, search } = new URL(url)
  const there = `${pathname}${search}`
  return hostname === site.newHost && (there === path || !isTask(there))
}

/** Each address is asked once while one page is looked at: its forms end at the same place. */
function remembering(ask: Ask): Ask {
  const visits = new Map<string, Promise<Visit>>()
  return (url, options) => {
    const visit = visits.get(url) ?? ask(url, options)
    visits.set(url, visit)
    return visit
  }
}
