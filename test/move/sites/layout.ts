/**
 * The frame of a generated site: head, navigation, sitemap, robots file, styles, scripts, pictures, data, a feed, a
 * PDF, and lists of its pages behind queries.
 */

export interface SiteFile {
  readonly type: string
  readonly body: string
}

/** Files by path; a page is HTML. */
export type BuiltSite = Map<string, SiteFile>

export interface PageParts {
  readonly path: string
  readonly title: string
  readonly html: string
  readonly language?: string
  /** Paths by language, the page itself included. */
  readonly alternates?: Readonly<Record<string, string>>
}

export interface SiteParts {
  /** `https://old.example` */
  readonly origin: string
  readonly name: string
  readonly navigation: readonly { readonly path: string; readonly title: string }[]
  /** Further elements in the head of every page. */
  readonly head?: string
  /** Whether the frame consists of `div` alone, as on many sites. */
  readonly isPlain?: boolean
}

const ON_LIST = 20

export function siteOf(pages: readonly PageParts[], site: SiteParts): BuiltSite {
  const built: BuiltSite = new Map()
  for (const page of [...pages, ...listsOf(pages)])
    built.set(page.path, { type: 'text/html; charset=utf-8', body: pageHtml(page, site) })
  const entries = pages.map(({ path }) => `<url><loc>${site.origin}${path}</loc></url>`).join('\n')
  const urlset = `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries}</urlset>`
  built.set('/sitemap.xml', { type: 'application/xml', body: `<?xml version="1.0"?>\n${urlset}` })
  const robots = `User-agent: *\nDisallow: /private/\nSitemap: ${site.origin}/sitemap.xml\n`
  built.set('/robots.txt', { type: 'text/plain', body: robots })
  const style = `body { font: 1rem sans-serif; background: url("logo.svg") } @import "print.css";`
  built.set('/assets/site.css', { type: 'text/css', body: style })
  built.set('/assets/print.css', { type: 'text/css', body: 'nav { display: none }' })
  const script = `const home = "${site.origin.replaceAll('/', '\\/')}";\ndocument.body.dataset.home = home
fetch("/data/news.json").then(answer => answer.json()).then(news => { document.body.dataset.news = news.length })`
  built.set('/assets/site.js', { type: 'text/javascript', body: script })
  const logo = '<svg xmlns="http://www.w3.org/2000/svg"><circle r="9"/></svg>'
  built.set('/assets/logo.svg', { type: 'image/svg+xml', body: logo })
  for (const name of ['photo.png', 'photo-2.png'])
    built.set(`/assets/${name}`, { type: 'image/png', body: name })
  const news = pages.slice(0, 3).map(({ path, title }) => ({ title, url: `${site.origin}${path}` }))
  built.set('/data/news.json', { type: 'application/json', body: JSON.stringify(news) })
  built.set('/rss.xml', { type: 'application/rss+xml', body: rssOf(pages.slice(0, 10), site) })
  built.set('/assets/manual.pdf', { type: 'application/pdf', body: pdfOf(site) })
  return built
}

/** Lists of all pages, each behind a query; the sitemap does not name them. */
function listsOf(pages: readonly PageParts[]): PageParts[] {
  return Array.from({ length: Math.ceil(pages.length / ON_LIST) }, (_, at) => {
    const shown = pages.slice(at * ON_LIST, (at + 1) * ON_LIST)
    const items = shown.map(({ path, title }) => `<li><a href="${path}">${escapeHtml(title)}</a></li>`)
    const next = (at + 1) * ON_LIST < pages.length ? `<a href="/list?page=${at + 2}">next</a>` : ''
    return {
      path: `/list?page=${at + 1}`,
      title: `All pages, ${at + 1}`,
      html: `<ul>${items.join('')}</ul>${next}`,
    }
  })
}

function rssOf(pages: readonly PageParts[], { origin, name }: SiteParts): string {
  const items = pages.map(
    ({ path, title }) => `<item><title>${escapeHtml(title)}</title><link>${origin}${path}</link></item>`,
  )
  const channel = `<title>${name}</title><link>${origin}/</link>${items.join('')}`
  return `<?xml version="1.0"?><rss version="2.0"><channel>${channel}</channel></rss>`
}

function pdfOf({ origin, name }: SiteParts): string {
  return `%PDF-1.4
1 0 obj <</Type /Annot /A <</S /URI /URI (${origin}/)>>>> endobj
2 0 obj <</Title (${name})>> endobj
trailer <</Info 2 0 R>>
%%EOF`
}

function pageHtml(
  page: PageParts,
  { origin, name, navigation, head = '', isPlain = false }: SiteParts,
): string {
  const { path, title, html, language = 'en', alternates = {} } = page
  const url = `${origin}${path}`
  const data = JSON.stringify({
    '@context': 'https://schema.org',
    '@type': 'WebPage',
    '@id': url,
    name: title,
  })
  const languages = Object.entries(alternates)
    .map(([code, target]) => `<link rel="alternate" hreflang="${code}" href="${origin}${target}">`)
    .join('\n')
  const links = navigation.map(item => `<li><a href="${item.path}">${escapeHtml(item.title)}</a></li>`)
  const [nav, main, footer] = isPlain ? ['div', 'div', 'div'] : ['nav', 'main', 'footer']
  const pictures =
    '<img src="/assets/photo.png" srcset="/assets/photo.png 1x, /assets/photo-2.png 2x" alt="">'
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><title>${escapeHtml(title)} - ${name}</title>
<meta name="description" content="${escapeHtml(title)}: ${name}">
<link rel="alternate" type="application/rss+xml" href="/rss.xml">
<link rel="canonical" href="${url}">
${languages}
<meta property="og:title" content="${escapeHtml(title)}"><meta property="og:url" content="${url}">
<meta property="og:image" content="${origin}/assets/logo.svg"><meta name="twitter:url" content="${url}">
<link rel="stylesheet" href="/assets/site.css"><link rel="icon" href="/assets/logo.svg">
<script type="application/ld+json">${data.replaceAll('<', '\\u003c')}</script>
<script src="/assets/site.js" defer></script>
${head}</head>
<body><${nav} class="nav"><ul>${links.join('')}</ul></${nav}><${main} class="main">${html}${pictures}</${main}>
<${footer} class="footer"><a href="/">${name}</a> <a href="/private/">staff</a> <a href="/list?page=1">all</a>
<a href="/assets/manual.pdf">PDF</a></${footer}></body></html>`
}

export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
