/** Faults that ruin a move for search engines and readers although every address answers. */
import type { BuiltSite } from './layout.ts'
import { edit, type FaultRow, inHead, on, type SiteCase } from './plant.ts'

const NEW = 'https://new.example'
const robots = (text: string) => edit('/robots.txt', before => `${text}\n\n${before}`)
const pagesOf = (site: BuiltSite) =>
  [...site].filter(([, { type }]) => type.startsWith('text/html')).map(([path]) => path)
const everyPage = (change: (path: string) => (site: BuiltSite) => void) => (site: BuiltSite) => {
  for (const path of pagesOf(site)) change(path)(site)
}
/** Changes the part of a page between the frame's head and foot. */
const inMain = (path: string, change: (text: string) => string) =>
  edit(path, text =>
    text.replace(
      /(<(?:main|div) class="main">)([\s\S]*)(<\/(?:main|div)>\s*<(?:footer|div) class="footer">)/,
      (_, start, main, end) => `${start}${change(main)}${end}`,
    ),
  )
const body = (path: string, change: (text: string) => string) =>
  edit(path, text => text.replace(/<body>([\s\S]*)<\/body>/, (_, inner) => `<body>${change(inner)}</body>`))
const latin = (text: string) => new TextDecoder('latin1').decode(new TextEncoder().encode(text))
const header = (page: string, headers: Record<string, string>) =>
  on(NEW, new RegExp(`^${page}$`), (_, usual) => ({ ...usual, headers: { ...usual.headers, ...headers } }))

export function robotsFaults({ page, folder }: SiteCase): FaultRow[] {
  const at = `${NEW}${page}`
  return [
    {
      name: 'Googlebot is forbidden everything',
      files: robots('User-agent: Googlebot\nDisallow: /'),
      says: /^failed 4 \S+robots\.txt forbids Googlebot \d+ pages that the old site allowed, by "Disallow: \/" in line 2: \//,
    },
    {
      name: 'every robot is forbidden everything',
      files: edit('/robots.txt', text => text.replace('Disallow: /private/', 'Disallow: /')),
      says: /^failed 4 \S+robots\.txt forbids every search engine \d+ pages that the old site allowed, by "Disallow: \/"/,
      most: 10,
    },
    {
      name: 'Bingbot is forbidden a folder',
      files: robots(`User-agent: bingbot\nDisallow: ${folder}`),
      says: /^failed 4 \S+robots\.txt forbids Bingbot \d+ pages that the old site allowed/,
      alone: true,
    },
    {
      name: 'styles and scripts are forbidden',
      files: edit('/robots.txt', text =>
        text.replace('Disallow: /private/', 'Disallow: /private/\nDisallow: /assets/'),
      ),
      says: /^failed 4 \S+robots\.txt forbids every search engine 2 files that pages need to be shown .*"Disallow: \/assets\/" in line 3/,
    },
    {
      name: 'robots.txt answers 503',
      fault: on(NEW, /^\/robots\.txt$/, () => ({ status: 503 })),
      says: /^failed 4 \S+robots\.txt answers 503: as long as it does, search engines visit no page/,
    },
    {
      name: 'the old host keeps Googlebot from its redirects',
      fault: on('https://old.example', /^\/robots\.txt$/, () => ({
        headers: { 'content-type': 'text/plain' },
        body: 'User-agent: Googlebot\nDisallow: /',
      })),
      says: /^failed 2 https:\/\/old\.example\/robots\.txt forbids Googlebot \d+ pages that the old site allowed/,
      alone: true,
    },
    {
      name: 'noindex for Googlebot in a header',
      fault: header(page, { 'x-robots-tag': 'googlebot: noindex' }),
      says: new RegExp(
        `^failed 1 ${at} asks search engines not to index it \\(googlebot: noindex\\), which it did not`,
      ),
      alone: true,
    },
    {
      name: 'noindex for Bingbot in a meta',
      files: inHead(page, '<meta name="bingbot" content="none">'),
      says: new RegExp(
        `^failed 1 ${at} asks search engines not to index it \\(bingbot: none\\), which it did not`,
      ),
      alone: true,
    },
  ]
}

export function textFaults({ page, folder, other }: SiteCase): FaultRow[] {
  const at = `${NEW}${page}`
  const shows = (path: string, text: string) => inMain(path, () => text)
  return [
    {
      name: 'a blank page',
      files: body(page, () => ''),
      says: new RegExp(`^failed 1 ${at} is blank; before the move it had \\d+ letters`),
      alone: true,
    },
    {
      name: 'only blank pages',
      files: everyPage(path => body(path, () => '')),
      says: new RegExp(`^failed 1 ${at} is blank; before the move`),
    },
    {
      name: 'a page whose main part is empty',
      files: shows(page, ''),
      says: new RegExp(`^failed 1 ${at} has lost most of its text`),
      alone: true,
    },
    {
      name: 'pages of a folder with a notice instead of their text',
      files: site => {
        for (const path of pagesOf(site).filter(path => path.startsWith(folder)))
          shows(path, '<p>This page is being prepared for the new site.</p>')(site)
      },
      says: new RegExp(`^failed 1 ${NEW}${folder}\\S* has lost most of its text.*; it begins with "\\S`),
    },
    {
      name: 'a page that shows another page',
      files: site => {
        const main =
          /class="main">([\s\S]*)<\/(?:main|div)>\s*<(?:footer|div) class="footer">/.exec(
            site.get(other)?.body ?? '',
          )?.[1] ?? ''
        shows(page, main)(site)
      },
      says: new RegExp(
        `^failed 1 ${at} (?:says something else than before the move|has lost most of its text)`,
      ),
      alone: true,
    },
    {
      name: 'a page that kept a tenth of its text',
      files: inMain(
        page,
        main =>
          `<p>${main
            .replace(/<[^>]*>/g, ' ')
            .trim()
            .slice(0, main.replace(/<[^>]*>/g, ' ').trim().length / 10)}</p>`,
      ),
      says: new RegExp(`^failed 1 ${at} has lost most of its text`),
      alone: true,
    },
    {
      name: 'a page in the wrong character set',
      files: inMain(page, main => `${latin(`“蔵” – Bücher, Geräte, Schlüssel für jeden Tag`)}${latin(main)}`),
      says: new RegExp(`^failed 1 ${at} is in the wrong character set: "`),
    },
    {
      name: 'a page that says 見つかりませんでした with 200',
      files: inMain(page, () => '<h1>お探しのページは見つかりませんでした</h1><p>URLをご確認ください。</p>'),
      says: new RegExp(`^failed 1 ${at} answers 200 and says that there is no such page: "お探しの`),
      alone: true,
    },
    {
      name: 'a page titled Not Found with 200',
      files: edit(page, text => text.replace(/<title>[^<]*/, '<title>404 Not Found')),
      says: new RegExp(`^failed 1 ${at} answers 200 and says that there is no such page: "404 Not Found"`),
      alone: true,
    },
    {
      name: 'a title that is lost',
      files: edit(page, text => text.replace(/<title>[^<]*/, '<title>')),
      says: new RegExp(`^failed 1 ${at} has no title; before the move it was "`),
      alone: true,
    },
    {
      name: 'a description that is lost',
      files: edit(page, text => text.replace(/<meta name="description"[^>]*>/, '')),
      says: new RegExp(`^warning 1 ${at} has no description for search results; before the move it was "`),
      verdict: 'warning',
      alone: true,
    },
    {
      name: 'one title for all pages',
      files: everyPage(path => edit(path, text => text.replace(/<title>[^<]*/, '<title>Our site'))),
      says: /^failed 1 \S+ has the title "Our site" \(before the move "(?!Our site).+"\), like \d+ other pages that had/,
      alone: true,
    },
    {
      name: 'a Refresh header',
      fault: header(page, { refresh: '0; url=/' }),
      says: new RegExp(`^failed 1 ${at} redirects to "/" by a refresh`),
      alone: true,
    },
    {
      name: 'a redirect by a script of the page',
      files: inHead(page, '<script>window.location.replace("/")</script>'),
      says: new RegExp(`^failed 1 ${at} leads to "/" by a script`),
      alone: true,
    },
    {
      name: 'a redirect by a script that every page loads',
      files: edit('/assets/site.js', text => `${text};location.href = "https://shop.example/"`),
      says: /^failed 1 \S+\/assets\/site\.js leads to "https:\/\/shop\.example\/" by a script/,
      alone: true,
    },
  ]
}
