/**
 * A documentation site, generated from the manual of the package undici and the translated pages of the package biome:
 * real text, real links between pages and elsewhere, real languages.
 */
import { globSync, readFileSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { Marked } from 'marked'
import { type BuiltSite, type PageParts, siteOf } from './layout.ts'

const PACKAGES = join(import.meta.dirname, '../../../node_modules')
const MANUAL = join(PACKAGES, 'undici/docs/docs')
const TRANSLATED = join(PACKAGES, '@biomejs/biome')

/** `api/MockAgent.md` becomes `/api/mockagent/`. */
function pathOf(file: string): string {
  const name = file.replace(/(?:index)?\.md$/i, '').toLowerCase()
  return `/${name}${name === '' || name.endsWith('/') ? '' : '/'}`
}

/**
 * A Markdown renderer whose links to the manual's pages lead to the site. Links to files that the package lacks lead to
 * the web.
 */
function markedFor(file: string, files: ReadonlySet<string>): Marked {
  return new Marked({
    walkTokens(token) {
      if (token.type !== 'link' && token.type !== 'image') return
      const { href } = token as { href: string }
      if (/^(?:[a-z]+:|#|\/\/)/i.test(href)) return
      const [path = '', fragment] = href.split('#')
      const target = join(file, '..', path)
      const anchor = fragment === undefined ? '' : `#${fragment}`
      token['href'] = files.has(target) ? `${pathOf(target)}${anchor}` : `https://code.example/${target}`
    },
  })
}

function manualPages(): PageParts[] {
  const files = globSync('**/*.md', { cwd: MANUAL }).sort()
  const known = new Set(files)
  return files.map(file => {
    const text = readFileSync(join(MANUAL, file), 'utf8')
    const html = markedFor(file, known).parse(text, { async: false })
    return { path: pathOf(file), title: /^# (.+)$/m.exec(text)?.[1] ?? basename(file), html }
  })
}

function translatedPages(): PageParts[] {
  const files = globSync('README*.md', { cwd: TRANSLATED }).sort()
  const codes = files.map(file => /README\.?(.*)\.md/.exec(file)?.[1] || 'en')
  const alternates = Object.fromEntries(codes.map(code => [code, `/${code.toLowerCase()}/biome/`]))
  return files.map((file, at) => {
    const language = codes[at] ?? 'en'
    const text = readFileSync(join(TRANSLATED, file), 'utf8')
    const html = markedFor(relative(PACKAGES, file), new Set()).parse(text, { async: false })
    return { path: alternates[language] ?? '', title: `Biome (${language})`, html, language, alternates }
  })
}

/** The whole site at `origin`. */
export function buildDocsSite(origin: string): BuiltSite {
  const pages = [...manualPages(), ...translatedPages()]
  const navigation = pages.map(({ path, title }) => ({ path, title }))
  return siteOf(pages, { origin, name: 'The manual', navigation })
}
