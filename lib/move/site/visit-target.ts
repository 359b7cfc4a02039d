import { parseFeed } from 'htmlparser2'
import { factsOfHeaders } from '../facts/page-facts.ts'
import { type LinkKind, linksOfScript, linksOfStyle } from '../facts/page-links.ts'
import { readPdf } from '../facts/pdf-text.ts'
import { scriptRedirect } from '../facts/script-redirect.ts'
import type { StringPlace } from '../facts/string-tally.ts'
import { auditPage } from '../page/audit-page.ts'
import type { PageDeps } from '../page/check-page.ts'
import { type FaultOfAnswer, faultOfAnswer, type PageContent } from '../page/findings.ts'
import { MOVE_PAGE } from '../page/words.ts'
import { type Said, say } from '../phrase.ts'
import { decodeText } from '../visit/decode-text.ts'
import { follow, type Trail } from '../visit/follow.ts'
import { isHtml } from '../visit/read-body.ts'
import type { Visit, VisitOptions } from '../visit/visit.ts'
import { MOVE_VISIT } from '../visit/words.ts'
import type { LinkSource, LinkTarget } from './link-register.ts'

export interface VisitedTarget {
  readonly target: LinkTarget
  readonly trail: Trail
  /** The address where redirects ended. */
  readonly url: string
  /** The content; undefined if the target does not answer 200 or is not read. */
  readonly content: PageContent | undefined
  readonly links: LinkSource
  /** The reason why the link is dead or unknown. */
  readonly fault: FaultOfAnswer | undefined
  /** The reason why the answer is not the expected file. */
  readonly wrong: Said | undefined
}

export interface TargetOptions {
  /** Whether a list contains the page, which is then read whatever its query is. */
  readonly isListed?: (path: string) => boolean
  /** The new site's origin: `https://new.example` */
  readonly origin: string
  readonly hosts: ReadonlySet<string>
}

type Links = [href: string, kind: LinkKind][]

interface Target {
  readonly content: PageContent
  readonly links: LinkSource['links']
}

export async function visitTarget(
  target: LinkTarget,
  { origin, hosts, isListed = () => false }: TargetOptions,
  deps: PageDeps,
): Promise<VisitedTarget> {
  const url = `${origin}${target.path}`
  const read = target.isRead || isListed(target.path)
  const trail = await request(url, { hosts, target, read }, deps)
  const { last, end } = trail
  const answered = end === 'answered' && last.hop.status === 200
  const wrong = answered ? wrongFile(target, last) : undefined
  const found = answered && read && !wrong ? readTarget(target.kind, last, deps) : undefined
  return {
    target,
    trail,
    url: last.hop.url,
    content: found?.content,
    links: { url: last.hop.url, base: found?.content.facts.base, links: found?.links ?? [] },
    fault: answered ? undefined : faultOf(trail),
    wrong,
  }
}

const PDF_LIMIT = 20_000_000

function isPdf(path: string): boolean {
  return /\.pdf(?:\?|$)/i.test(path)
}

/** Requests a target. Some hosts answer only a GET, so a GET follows any answer to a HEAD but a 200. */
async function request(
  url: string,
  { hosts, target, read }: { hosts: ReadonlySet<string>; target: LinkTarget; read: boolean },
  deps: PageDeps,
): Promise<Trail> {
  const reading: VisitOptions = isPdf(target.path) ? { read: 'anything', limit: PDF_LIMIT } : { read: 'text' }
  if (read) return follow(url, { hosts, ...reading }, deps)
  const head = await follow(url, { hosts, method: 'HEAD' }, deps)
  return head.end === 'answered' && head.last.hop.status === 200 ? head : follow(url, { hosts }, deps)
}

const PICTURE = /\.(?:png|jpe?g|gif|webp|avif|ico|woff2?|ttf|otf|eot|mp[34]|webm)$/i

/** Finds a page in place of a file, because some hosts answer any address of a file with a page. */
function wrongFile({ path, kind }: LinkTarget, { headers }: Visit): Said | undefined {
  const type = String(headers['content-type'] ?? '')
  const isPicture = PICTURE.test(path.split('?')[0] ?? '')
  const wanted =
    kind === 'style' || kind === 'script' ? MOVE_PAGE[kind] : isPicture ? MOVE_PAGE.picture : undefined
  if (wanted && isHtml(type)) return say(MOVE_PAGE.wrongType, { found: type, wanted: say(wanted).phrase })
  return isPicture && headers['content-length'] === '0' ? say(MOVE_PAGE.emptyFile) : undefined
}

/** Reads a target. In a file that is not a page, all occurrences of the old domain count under one place (`style`). */
function readTarget(kind: LinkKind, visit: Visit, deps: PageDeps): Target {
  if (isPdf(visit.hop.url)) return readPdfTarget(visit, deps)
  const content = auditPage(visit, deps)
  if (content.html) return { content, links: content.facts.links }
  const text = visit.body ? decodeText(visit.body.bytes, String(visit.headers['content-type'] ?? '')) : ''
  if (kind === 'style') {
    const links = linksOfStyle(text)
    const insecure = links.map(([href]) => href).filter(href => /^http:/i.test(href))
    return { content: inPlace(kind, { ...content, facts: { ...content.facts, insecure } }), links }
  }
  if (kind === 'script') {
    const facts = { ...content.facts, scriptRedirect: scriptRedirect(text, { isEmpty: false }) }
    return { content: inPlace(kind, { ...content, facts }), links: linksOfScript(text) }
  }
  return kind === 'data' ? { content: inPlace(kind, content), links: [] } : readFeed(text, content)
}

function inPlace(place: StringPlace, content: PageContent): PageContent {
  const strings = new Map(content.strings)
  const found = strings.get('text')
  strings.delete('text')
  return { ...content, strings: found ? strings.set(place, found) : strings }
}

/** Reads the links of RSS, RDF or Atom; any other text has no links. */
function readFeed(text: string, content: PageContent): Target {
  const feed = /<(?:rss|feed|rdf:RDF)[\s>]/.test(text.slice(0, 2000)) ? parseFeed(text) : null
  if (!feed) return { content, links: [] }
  const pages: Links = [feed.link, ...feed.items.map(({ link }) => link)].flatMap(link =>
    link ? [[link, 'page']] : [],
  )
  const media: Links = feed.items.flatMap(item =>
    item.media.flatMap(({ url }): Links => (url ? [[url, 'file']] : [])),
  )
  return { content: { ...content, entries: feed.items.length }, links: [...pages, ...media] }
}

function readPdfTarget({ hop, headers, body }: Visit, { find }: PageDeps): Target {
  const { links, titles } = body ? readPdf(body.bytes) : { links: [], titles: [] }
  const found = find([...links, ...titles].join('\n'))
  const content: PageContent = {
    facts: factsOfHeaders(headers),
    html: false,
    strings: new Map(found.length > 0 ? [['document', found]] : []),
    complete: body?.complete ?? true,
    showsNotFound: false,
  }
  const named = links.filter(link => /^https?:/i.test(link) && URL.canParse(link, hop.url))
  return { content, links: named.map((link): Links[number] => [link, 'page']) }
}

/**
 * Returns no fault below 400, for a 401 or 403 (the page exists), for a redirect out of the site, and for a visit that
 * robots.txt forbids.
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
