/** A process of its own that serves a moved site, so that serving costs the client no time. */
import { html, page, servePages } from '../test/move/page/moved-pages.ts'
import { serveHosts } from '../test/move/serve-hosts.ts'

/** How many pages the site has. */
export const PAGES = 1000

/** The site's paths; the homepage links to every other page. */
export function sitePaths(): string[] {
  return ['/', ...Array.from({ length: PAGES - 1 }, (_, number) => `/p/${number}.html`)]
}

function pageOf(path: string): string {
  const paths = sitePaths()
  const links = path === '/' ? paths : paths.slice(0, 10)
  const list = links.map(link => `<li><a href="${link}">${link}</a></li>`).join('\n')
  return page(path, { body: `<ul>${list}</ul><p>${'A lamp gives light. '.repeat(300)}</p>` })
}

if (process.send) {
  const paths = new Set(sitePaths())
  const bodies = new Map([...paths].map(path => [path, pageOf(path)]))
  const moved = servePages([...paths], ({ host, path }) => {
    const body = bodies.get(path)
    return host === 'new.example' && body !== undefined ? html(body) : undefined
  })
  const hosts = ['old.example', 'www.old.example', 'new.example', 'www.new.example']
  // linkinator cannot connect elsewhere for a name: under any other name, the site is the new one
  const served = await serveHosts(
    exchange => moved(hosts.includes(exchange.host) ? exchange : { ...exchange, host: 'new.example' }),
    { hosts, record: false },
  )
  process.send({ httpPort: served.httpPort, httpsPort: served.httpsPort })
  process.once('disconnect', () => process.exit())
}
