import { buildBlogSite } from './blog-site.ts'
import { buildDocsSite } from './docs-site.ts'
import { fileFaults, httpsFaults } from './file-faults.ts'
import { buildHelpSite } from './help-site.ts'
import { notFound, redirect } from './moved-site.ts'
import { edit, type FaultRow, inBody, inHead, on, replaceIn, type SiteCase, without } from './plant.ts'
import { robotsFaults, textFaults } from './reader-faults.ts'

export const SITES: readonly SiteCase[] = [
  {
    name: 'a documentation site',
    build: buildDocsSite,
    page: '/api/mockagent/',
    folder: '/api/',
    other: '/api/mockpool/',
  },
  { name: 'a blog', build: buildBlogSite, page: '/2021/', folder: '/2021/', other: '/2022/' },
  {
    name: 'a Japanese help site',
    build: buildHelpSite,
    page: '/daily/2.html',
    folder: '/care/',
    other: '/people/1.html',
  },
]

/** Every fault that can be planted in the site. */
export function faultsOf(site: SiteCase): FaultRow[] {
  return [
    ...addressFaults(site),
    ...robotsFaults(site),
    ...textFaults(site),
    ...httpsFaults(site),
    ...fileFaults(site),
  ]
}

function addressFaults({ page, folder }: SiteCase): FaultRow[] {
  const at = `https://new\\.example${page}`
  const inFolder = new RegExp(`^${folder}.`)
  return [
    {
      name: 'the old domain in a linked style',
      files: edit('/assets/site.css', text => `${text} a { background: url(https://old.example/a.png) }`),
      says: /^failed 1 https:\/\/new\.example\/assets\/site\.css holds the old domain once in style \(raw\): ".*url\(https:\/\/old\.example\/a\.png\)/,
      alone: true,
    },
    {
      name: 'the old domain in a style that a style imports, escaped',
      files: edit('/assets/print.css', () => 'a { background: url("https://old\\2e example/a.png") }'),
      says: /assets\/print\.css holds the old domain once in style \(escaped\)/,
      alone: true,
    },
    {
      name: 'the old domain in a linked script',
      files: edit('/assets/site.js', text => text.replaceAll('new.example', 'old.example')),
      says: /^failed 1 https:\/\/new\.example\/assets\/site\.js holds the old domain once in script \(escaped\)/,
      alone: true,
    },
    {
      name: 'the old domain as \\x2e in a script of the page',
      files: inHead(page, '<script>const home = "old\\x2eexample"</script>'),
      says: new RegExp(`^failed 1 ${at} holds the old domain once in script \\(escaped\\)`),
      alone: true,
    },
    {
      name: 'the old domain on a page that no list names',
      files: site => {
        site.set('/hidden/', { type: 'text/html', body: '<p>https://old.example/hidden/</p>' })
        inBody(page, '<a href="/hidden/">more</a>')(site)
      },
      says: /^failed 1 https:\/\/new\.example\/hidden\/ holds the old domain once in text \(raw\): "https:\/\/old\.example\/hidden\/"$/,
      alone: true,
    },
    {
      name: 'a page of the old sitemap that no new page answers for',
      files: site => {
        site.delete(page)
        const sitemap = site.get('/sitemap.xml')
        const body = sitemap?.body.replace(`<url><loc>https://new.example${page}</loc></url>`, '') ?? ''
        site.set('/sitemap.xml', { type: 'application/xml', body })
      },
      says: new RegExp(
        `^failed 2 ${at} was a page of the old site, and no new page answers for it: it answers 404`,
      ),
    },
    {
      name: 'unknown paths that answer 200',
      fault: ({ host }, usual) =>
        host === 'new.example' && usual.status === 404 ? { ...notFound(), status: 200 } : undefined,
      says: /^failed 1 https:\/\/new\.example\/no-such-page answers 200 although there is no such page .*, with "Not found There is no such page/,
    },
    {
      name: 'a page that shows what unknown paths show',
      fault: ({ host, path }, usual) =>
        host === 'new.example' && (usual.status === 404 || without(path) === page)
          ? { ...notFound(), status: 200 }
          : undefined,
      says: new RegExp(
        `^failed 1 ${at} shows the same as an address without a page .*: ".*There is no such page`,
      ),
    },
    {
      name: 'unknown paths that lead to the homepage',
      fault: ({ host }, usual) =>
        host === 'new.example' && usual.status === 404 ? redirect(302, 'https://new.example/') : undefined,
      says: /^failed 1 https:\/\/new\.example\/no-such-page is no page, but redirects to https:\/\/new\.example\//,
    },
    {
      name: 'an old host that answers whatever is asked',
      fault: ({ scheme, host, path }) =>
        scheme === 'https' && host === 'www.old.example' && path.includes('no-such')
          ? { body: 'parked' }
          : undefined,
      says: /^failed 2 https:\/\/www\.old\.example\/no-such-page answers 200 although .*, with "parked": the old host still answers/,
    },
    {
      name: 'og:url of another page',
      files: replaceIn(page, /(property="og:url" content="https:\/\/new\.example)[^"]*/, '$1/'),
      says: new RegExp(`^failed 1 ${at} names "https://new\\.example/" as og:url`),
      alone: true,
    },
    {
      name: 'twitter:url of another page',
      files: replaceIn(page, /(name="twitter:url" content="https:\/\/new\.example)[^"]*/, '$1/'),
      says: new RegExp(`^failed 1 ${at} names "https://new\\.example/" as twitter:url`),
      alone: true,
    },
    {
      name: 'a canonical link to another page',
      files: replaceIn(page, /(rel="canonical" href="https:\/\/new\.example)[^"]*/, '$1/'),
      says: new RegExp(`^failed 1 ${at} names "https://new\\.example/" as canonical`),
      alone: true,
    },
    {
      name: 'a dead link',
      files: inBody(page, '<a href="/gone/?from=here#top">gone</a>'),
      says: new RegExp(
        `^failed 1 https://new\\.example/gone/\\?from=here answers 404, expected 200; linked from ${at}$`,
      ),
      alone: true,
    },
    {
      name: 'a picture that is not there, on every page',
      files: site => {
        for (const path of site.keys()) inBody(path, '<img src="/assets/gone.png" alt="">')(site)
      },
      says: /^failed 1 https:\/\/new\.example\/assets\/gone\.png answers 404, expected 200; linked from .* and \d+ more pages$/,
      alone: true,
    },
    {
      name: 'a font of a style that is not there',
      files: edit('/assets/site.css', text => `${text} @font-face { src: url(gone.woff2) }`),
      says: /^failed 1 https:\/\/new\.example\/assets\/gone\.woff2 answers 404.*linked from https:\/\/new\.example\/assets\/site\.css$/,
      alone: true,
    },
    {
      name: 'noindex since the move',
      files: inHead(page, '<meta name="robots" content="noindex">'),
      says: new RegExp(
        `^failed 1 ${at} asks search engines not to index it \\(noindex\\), which it did not before`,
      ),
      alone: true,
    },
    {
      name: 'noindex in a header since the move',
      fault: ({ host, path }, usual) =>
        host === 'new.example' && path === page
          ? { ...usual, headers: { ...usual.headers, 'x-robots-tag': 'noindex' } }
          : undefined,
      says: new RegExp(
        `^failed 1 ${at} asks search engines not to index it \\(noindex\\), which it did not before`,
      ),
      alone: true,
    },
    {
      name: 'a refresh meta since the move',
      files: inHead(page, '<meta http-equiv="refresh" content="0; url=/">'),
      says: new RegExp(
        `^failed 1 ${at} redirects to "/" by a refresh meta, which it did not before the move`,
      ),
      alone: true,
    },
    {
      name: 'a query that is lost on one page',
      fault: on('https://old.example', new RegExp(`^${page}\\?`), path =>
        redirect(308, `https://new.example${without(path)}`),
      ),
      says: new RegExp(
        `^failed 2 https://old\\.example${page}\\?kura-move-check=1 redirects to ${at}: the query is not the same`,
      ),
    },
    {
      name: 'a query that is lost on all pages but the first',
      fault: on('https://old.example', /^\/.+\?/, path =>
        redirect(308, `https://new.example${without(path)}`),
      ),
      says: /^failed 2 https:\/\/old\.example\S+\?kura-move-check=1 .*the query is not the same/,
    },
    {
      name: 'a query that is lost over http, in one folder',
      fault: on('http://old.example', new RegExp(`^${folder}.*\\?`), path =>
        redirect(308, `https://old.example${without(path)}`),
      ),
      says: /^failed 2 http:\/\/old\.example\S+\?kura-move-check=1 .*the query is not the same/,
    },
    {
      name: 'the www name of one folder',
      fault: on('https://www.old.example', inFolder, () => ({ body: 'old' })),
      says: /^failed 2 https:\/\/www\.old\.example\S+ answers 200 and does not redirect to new\.example/,
    },
    {
      name: 'a temporary redirect of one page',
      fault: on('https://old.example', new RegExp(`^${page}$`), path =>
        redirect(302, `https://new.example${path}`),
      ),
      says: new RegExp(`^failed 2 https://old\\.example${page} answers 302`),
    },
    {
      name: 'the homepage for every page',
      fault: on('https://old.example', /^\/.+/, () => redirect(308, 'https://new.example/')),
      says: /^failed 2 https:\/\/old\.example\S+ redirects to https:\/\/new\.example\/: the path is not the same/,
    },
    {
      name: 'the old sitemap in robots.txt',
      files: edit('/robots.txt', text => text.replaceAll('new.example', 'old.example')),
      says: /^failed 4 https:\/\/new\.example\/robots\.txt names the sitemap "https:\/\/old\.example/,
    },
  ]
}

export const LANGUAGES: FaultRow[] = [
  {
    name: 'a language whose page is not there',
    files: replaceIn(
      '/ja/biome/',
      'hreflang="fr" href="https://new.example/fr/',
      'hreflang="fr" href="https://new.example/fr-fr/',
    ),
    says: /^failed 1 https:\/\/new\.example\/ja\/biome\/ names https:\/\/new\.example\/fr-fr\/biome\/ as its page in "fr" by hreflang, which answers 404/,
  },
  {
    name: 'a language that does not point back',
    files: replaceIn('/fr/biome/', /<link rel="alternate" hreflang="ja"[^>]*>/, ''),
    says: /^failed 1 https:\/\/new\.example\/ja\/biome\/ names https:\/\/new\.example\/fr\/biome\/ as its page in "fr" by hreflang, which does not name it back/,
    alone: true,
  },
]

export const BLOG: FaultRow[] = [
  {
    name: 'the old domain in the feed',
    files: edit('/feed.xml', text => text.replace('new.example', 'old.example')),
    says: /^failed 1 https:\/\/new\.example\/feed\.xml holds the old domain once in text/,
    alone: true,
  },
]
