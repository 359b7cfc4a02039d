/** A page, style, script or JSON file (`data`) is read, and so is a PDF; any other `file` only has to exist. */
export const LINK_KINDS = ['page', 'style', 'script', 'data', 'file'] as const
export type LinkKind = (typeof LINK_KINDS)[number]

type Attributes = Readonly<Record<string, string>>

/** Returns the links of a tag, unresolved and without fragments; none with schemes other than http and https. */
export function linksOfTag(name: string, attributes: Attributes): [href: string, kind: LinkKind][] {
  return rawLinks(name, attributes).flatMap(([raw, kind]) => {
    const href = raw.trim().replace(/#.*$/s, '')
    return href === '' || OTHER_SCHEME.test(href) ? [] : [[href, kind] as [string, LinkKind]]
  })
}

const OTHER_SCHEME = /^(?!https?:)[a-z][a-z0-9+.-]*:/i

function rawLinks(name: string, attributes: Attributes): [string, LinkKind][] {
  const { href = '', src = '', srcset = '', type = '', poster = '' } = attributes
  // a script loads the pictures in these attributes when the reader scrolls to them
  const { 'data-src': lazy = '', 'data-srcset': lazySet = '' } = attributes
  if (name === 'link') return linkTag(attributes)
  if (name === 'meta') return metaLink(attributes)
  if (name === 'img') return [[src, 'file'], ...setOf(srcset), [lazy, 'file'], ...setOf(lazySet)]
  if (name === 'source') return [[src, 'file'], ...setOf(srcset), ...setOf(lazySet)]
  if (name === 'input') return [[type.toLowerCase() === 'image' ? src : '', 'file']]
  if (name === 'image' || name === 'use') return [[href || (attributes['xlink:href'] ?? ''), 'file']]
  if (name === 'video') return [src, poster].map(file => [file, 'file'])
  const [attribute = '', kind = 'file'] = ATTRIBUTES.get(name) ?? []
  return [[attributes[attribute] ?? '', kind]]
}

const ATTRIBUTES = new Map<string, readonly [attribute: string, kind: LinkKind]>([
  ['a', ['href', 'page']],
  ['area', ['href', 'page']],
  ['iframe', ['src', 'page']],
  ['frame', ['src', 'page']],
  ['script', ['src', 'script']],
  ...['audio', 'track', 'embed'].map(tag => [tag, ['src', 'file']] as const),
  ...['body', 'table', 'td', 'th'].map(tag => [tag, ['background', 'file']] as const),
  ['object', ['data', 'file']],
])

/** The kinds by `rel`. Canonical links and hreflang are checked separately. */
const RELATIONS: Readonly<Record<string, LinkKind>> = {
  modulepreload: 'script',
  manifest: 'script',
  icon: 'file',
  'apple-touch-icon': 'file',
  'mask-icon': 'file',
  next: 'page',
  prev: 'page',
  alternate: 'page',
  amphtml: 'page',
  search: 'page',
}

function linkTag({
  rel = '',
  href = '',
  hreflang,
  as = '',
  imagesrcset = '',
}: Attributes): [string, LinkKind][] {
  const relations = rel.toLowerCase().split(/\s+/)
  if (relations.includes('preload')) {
    const kind = as === 'style' || as === 'script' ? as : as === 'fetch' ? 'data' : 'file'
    return [[href, kind], ...setOf(imagesrcset)]
  }
  if (relations.includes('stylesheet')) return [[href, 'style']]
  if (hreflang !== undefined) return []
  const known = relations.find(relation => Object.hasOwn(RELATIONS, relation))
  return known === undefined ? [] : [[href, RELATIONS[known] ?? 'file']]
}

function metaLink({ property = '', name = '', content = '' }: Attributes): [string, LinkKind][] {
  return /^(?:og:image(?::secure_url|:url)?|twitter:image(?::src)?)$/i.test(property || name)
    ? [[content, 'file']]
    : []
}

/** Reads a `srcset`: an address ends at a space, or at a comma before a space. A width or a density may follow. */
function setOf(set: string): [string, LinkKind][] {
  const candidates = set.matchAll(/[\s,]*(?:(\S*[^\s,]),+(?=\s|$)|(\S*[^\s,])(?=\s|$)[^,]*)/g)
  return [...candidates].map(([, alone, described]) => [alone ?? described ?? '', 'file'])
}

/** Matches a comment, an import, or the address of a file. */
const IN_STYLE =
  /\/\*[\s\S]*?\*\/|@import\s+(?:url\(\s*)?["']?(?<style>[^"')\s;]+)|url\(\s*(?:"(?<double>[^"]*)"|'(?<single>[^']*)'|(?<bare>(?:\\.|[^"'()\s\\])+))\s*\)/gi

/** Returns the addresses in `url(…)` and `@import`, outside of comments. */
export function linksOfStyle(text: string): [href: string, kind: LinkKind][] {
  return [...text.matchAll(IN_STYLE)].flatMap(({ groups = {} }) => {
    const { style, double, single, bare } = groups
    const raw = style ?? double ?? single ?? bare?.replace(/\\(?=[^0-9a-f])/gi, '') ?? ''
    const href = detachedText(raw.replace(/#.*$/s, ''))
    const kind = style === undefined ? 'file' : 'style'
    return href === '' || OTHER_SCHEME.test(href) ? [] : [[href, kind] as [string, LinkKind]]
  })
}

/** Returns the absolute addresses in a script; relative ones are unclear, because several pages may use the script. */
export function linksOfScript(code: string): [href: string, kind: LinkKind][] {
  if (!/fetch|\.json|open\s*\(|axios|\$\.get/.test(code)) return []
  const found = code.slice(0, LONGEST_SCRIPT).matchAll(FETCHED)
  return [...found].flatMap(([, fetched, named]) => {
    const href = detachedText((fetched ?? named ?? '').replace(/#.*$/s, '').replaceAll('\\/', '/'))
    return /^(?:https?:\/)?\//i.test(href) ? [[href, 'data'] as [string, LinkKind]] : []
  })
}

const LONGEST_SCRIPT = 1_000_000
/** Matches addresses that are fetched by GET, and texts with the address of a JSON file. */
const FETCHED =
  /(?:\bfetch\s*\(\s*|\.open\s*\(\s*["']GET["']\s*,\s*|\$\.(?:get|getJSON)\s*\(\s*|\baxios(?:\.get)?\s*\(\s*)["'`]([^"'`\s$]{1,1000})["'`](?!\s*,\s*\{[^}]*\bmethod\b)|["'`]((?:https?:(?:\\?\/){2}|\\?\/)[^"'`\s$<>]{1,500}\.json(?:\?[^"'`\s$]{0,200})?)["'`]/gi

/** Copies a piece of a text, because an uncopied piece would keep the whole text in memory. */
export function detachedText(piece: string): string {
  return Buffer.from(piece).toString()
}
