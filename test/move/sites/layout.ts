/** The frame of a generated site: head, navigation, sitemap, robots file, assets. */

export interface SiteFile {
  readonly type: string
  readonly body: string
}

/** By path; a page is HTML. */
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
  /** More of the head of every page. */
  readonly head?: string
}

export function siteOf(pages: readonly PageParts[], site: SiteParts): BuiltSite {
  const built: BuiltSite = new Map()
  for (const page of pages)
    built.set(page.path, { type: 'text/html; charset=utf-8', body: pageHtml(page, site) })
  const entries = pages.map(({ path }) => `<url><loc>${site.origin}${path}</loc></url>`).join('\n')
  const urlset = `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries}</urlset>`
  built.set('/sitemap.xml', { type: 'application/xml', body: `<?xml version="1.0"?>\n${urlset}` })
  const robots = `User-agent: *\nDisallow: /private/\nSitemap: ${site.origin}/sitemap.xml\n`
  built.set('/robots.txt', { type: 'text/plain', body: robots })
  const style = `body { font: 1rem sans-serif; background: url("logo.svg") } @import "print.css";`
  built.set('/assets/site.css', { type: 'text/css', body: style })
  built.set('/assets/print.css', { type: 'text/css', body: 'nav { display: none }' })
  const script = `const home = "${site.origin.replaceAll('/', '\\/')}";\ndocument.body.dataset.home = home`
  built.set('/assets/site.js', { type: 'text/javascript', body: script })
  const logo = '<svg xmlns="http://www.w3.org/2000/svg"><circle r="9"/></svg>'
  built.set('/assets/logo.svg', { type: 'image/svg+xml', body: logo })
  return built
}

function pageHtml(page: PageParts, { origin, name, navigation, head = '' }: SiteParts): string {
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
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><title>${escapeHtml(title)} - ${name}</title>
<link rel="canonical" href="${url}">
${languages}
<meta property="og:title" content="${escapeHtml(title)}"><meta property="og:url" content="${url}">
<meta property="og:image" content="${origin}/assets/logo.svg"><meta name="twitter:url" content="${url}">
<link rel="stylesheet" href="/assets/site.css"><link rel="icon" href="/assets/logo.svg">
<script type="application/ld+json">${data.replaceAll('<', '\\u003c')}</script>
<script src="/assets/site.js" defer></script>
${head}</head>
<body><nav><ul>${links.join('')}</ul></nav><main>${html}</main>
<footer><a href="/">${name}</a> <a href="/private/">staff</a></footer></body></html>`
}

export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
