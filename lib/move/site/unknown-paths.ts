/** Finds "soft 404": if a host answers 200 for an address without a page, missing pages look like existing ones. */
import { createHash } from 'node:crypto'
import { Parser } from 'htmlparser2'
import { hostsOf, type MovedSite } from '../moved-site.ts'
import type { IsNotFound } from '../page/audit-page.ts'
import type { PageTask } from '../page/list.ts'
import { MOVE_PAGE } from '../page/words.ts'
import { say } from '../phrase.ts'
import type { Finding } from '../verdicts.ts'
import { decodeText } from '../visit/decode-text.ts'
import { follow, type Trail } from '../visit/follow.ts'
import { isHtml } from '../visit/read-body.ts'
import type { Visit, VisitPage } from '../visit/visit.ts'
import type { SiteResult } from './check-site.ts'

const DEEPEST = 5

/** Requests one unknown path at each folder depth of `tasks`, on the new host and on the old ones. */
export async function checkUnknownPaths(
  tasks: readonly PageTask[],
  site: MovedSite,
  { visit, unknownName }: { readonly visit: VisitPage; readonly unknownName: string },
): Promise<{ readonly results: readonly SiteResult[]; readonly isNotFound: IsNotFound }> {
  const hosts = [site.newHost, ...site.oldHosts]
  const asked = foldersOf(tasks).flatMap(folder =>
    hosts.map(host => ({ host, url: `https://${host}${folder}${unknownName}` })),
  )
  const found = await Promise.all(
    asked.map(async ({ host, url }) => {
      const trail = await follow(url, { hosts: hostsOf(site), read: 'text' }, { visit })
      const isNew = host === site.newHost
      return { url, trail, isNew, findings: isNew ? newFindings(url, trail) : oldFindings(url, trail) }
    }),
  )
  const faulty = found.filter(({ findings }) => findings.length > 0)
  const digests = new Set(faulty.filter(({ isNew }) => isNew).map(({ trail }) => digestOf(trail)))
  const results = faulty.map(({ url, findings, trail }) => ({ url, findings, hops: trail.hops }))
  const isNotFound: IsNotFound = (url, html) =>
    digests.size > 0 && new URL(url).pathname !== '/' && digests.has(digestText(html, url))
  return { results, isNotFound }
}

/** Returns one folder of each depth up to `DEEPEST`, beginning with `/`. */
export function foldersOf(tasks: readonly PageTask[]): string[] {
  const folders = new Map<number, string>([[0, '/']])
  for (const { path } of tasks) {
    const folder = path.replace(/\?.*$/s, '').replace(/[^/]*$/, '')
    const depth = folder.split('/').length - 2
    if (depth <= DEEPEST && !folders.has(depth)) folders.set(depth, folder)
  }
  return [...folders].sort(([a], [b]) => a - b).map(([, folder]) => folder)
}

function newFindings(url: string, trail: Trail): Finding[] {
  const { hops, end, last } = trail
  if (end !== 'answered' || last.hop.status !== 200) return []
  const said =
    hops.length === 1
      ? say(MOVE_PAGE.softNotFound, { found: beginningOf(last) })
      : say(MOVE_PAGE.softNotFoundRedirect, { href: last.hop.url })
  return [{ point: 1, url, verdict: 'failed', ...said }]
}

/** The finding that an old host answers 200 for the unknown path itself. */
function oldFindings(url: string, { hops, last }: Trail): Finding[] {
  const [first] = hops
  if (first?.status !== 200) return []
  const said = say(MOVE_PAGE.oldAnswersAnything, { found: beginningOf(last) })
  return [{ point: 2, url, verdict: 'failed', ...said }]
}

const SHOWN = 60

function beginningOf({ headers, body }: Visit): string {
  const type = String(headers['content-type'] ?? '')
  const text = body ? decodeText(body.bytes, type) : ''
  return (isHtml(type) ? htmlText(text) : text).slice(0, SHOWN)
}

function digestOf({ last: { hop, headers, body } }: Trail): string {
  const type = String(headers['content-type'] ?? '')
  return isHtml(type) && body ? digestText(decodeText(body.bytes, type), hop.url) : ''
}

/** Digests the text without the page's own address. */
function digestText(html: string, url: string): string {
  const { href, pathname } = new URL(url)
  let text = htmlText(html).replaceAll(href, '')
  if (pathname !== '/') text = text.replaceAll(pathname, '').replaceAll(pathname.slice(1), '')
  const name = pathname.split('/').filter(Boolean).at(-1)
  if (name !== undefined) text = text.replaceAll(name, '')
  return createHash('sha256').update(text).digest('base64')
}

const UNREAD = new Set(['script', 'style', 'template', 'noscript'])

function htmlText(html: string): string {
  const pieces: string[] = []
  let unread = 0
  const parser = new Parser(
    {
      onopentag: name => {
        if (UNREAD.has(name)) unread += 1
      },
      onclosetag: name => {
        if (UNREAD.has(name)) unread -= 1
      },
      ontext: text => {
        if (unread === 0) pieces.push(text)
      },
    },
    { decodeEntities: true },
  )
  parser.end(html)
  return pieces.join(' ').replace(/\s+/g, ' ').trim()
}
