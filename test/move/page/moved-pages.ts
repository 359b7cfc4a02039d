/** A small site that moved from old.example to new.example as document 2 requires; tests break one part of it. */
import { type CheckInput, checkMove } from '../../../lib/move/check.ts'
import type { CheckDeps, CheckOptions } from '../../../lib/move/check-state.ts'
import { hostsOf, readMove } from '../../../lib/move/moved-site.ts'
import type { MoveReport } from '../../../lib/move/report/move-report.ts'
import { type NetworkOptions, openNetwork } from '../../../lib/move/visit/open-network.ts'
import {
  CERTIFICATE,
  type Exchange,
  type Serve,
  type Served,
  type ServedHosts,
  serveHosts,
} from '../serve-hosts.ts'

export const HOSTS = ['old.example', 'www.old.example', 'new.example', 'www.new.example']
export const PAGES = ['/', '/about/', '/news/2024', '/manual.html', '/search?q=lamp', '/%E6%97%A5%E6%9C%AC']

/** Answers an exchange in place of the site; undefined leaves the usual answer. */
export type Change = (exchange: Exchange, usual: Served) => ReturnType<Serve> | undefined

/** The whole site; `change` breaks it. */
export function servePages(pages: readonly string[] = PAGES, change: Change = () => undefined): Serve {
  const known = new Set(pages)
  return exchange => {
    const usual = usualAnswer(exchange, known)
    return change(exchange, usual) ?? usual
  }
}

function usualAnswer({ scheme, host, path }: Exchange, pages: ReadonlySet<string>): Served {
  if (scheme === 'http') return redirect(308, `https://${host}${path}`)
  if (host === 'www.new.example') return redirect(301, `https://new.example${path}`)
  if (host !== 'new.example') return redirect(301, `https://new.example${path}`)
  if (path === '/robots.txt')
    return text('User-agent: *\nAllow: /\nSitemap: https://new.example/sitemap.xml\n')
  if (path === '/sitemap.xml') return xml(sitemapOf([...pages].map(page => `https://new.example${page}`)))
  if (path === '/card.png') return { headers: { 'content-type': 'image/png' }, body: 'a picture' }
  if (pages.has(path)) return html(page(path))
  const other = path.replace(/(\/?)(\?.*|$)/, (_, slash, query) => `${slash ? '' : '/'}${query}`)
  if (pages.has(other)) return redirect(308, `https://new.example${other}`)
  const bare = path.replace(/\?.*/, '')
  return pages.has(bare) || path.startsWith('/search')
    ? html(page(bare))
    : { status: 404, body: 'no such page' }
}

export function page(path: string, { head = '', body = '' }: { head?: string; body?: string } = {}): string {
  const url = `https://new.example${path}`
  return `<!doctype html><html lang="en"><head><title>Lamps</title>
<link rel="canonical" href="${url}">
<link rel="alternate" hreflang="en" href="${url}">
<meta property="og:url" content="${url}"><meta name="twitter:image" content="https://new.example/card.png">
<script type="application/ld+json">{"@context":"https:\\/\\/schema.org","@id":"https:\\/\\/new.example\\/"}</script>
${head}</head><body><a href="/">Home</a>${body}</body></html>`
}

export function redirect(status: number, location: string): Served {
  return { status, headers: { location } }
}

export function html(body: string, headers: Served['headers'] = {}): Served {
  return { headers: { 'content-type': 'text/html; charset=utf-8', ...headers }, body }
}

export function xml(body: string | Uint8Array): Served {
  return { headers: { 'content-type': 'application/xml' }, body }
}

export function text(body: string): Served {
  return { headers: { 'content-type': 'text/plain' }, body }
}

export function sitemapOf(urls: readonly string[]): string {
  const entries = urls.map(url => `<url><loc>${url.replaceAll('&', '&amp;')}</loc></url>`).join('\n')
  return `<?xml version="1.0"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries}</urlset>`
}

export interface MoveCase {
  readonly pages?: readonly string[]
  readonly change?: Change
  readonly hosts?: readonly string[]
  readonly input?: Partial<CheckInput>
  readonly options?: CheckOptions
  readonly network?: NetworkOptions
  readonly deps?: Partial<CheckDeps>
  readonly record?: boolean
}

/** Serves the move and checks it over real sockets; the rate is not limited unless given. */
export async function checkServed(given: MoveCase = {}): Promise<MoveReport> {
  const { report, hosts } = await checkedMove(given)
  await hosts[Symbol.asyncDispose]()
  return report
}

/** Checks a move, and leaves the servers open, so that a test can read their requests. */
export async function checkedMove(given: MoveCase = {}): Promise<{ report: MoveReport; hosts: ServedHosts }> {
  const { pages = PAGES, hosts: names = HOSTS, record = true } = given
  const hosts = await serveHosts(servePages(pages, given.change), { hosts: names, record })
  const site = readMove('old.example', 'new.example')
  const signal = given.deps?.signal ?? new AbortController().signal
  const clock = { now: Date.parse('2026-01-01T00:00:00Z') }
  const network = openNetwork(
    hostsOf(site),
    {
      allowPrivate: true,
      rate: Number.POSITIVE_INFINITY,
      resolve: hosts.resolve,
      ca: CERTIFICATE,
      ...given.network,
    },
    {
      now: () => clock.now,
      clock: () => clock.now,
      sleep: async milliseconds => {
        signal.throwIfAborted()
        clock.now += milliseconds
      },
      signal,
    },
  )
  const oldAddresses = pages.map(path => `https://old.example${path}`)
  try {
    const report = await checkMove({ site, oldAddresses, ...given.input }, given.options ?? {}, {
      ...network,
      now: () => clock.now,
      signal,
      unknownName: 'no-such-page',
      ...given.deps,
    })
    return { report, hosts }
  } catch (error) {
    await hosts[Symbol.asyncDispose]()
    throw error
  } finally {
    await network.close()
  }
}
