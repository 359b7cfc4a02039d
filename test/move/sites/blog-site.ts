/**
 * A blog, generated from the release notes of the package ts-morph: each release is a post; there are archives by year,
 * pages of ten posts, and a feed.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { marked } from 'marked'
import { type BuiltSite, escapeHtml, type PageParts, siteOf } from './layout.ts'

const LOG = join(import.meta.dirname, '../../../node_modules/ts-morph/CHANGELOG.md')
const POSTS_ON_PAGE = 10

interface Post {
  readonly path: string
  readonly title: string
  readonly date: string
  readonly html: string
}

function posts(): Post[] {
  const parts = readFileSync(LOG, 'utf8').split(/^(?=#{1,2} \[?\d+\.\d+\.\d+)/m)
  return parts.flatMap(text => {
    const [, version, date] = /^#{1,2} \[?(\d+\.\d+\.\d+).*\((\d{4}-\d\d-\d\d)\)/.exec(text) ?? []
    if (version === undefined || date === undefined) return []
    const path = `/${date.slice(0, 4)}/${date.slice(5, 7)}/release-${version.replaceAll('.', '-')}.html`
    return [{ path, title: `Release ${version}`, date, html: marked.parse(text, { async: false }) }]
  })
}

const listOf = (items: readonly Post[]) =>
  `<ul>${items.map(({ path, title, date }) => `<li>${date} <a href="${path}">${title}</a></li>`).join('')}</ul>`

function indexPages(all: readonly Post[]): PageParts[] {
  const count = Math.ceil(all.length / POSTS_ON_PAGE)
  const pathOf = (page: number) => (page === 0 ? '/' : `/page/${page + 1}/`)
  return Array.from({ length: count }, (_, page) => {
    const shown = all.slice(page * POSTS_ON_PAGE, (page + 1) * POSTS_ON_PAGE)
    const older = page + 1 < count ? `<a rel="next" href="${pathOf(page + 1)}">older</a>` : ''
    return { path: pathOf(page), title: `All releases, page ${page + 1}`, html: `${listOf(shown)}${older}` }
  })
}

function yearPages(all: readonly Post[]): PageParts[] {
  const years = Map.groupBy(all, ({ date }) => date.slice(0, 4))
  return [...years].map(([year, list]) => ({ path: `/${year}/`, title: year, html: listOf(list) }))
}

function feedOf(all: readonly Post[], origin: string): string {
  const entries = all
    .slice(0, POSTS_ON_PAGE)
    .map(
      ({ path, title, date }) =>
        `<entry><title>${escapeHtml(title)}</title><id>${origin}${path}</id><updated>${date}T00:00:00Z</updated></entry>`,
    )
  return `<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom"><id>${origin}/</id>${entries.join('')}</feed>`
}

/** The whole site at `origin`. */
export function buildBlogSite(origin: string): BuiltSite {
  const all = posts()
  const years = yearPages(all)
  const built = siteOf([...indexPages(all), ...years, ...all], {
    origin,
    name: 'Releases',
    navigation: years,
    head: '<link rel="alternate" type="application/atom+xml" href="/feed.xml">',
  })
  return built.set('/feed.xml', { type: 'application/atom+xml', body: feedOf(all, origin) })
}
