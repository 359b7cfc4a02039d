/** Everything about one page: its address on the new site, and every form of its old address. */
import type { Ask } from './ask.ts'
import { auditPage } from './audit-page.ts'
import { follow, type Trail } from './follow.ts'
import type { Hop } from './hop.ts'
import { judgePage, judgeSitemapUrl, type PageContent } from './judge-page.ts'
import { judgeRedirect } from './judge-redirect.ts'
import { hostsOf, type MovedSite } from './moved-site.ts'
import type { FindOldStrings } from './old-domain-strings.ts'
import type { PageTask } from './page-list.ts'
import { urlVariants } from './url-variants.ts'
import { type Finding, type PointNumber, type Verdict, worst } from './verdicts.ts'
import type { Visit } from './visit.ts'

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

export async function checkPage(task: PageTask, parts: PageParts): Promise<PageAudit> {
  const ask = remembering(parts.ask)
  const hosts = hostsOf(parts.site)
  const url = `https://${parts.site.newHost}${task.path}`
  const trail = await follow(ask, url, { hosts, read: 'text' })
  const content = answeredHere(trail, task, parts) ? auditPage(trail.last, parts.find) : undefined
  const findings = [...(task.listed ? judgeSitemapUrl(url, trail) : [])]
  if (task.listed || content) findings.push(...judgePage(trail, content))
  const trails = [trail.hops]
  for (const variant of task.old
    ? urlVariants(task.path, { ...parts.site, probeQuery: parts.probeQuery })
    : []) {
    const old = await follow(ask, variant.url, { hosts })
    trails.push(old.hops)
    findings.push(
      ...judgeRedirect(variant, old, { point: 2, newHost: parts.site.newHost, mostHops: parts.mostHops }),
    )
  }
  const points: PointNumber[] = [
    ...(task.listed || content ? [1 as const] : []),
    ...(task.old ? [2 as const] : []),
    ...(task.listed ? [5 as const] : []),
  ]
  return {
    content: content && { url: trail.last.hop.url, page: content },
    record: {
      path: task.path,
      verdict: worst(findings.map(({ verdict }) => verdict)),
      points: Object.fromEntries(points.map(point => [point, verdictAt(findings, point)])),
      findings,
      trails,
    },
  }
}

/** A final 200 is judged with this page, unless it is another task's own address. */
function answeredHere({ hops, end }: Trail, { path }: PageTask, { site, isTask }: PageParts): boolean {
  const last = hops.at(-1)
  if (end !== 'answered' || last?.status !== 200) return false
  const final = new URL(last.url)
  const there = `${final.pathname}${final.search}`
  return final.hostname === site.newHost && (there === path || !isTask(there))
}

function verdictAt(findings: readonly Finding[], wanted: PointNumber): Verdict {
  return worst(findings.filter(({ point }) => point === wanted).map(({ verdict }) => verdict))
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
