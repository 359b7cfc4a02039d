/**
 * A Japanese help site, generated from this project's Japanese manual: each section is a page. Its frame consists of
 * `div` alone, so that navigation can be recognized only by its repetition.
 */
import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { marked } from 'marked'
import { type BuiltSite, type PageParts, siteOf } from './layout.ts'

const MANUAL = join(import.meta.dirname, '../../../docs/ja')

function pagesOf(file: string): PageParts[] {
  const folder = `/${basename(file, '.md').toLowerCase().replace('readme', 'guide')}/`
  const sections = readFileSync(join(MANUAL, file), 'utf8').split(/^(?=## )/m)
  return sections.map((section, at) => ({
    path: at === 0 ? folder : `${folder}${at}.html`,
    title: /^#+ (.+)$/m.exec(section)?.[1] ?? folder,
    // the manual's links and pictures lead to files of the project, which the site lacks, so they are removed
    html: marked
      .parse(section, { async: false })
      .replace(/<a href="[^"]*">/g, '<a>')
      .replace(/<img[^>]*>/g, ''),
    language: 'ja',
  }))
}

/** The whole site at `origin`. */
export function buildHelpSite(origin: string): BuiltSite {
  const pages = globSync('*.md', { cwd: MANUAL }).sort().flatMap(pagesOf)
  const navigation = pages.map(({ path, title }) => ({ path, title }))
  const home = {
    path: '/',
    title: '蔵のご案内',
    html: '<h1>蔵のご案内</h1><p>毎日の使い方をまとめています。</p>',
    language: 'ja',
  }
  return siteOf([home, ...pages], { origin, name: '蔵のご案内', navigation, isPlain: true })
}
