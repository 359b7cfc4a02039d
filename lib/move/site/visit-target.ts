/** Visits the targets of a page's links: pages, styles and scripts are read, other files only have to exist. */
import { type LinkKind, linksOfStyle } from '../facts/page-links.ts'
import { auditPage } from '../page/audit-page.ts'
import type { PageDeps } from '../page/check-page.ts'
import { type FaultOfAnswer, faultOfAnswer, type PageContent } from '../page/findings.ts'
import { MOVE_PAGE } from '../page/words.ts'
import { say } from '../phrase.ts'
import { follow, type Trail } from '../visit/follow.ts'
import { decodeText } from '../visit/read-body.ts'
import { MOVE_VISIT } from '../visit/words.ts'
import type { LinkSource, LinkTarget } from './link-register.ts'

export interface VisitedTarget {
  readonly target: LinkTarget
  readonly trail: Trail
  /** The address at which the target was found. */
  readonly url: string
  /** The content; undefined if the target does not answer 200 or is not read. */
  readonly content: PageContent | undefined
  /** The links that the target itself contains. */
  readonly links: LinkSource
  /** Why the link to the target is dead or unknown; undefined if the target answers. */
  readonly fault: FaultOfAnswer | undefined
}

/** Matches the names of binary files, which are not read whatever kind of link names them. */
const BINARY =
  /\.(?:pdf|zip|gz|png|jpe?g|gif|webp|avif|ico|mp[34]|m4[av]|webm|mov|docx?|xlsx?|pptx?|woff2?|ttf|otf|eot)$/i

export interface TargetOptions {
  /**
   * Whether a list contains the page. Only then is a page with a query read, because a site may have any number of
   * queries (a calendar, for example).
   */
  readonly isListed?: (path: string) => boolean
  /** `https://new.example` */
  readonly origin: string
  readonly hosts: ReadonlySet<string>
}

export async function visitTarget(
  target: LinkTarget,
  { origin, hosts, isListed = () => false }: TargetOptions,
  deps: PageDeps,
): Promise<VisitedTarget> {
  const url = `${origin}${target.path}`
  const read = isRead(target) || isListed(target.path)
  const trail = await request(url, { hosts, read }, deps)
  const { last, end } = trail
  const answered = end === 'answered' && last.hop.status === 200
  const content = answered && read ? auditTarget(target.kind, trail, deps) : undefined
  return {
    target,
    trail,
    url: last.hop.url,
    content,
    links: { url: last.hop.url, base: content?.facts.base, links: linksOf(target.kind, trail, content) },
    fault: answered ? undefined : faultOf(trail),
  }
}

function isRead({ kind, path }: LinkTarget): boolean {
  if (kind === 'page') return !path.includes('?') && !BINARY.test(path)
  return kind !== 'file'
}

/** Requests a file by HEAD. Some hosts answer only a GET, so a refusal is confirmed by a GET. */
async function request(
  url: string,
  { hosts, read }: { hosts: ReadonlySet<string>; read: boolean },
  deps: PageDeps,
): Promise<Trail> {
  if (read) return follow(url, { hosts, read: 'text' }, deps)
  const head = await follow(url, { hosts, method: 'HEAD' }, deps)
  return head.end === 'answered' && head.last.hop.status === 200 ? head : follow(url, { hosts }, deps)
}

/**
 * Reads a target. In a script or a style all occurrences count as one place. What an unlisted page says about its own
 * address is not checked.
 */
function auditTarget(kind: LinkKind, { last }: Trail, deps: PageDeps): PageContent {
  const content = auditPage(last, deps)
  if (content.html || (kind !== 'script' && kind !== 'style')) return content
  const found = content.strings.get('text')
  if (!found) return content
  const strings = new Map(content.strings)
  strings.delete('text')
  return { ...content, strings: strings.set(kind, found) }
}

function linksOf(kind: LinkKind, { last }: Trail, content: PageContent | undefined): LinkSource['links'] {
  if (!content) return []
  if (content.html) return content.facts.links
  if (kind !== 'style' || !last.body) return []
  return linksOfStyle(decodeText(last.body.bytes, String(last.headers['content-type'] ?? '')))
}

/**
 * Returns the fault of a link's target. A 401 or a 403 shows that the page exists. If robots.txt forbids the check to
 * visit the page, the link has no fault.
 */
function faultOf({ hops, end }: Trail): FaultOfAnswer | undefined {
  const last = hops.at(-1)
  if (end === 'left') return undefined
  if (end !== 'answered' && end !== 'silent') {
    return { verdict: 'failed', ...say(MOVE_PAGE.redirectsWithoutPage, { href: last?.location ?? '' }) }
  }
  if (last?.trouble?.phrase.id === MOVE_VISIT.robotsForbid.id) return undefined
  const status = last?.status
  if (status !== undefined && (status < 400 || status === 401 || status === 403)) return undefined
  return faultOfAnswer(last)
}
