/**
 * A process that serves a site after its move, so that the server does not slow down the client; with `before` as its
 * second argument, the same site at its old domain.
 */
import { html, page, redirect, servePages } from '../test/move/page/moved-pages.ts'
import { type Serve, serveHosts } from '../test/move/serve-hosts.ts'

const HOSTS = ['old.example', 'www.old.example', 'new.example', 'www.new.example']
const SECTIONS = 10
const TEXT = `<p>${'A lamp gives light. '.repeat(250)}</p>`

/** The paths of a site with `count` pages: a homepage, and pages in ten sections. */
export function sitePaths(count: number): string[] {
  const below = (number: number) => `/section-${number % SECTIONS}/page-${number}/`
  return ['/', ...Array.from({ length: count - 1 }, (_, number) => below(number))]
}

/** The homepage links to every page, as an index does; a page to its neighbours, a style, a script and pictures. */
function pageOf(path: string, paths: readonly string[]): string {
  const at = paths.indexOf(path)
  const links = path === '/' ? paths : paths.slice(Math.max(0, at - 10), at + 10)
  const list = links.map(link => `<li><a href="${link}">${link}</a></li>`).join('\n')
  const head = '<link rel="stylesheet" href="/site.css"><script src="/site.js" defer></script>'
  const own = `<h1>Lamp ${at}</h1><p>${`Lamp ${at} gives light ${at * 7}. `.repeat(40)}</p>`
  return page(path, { head, body: `<img src="/lamp.png" alt=""><ul>${list}</ul>${own}${TEXT}` })
}

const FILES: Readonly<Record<string, string>> = {
  '/site.css': 'text/css',
  '/site.js': 'text/javascript',
  '/lamp.png': 'image/png',
  '/card.png': 'image/png',
}

if (process.send) {
  const paths = sitePaths(Number(process.argv[2]))
  const bodies = new Map(paths.map(path => [path, pageOf(path, paths)]))
  const moved = servePages(paths, ({ scheme, host, path }) => {
    if (scheme === 'http' || host !== 'new.example') return undefined
    const type = FILES[path]
    if (type !== undefined) return { headers: { 'content-type': type }, body: `/* ${path} */` }
    const body = bodies.get(path.replace(/\?.*/, ''))
    return body === undefined ? undefined : html(body)
  })
  const before: Serve = ({ scheme, host, path, headers }) => {
    if (scheme === 'http' || host !== 'old.example') return redirect(308, `https://old.example${path}`)
    const served = moved({ scheme: 'https', host: 'new.example', path, headers })
    if (typeof served === 'string' || typeof served.body !== 'string') return served
    return { ...served, body: served.body.replaceAll('new.example', 'old.example') }
  }
  // linkinator cannot map a name to another address, so it visits the new site under any other name
  const served = await serveHosts(
    process.argv[3] === 'before'
      ? before
      : exchange => moved(HOSTS.includes(exchange.host) ? exchange : { ...exchange, host: 'new.example' }),
    { hosts: HOSTS, record: false },
  )
  process.send({ httpPort: served.httpPort, httpsPort: served.httpsPort })
  process.once('disconnect', () => process.exit())
}
