/** The addresses that one tag of a page links to or loads. */

/** The kind of a link's target: a page, style or script is read; any other file only has to exist. */
export type LinkKind = 'page' | 'style' | 'script' | 'file'

type Attributes = Readonly<Record<string, string>>

/**
 * Returns the addresses of a tag, unresolved and without their fragments; none for other schemes than http and https.
 */
export function linksOfTag(name: string, attributes: Attributes): [href: string, kind: LinkKind][] {
  return rawLinks(name, attributes).flatMap(([raw, kind]) => {
    const href = raw.trim().replace(/#.*$/s, '')
    return href === '' || OTHER_SCHEME.test(href) ? [] : [[href, kind] as [string, LinkKind]]
  })
}

const OTHER_SCHEME = /^(?!https?:)[a-z][a-z0-9+.-]*:/i

function rawLinks(name: string, attributes: Attributes): [string, LinkKind][] {
  const { href = '', src = '', srcset = '', poster = '', data = '' } = attributes
  switch (name) {
    case 'a':
    case 'area':
      return [[href, 'page']]
    case 'link':
      return linkTag(attributes)
    case 'script':
      return [[src, 'script']]
    case 'iframe':
      return [[src, 'page']]
    case 'img':
    case 'source':
      return [[src, 'file'], ...setOf(srcset)]
    case 'video':
      return [
        [src, 'file'],
        [poster, 'file'],
      ]
    case 'audio':
    case 'track':
    case 'embed':
      return [[src, 'file']]
    case 'object':
      return [[data, 'file']]
    default:
      return []
  }
}

/**
 * The kind of target for each `rel` of a link that is followed. Canonical links and hreflang are checked separately.
 */
const RELATIONS: Readonly<Record<string, LinkKind>> = {
  stylesheet: 'style',
  modulepreload: 'script',
  manifest: 'script',
  icon: 'file',
  'apple-touch-icon': 'file',
  'mask-icon': 'file',
  next: 'page',
  prev: 'page',
  alternate: 'page',
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
    const kind = as === 'style' || as === 'script' ? as : 'file'
    return [[href, kind], ...setOf(imagesrcset)]
  }
  if (hreflang !== undefined) return []
  const known = relations.find(relation => Object.hasOwn(RELATIONS, relation))
  return known === undefined ? [] : [[href, RELATIONS[known] ?? 'file']]
}

/** Returns the addresses of a `srcset`. A set with a data address is left out, because that address may have commas. */
function setOf(set: string): [string, LinkKind][] {
  if (set === '' || set.includes('data:')) return []
  return set.split(',').map(candidate => [candidate.trim().split(/\s/)[0] ?? '', 'file'])
}

/** Addresses in a style sheet: `url(…)` and `@import`. */
export function linksOfStyle(text: string): [href: string, kind: LinkKind][] {
  const imports = [...text.matchAll(/@import\s+(?:url\(\s*)?["']?([^"')\s;]+)/gi)].map(
    match => match[1] ?? '',
  )
  const files = [...text.matchAll(/url\(\s*(?:"([^"]*)"|'([^']*)'|([^"'()\s]+))\s*\)/gi)].map(
    ([, double, single, bare]) => double ?? single ?? bare ?? '',
  )
  return [
    ...imports.map((href): [string, LinkKind] => [href, 'style']),
    ...files.filter(href => !imports.includes(href)).map((href): [string, LinkKind] => [href, 'file']),
  ].flatMap(([raw, kind]) => {
    const href = detachedText(raw.replace(/#.*$/s, ''))
    return href === '' || OTHER_SCHEME.test(href) ? [] : [[href, kind] as [string, LinkKind]]
  })
}

/**
 * Returns a copy of a piece of a text. Without a copy, the piece would keep the whole text in memory, because strings
 * share their bytes.
 */
export function detachedText(piece: string): string {
  return Buffer.from(piece).toString()
}
