import { existsSync, readFileSync, statSync } from 'node:fs'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import type { MoveReport } from '../../../lib/move/report/move-report.ts'
import { readSitemap } from '../../../lib/move/site/sitemap.ts'
import { checkServed, redirect } from '../page/moved-pages.ts'
import type { Served } from '../serve-hosts.ts'

const folderOf = (site: string) => fileURLToPath(new URL(`../../vectors/built/${site}`, import.meta.url))
const TYPES: Readonly<Record<string, string>> = { '.html': 'text/html; charset=utf-8', '.xml': 'text/xml' }

/** Answers as a host of files does: it decodes the path. */
function serveFile(site: string, path: string): Served {
  const decoded = decodeURIComponent(path.replace(/\?.*/, ''))
  const file = join(folderOf(site), decoded)
  const isFolder = existsSync(file) && statSync(file).isDirectory()
  if (isFolder && !decoded.endsWith('/')) return redirect(308, `https://new.example${encodeURI(decoded)}/`)
  const found = isFolder ? join(file, 'index.html') : file
  if (!existsSync(found)) return { status: 404, body: 'no such page' }
  return { headers: { 'content-type': TYPES[extname(found)] ?? 'text/plain' }, body: readFileSync(found) }
}

/** The addresses of the site as a weblog on the old host writes them: with escapes in lower case. */
function weblogAddresses(site: string): string[] {
  const files = ['sitemap.xml', 'ja/sitemap.xml', 'en/sitemap.xml'].map(file => join(folderOf(site), file))
  const maps = files.filter(existsSync).map(file => readSitemap(readFileSync(file)))
  return maps
    .filter(({ kind }) => kind === 'pages')
    .flatMap(({ locations }) => locations)
    .map(location =>
      location.replace('new.example', 'old.example').replace(/%../g, escaped => escaped.toLowerCase()),
    )
}

function checkBuilt(site: string, oldAddresses: readonly string[]): Promise<MoveReport> {
  return checkServed({
    input: { oldAddresses, oldListed: oldAddresses },
    change: ({ scheme, host, path }) =>
      scheme === 'https' && host === 'new.example' ? serveFile(site, path) : undefined,
  })
}

const faults = (report: MoveReport) =>
  [...report.findings, ...report.pages.worst.flatMap(({ findings }) => findings)].map(
    ({ point, url, message }) => `${point} ${url} ${message}`,
  )

const SITES = ['hugo-blog', 'hugo-pages', 'jekyll-blog', 'jekyll-pages']

test.each(SITES)('a weblog with small escapes moves to the site of %s, which writes capitals', async site => {
  const old = weblogAddresses(site)
  expect(old.filter(address => /%[a-f]/.test(address)).length).toBeGreaterThan(1)
  const report = await checkBuilt(site, old)
  expect(faults(report)).toEqual([])
  expect(report.verdict).toBe('passed')
  expect(report.pages.counts.checked).toBe(old.length)
  expect(report.notes).not.toContainEqual(
    expect.objectContaining({ message: expect.stringContaining('sitemap') }),
  )
})

test.each(['hugo-blog', 'jekyll-blog'])('%s has the page whose name WordPress has cut', async site => {
  const long = weblogAddresses(site).find(address => address.length > 250) ?? ''
  const [, name = ''] = /2024\/(.*)\/$/.exec(long) ?? []
  const cut = name.slice(0, 22 * 9)
  const old = weblogAddresses(site).map(address => address.replace(name, cut))
  const said = faults(await checkBuilt(site, old))
  const whole = long.replace('old.example', 'new.example').replace(/%../g, escaped => escaped.toUpperCase())
  const naming = said.filter(text => text.includes(`; ${whole} begins alike and is longer`))
  for (const fault of ['was a page of the old site', 'ends at https://new.example'])
    expect(naming).toContainEqual(expect.stringContaining(fault))
})
