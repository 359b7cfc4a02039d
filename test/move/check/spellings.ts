/** A Japanese weblog before and after its move, without sockets; each address is written as `spell` says. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Baseline } from '../../../lib/move/baseline/format.ts'
import { readBaseline } from '../../../lib/move/baseline/read.ts'
import { recordSite } from '../../../lib/move/baseline/record.ts'
import { checkMove } from '../../../lib/move/check.ts'
import { createDomainFinder } from '../../../lib/move/facts/old-domain-strings.ts'
import { readMove } from '../../../lib/move/moved-site.ts'
import type { MoveReport } from '../../../lib/move/report/move-report.ts'
import type { Visit, VisitPage } from '../../../lib/move/visit/visit.ts'

/** Writes an address of the site in one of its spellings; gets the address as RFC 3986 normalizes it. */
export type Spell = (address: string) => string

/** The pages of both sites, decoded; each names the others and its own translation. */
const PAGES = ['/', '/会社/', '/会社/en/', '/~tanaka/ランプ-1', '/検索?q=明かり']
const PARTNERS: Readonly<Record<string, string>> = { '/会社/': '/会社/en/', '/会社/en/': '/会社/' }

export interface Places {
  /** The old site's list and its links. */
  readonly old: Spell
  /** The new sitemap. */
  readonly sitemap: Spell
  /** What the pages of the new site say and link to. */
  readonly page: Spell
  /** The redirects. */
  readonly redirect: Spell
}

const site = readMove('old.example', 'new.example')
const address = (host: string, path: string) => `https://${host}${encodeURI(path)}`

function pageOf(host: string, path: string, spell: Spell): string {
  const partner = PARTNERS[path]
  const url = spell(address(host, path))
  const language = (of: string, code: string) =>
    `<link rel="alternate" hreflang="${code}" href="${spell(address(host, of))}">`
  const links = [...PAGES, '/style.css'].map(to => `<a href="${spell(address(host, to))}">${to}</a>`)
  return `<!doctype html><title>${path} の題名</title><link rel="canonical" href="${url}">
<meta property="og:url" content="${url}">${partner ? language(path, 'ja') + language(partner, 'en') : ''}
<p>${`${path}についての説明です。`.repeat(20)}</p>${links.join(' ')}`
}

function answer(url: string, status: number, type: string, body: string): Visit {
  const headers = { 'content-type': type }
  return { hop: { url, status }, headers, body: { bytes: new TextEncoder().encode(body), complete: true } }
}

function moved(url: string, location: string): Visit {
  return { hop: { url, status: 301, location: new URL(location).href }, headers: {}, body: undefined }
}

/** Answers for both hosts. Each host knows an address by its decoded form, as file servers do. */
function serve({ old, sitemap, page, redirect }: Places, missing: ReadonlySet<string>): VisitPage {
  return async url => {
    const { protocol, hostname, pathname, search } = new URL(url)
    const host = hostname.replace(/\.$/, '')
    const path = decodeURIComponent(`${pathname}${search}`)
    const own = path.replace('?kura-move-check=1', '')
    if (host === 'old.example' && !isMoved) {
      if (path === '/robots.txt') return answer(url, 200, 'text/plain', 'User-agent: *\nAllow: /')
      return PAGES.includes(path)
        ? answer(url, 200, 'text/html', pageOf(host, path, old))
        : answer(url, path === '/style.css' ? 200 : 404, 'text/css', '')
    }
    if (host !== 'new.example' || protocol === 'http:') {
      return moved(url, redirect(address('new.example', path)))
    }
    if (path === '/robots.txt') {
      const text = `User-agent: *\nAllow: /\nSitemap: ${sitemap('https://new.example/sitemap.xml')}`
      return answer(url, 200, 'text/plain', text)
    }
    if (path === '/sitemap.xml') {
      const listed = PAGES.filter(one => !missing.has(one)).map(one => sitemap(address(host, one)))
      const entries = listed.map(one => `<url><loc>${one}</loc></url>`).join('')
      return answer(url, 200, 'application/xml', `<urlset>${entries}</urlset>`)
    }
    if (path === '/style.css') return answer(url, 200, 'text/css', '')
    const slashed = own.endsWith('/') ? own.slice(0, -1) : `${own}/`
    if (PAGES.includes(slashed)) return moved(url, redirect(address(host, slashed)))
    return PAGES.includes(own) && !missing.has(own)
      ? answer(url, 200, 'text/html', pageOf(host, own, page))
      : answer(url, 404, 'text/plain', 'no such page')
  }
}

let isMoved = false

/** Records the old site as `places.old` writes it, moves it, and checks the move. */
export async function movedAs(places: Places, missing: ReadonlySet<string> = new Set()): Promise<MoveReport> {
  const visit = serve(places, missing)
  const signal = new AbortController().signal
  const listed = PAGES.map(path => places.old(address('old.example', path)))
  isMoved = false
  const baseline = await recorded(listed, visit, signal)
  isMoved = true
  return checkMove(
    { site, oldAddresses: listed, baseline },
    { everyForm: true },
    {
      visit,
      exists: async host => host !== 'www.old.example',
      now: () => 0,
      signal,
      unknownName: 'no-such-page',
    },
  )
}

async function recorded(listed: readonly string[], visit: VisitPage, signal: AbortSignal): Promise<Baseline> {
  const lines: object[] = [{ baseline: 1, domain: 'old.example', started: '2026-01-01T00:00:00Z' }]
  const { addresses } = await recordSite(
    { origin: 'https://old.example', hosts: site.oldHosts, listed, recorded: [] },
    { most: 100, workers: 1 },
    {
      visit,
      find: createDomainFinder({ domain: 'old.example', except: '' }),
      isNotFound: () => false,
      signal,
      progress: () => undefined,
      write: async line => void lines.push(line),
    },
  )
  const folder = await mkdtemp(join(tmpdir(), 'kura-spellings-'))
  try {
    const file = join(folder, 'baseline.jsonl')
    lines.push({ ended: '2026-01-01T00:00:00Z', addresses })
    await writeFile(file, lines.map(line => `${JSON.stringify(line)}\n`).join(''))
    return await readBaseline(file, 'baseline.jsonl')
  } finally {
    await rm(folder, { recursive: true })
  }
}
