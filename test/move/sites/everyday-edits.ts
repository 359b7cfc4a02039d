/** Edits that people make around a move, none of them a fault. */
import type { BuiltSite, SiteFile } from './layout.ts'

export interface EditRow {
  readonly name: string
  readonly change: (body: string, path: string) => string
}

const afterMain = (tag: string) => (body: string) => body.replace(/class="main">/, `$&${tag}`)

/** Changes of every page. */
export const EDITS: readonly EditRow[] = [
  {
    name: 'a banner on every page',
    change: body =>
      body.replace('<body>', '<body><p>We have moved to a new address. サイトを移転しました。</p>'),
  },
  {
    name: 'another year, and a company name in the footer',
    change: body => body.replace('class="footer">', '$&© 2027 New Lamps Ltd. All rights reserved. '),
  },
  {
    name: 'another name of the site in each title',
    change: body => body.replace(/(<title>[^<]*?)(?: - [^<]*)?<\/title>/, '$1 | New Lamps</title>'),
  },
  {
    name: 'new descriptions',
    change: body => body.replace(/(<meta name="description" content=")[^"]*/, '$1All that you need to know'),
  },
  {
    name: 'another order of the navigation, with more entries',
    change: body =>
      body.replace(
        /class="nav"><ul>([\s\S]*?)<\/ul>/,
        (_, list: string) =>
          `class="nav"><ul><li>New here</li>${list.split('</li>').toReversed().join('</li>')}</ul>`,
      ),
  },
  { name: 'no navigation', change: body => body.replace(/(class="nav">)<ul>[\s\S]*?<\/ul>/, '$1') },
  {
    name: 'elements with meaning instead of div, and the reverse',
    change: body =>
      body.includes('<main')
        ? body.replace(/<(\/?)(?:main|nav|footer)\b/g, '<$1div')
        : body
            .replace(/<div class="main">/, '<section class="main">')
            .replace('</div><div class="footer">', '</section><div class="footer">'),
  },
  {
    name: 'a paragraph more',
    change: afterMain(
      '<p>On this page you will find what was asked most in the last months, with a short answer for each.</p>',
    ),
  },
  {
    name: 'the beginning of the first paragraph rewritten',
    change: body =>
      body.replace(/<p>[^<]{0,40}/, '<p>A new beginning of this page, written for the new site. '),
  },
  {
    name: 'corrected spelling',
    change: body => body.replaceAll(' the ', ' the new ').replaceAll('です。', 'でした。'),
  },
  {
    name: 'bold words and other white space',
    change: body => body.replace(/<p>(\S+)/g, '<p>\n   <b>$1</b>'),
  },
  {
    name: 'a script that counts visits',
    change: body =>
      body.replace(
        '</head>',
        '<script>window.count = location.href; if (count) document.onclick = () => { location.href = "/thanks" }</script></head>',
      ),
  },
]

/** The site with one edit of every page. */
export function edited(site: BuiltSite, { change }: EditRow): BuiltSite {
  const pages = [...site].map(([path, file]): [string, SiteFile] =>
    file.type.startsWith('text/html') ? [path, { ...file, body: change(file.body, path) }] : [path, file],
  )
  return new Map(pages)
}
