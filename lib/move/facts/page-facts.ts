/**
 * Reads what a page says about its own address, and passes each of its texts, with its place in the page, to a
 * listener.
 */
import { Parser } from 'htmlparser2'
import { messageOf } from '../../core/errors.ts'
import { hasRelation, parseLinkHeader } from './link-header.ts'
import { detachedText, type LinkKind, linksOfTag } from './page-links.ts'
import { robotsTagDirectives } from './robots-directives.ts'
import type { StringPlace } from './string-tally.ts'

export interface PageFacts {
  /** Canonical links, unresolved, of the head and of the Link header. */
  readonly canonicals: readonly { readonly href: string; readonly from: 'link' | 'Link header' }[]
  /** The `base` of relative addresses; undefined if the page has none. */
  readonly base: string | undefined
  readonly alternates: readonly { readonly language: string; readonly href: string }[]
  /** Directives of robots metas and X-Robots-Tag, lower case. */
  readonly robots: readonly string[]
  /** The address of a refresh meta, which redirects without an HTTP redirect. */
  readonly refresh: string | undefined
  /** The addresses that previews in social networks give for the page: `og:url`, `twitter:url`. */
  readonly socialUrls: readonly { readonly name: string; readonly href: string }[]
  /** The addresses that the page links to or loads, unresolved, without fragments. */
  readonly links: ReadonlyMap<string, LinkKind>
  /** For each JSON-LD block that cannot be read, the reason. */
  readonly structuredDataProblems: readonly string[]
}

/**
 * Called once for each text of the page: attributes, text, scripts, comments. Structured data is passed on both
 * unchanged, because its escapes are a form of their own, and with its strings decoded as JSON.
 */
export type OnText = (place: StringPlace, text: string, decoded?: readonly string[]) => void

/** The response headers by name; a header may occur several times. */
export type PageHeaders = Readonly<Record<string, string | string[] | undefined>>

/** The maximum number of facts of one kind that are kept for a page. */
const MOST_FACTS = 100
const MOST_LINKS = 5_000

/** Reads the facts of an HTML page. Its texts are passed on only if a listener is given. */
export function readPage(html: string, headers: PageHeaders, onText?: OnText): PageFacts {
  const facts = factsOfHeaders(headers)
  const parser = new Parser(pageHandler(facts, onText), { decodeEntities: true })
  parser.write(html)
  parser.end()
  return facts
}

/** Returns the facts of a response that is not HTML, from its headers alone. */
export function factsOfHeaders(headers: PageHeaders): Facts {
  const links = valuesOf(headers, 'link').flatMap(parseLinkHeader)
  return {
    canonicals: links
      .filter(link => hasRelation(link, 'canonical'))
      .map(({ target }) => ({ href: target, from: 'Link header' })),
    alternates: links
      .filter(link => hasRelation(link, 'alternate') && link.parameters['hreflang'] !== undefined)
      .map(({ target, parameters }) => ({ language: parameters['hreflang'] ?? '', href: target })),
    base: undefined,
    robots: valuesOf(headers, 'x-robots-tag').flatMap(robotsTagDirectives),
    refresh: undefined,
    socialUrls: [],
    links: new Map(),
    structuredDataProblems: [],
  }
}

function valuesOf(headers: PageHeaders, name: string): string[] {
  const value = headers[name]
  if (value === undefined) return []
  return typeof value === 'string' ? [value] : value
}

/** The facts of a page while they are being collected. */
type Facts = { -readonly [K in keyof PageFacts]: Growing<PageFacts[K]> }
type Growing<T> = T extends readonly (infer Item)[]
  ? Item[]
  : T extends ReadonlyMap<infer Key, infer Value>
    ? Map<Key, Value>
    : T

type Attributes = Readonly<Record<string, string>>

function pageHandler(facts: Facts, onText: OnText | undefined) {
  let text = ''
  let textPlace: StringPlace = 'text'
  const endText = () => {
    if (text !== '') endBlock(textPlace, text)
    text = ''
    textPlace = 'text'
  }
  const endBlock = (place: StringPlace, block: string) => {
    if (place !== 'structured-data') return onText?.(place, block)
    const { problem, strings } = readStructuredData(block)
    onText?.(place, block, strings)
    if (problem !== undefined) keep(facts.structuredDataProblems, problem)
  }
  return {
    onopentag(name: string, attributes: Attributes) {
      endText()
      textPlace = contentPlace(name, attributes)
      if (onText) passAttributes(name, attributes, onText)
      noteTag(facts, name, attributes)
    },
    onclosetag: endText,
    ontext: (data: string) => {
      text += data
    },
    oncomment: (data: string) => {
      endText()
      onText?.('comment', data)
    },
    onprocessinginstruction: (_name: string, data: string) => onText?.('other', data),
    onend: endText,
  }
}

function passAttributes(name: string, attributes: Attributes, onText: OnText): void {
  for (const [attribute, value] of Object.entries(attributes)) {
    if (value !== '') onText(attributePlace(name, attribute, attributes), value)
  }
}

function contentPlace(name: string, { type = '' }: Attributes): StringPlace {
  if (name === 'style') return 'style'
  if (name !== 'script') return 'text'
  return /^application\/(?:[a-z.-]+\+)?ld\+json/i.test(type.trim()) ? 'structured-data' : 'script'
}

const LINKS = new Set(['a', 'area', 'form', 'base'])
const RESOURCE_ATTRIBUTES = new Set(['src', 'srcset', 'imagesrcset', 'poster', 'data', 'href'])

function attributePlace(name: string, attribute: string, attributes: Attributes): StringPlace {
  if (name === 'link') return linkPlace(attributes)
  if (name === 'meta') return isSocial(attributes) ? 'social-preview' : 'meta'
  if (LINKS.has(name) && /^(?:href|action|ping)$/.test(attribute)) return 'links'
  if (attribute === 'formaction' || attribute === 'cite') return 'links'
  if (/^item(?:id|type|prop)$/.test(attribute)) return 'structured-data'
  if (attribute === 'style') return 'style'
  if (attribute.startsWith('on')) return 'script'
  return RESOURCE_ATTRIBUTES.has(attribute) ? 'resources' : 'other'
}

function linkPlace({ rel = '', hreflang }: Attributes): StringPlace {
  const relations = rel.toLowerCase().split(/\s+/)
  if (relations.includes('canonical')) return 'canonical'
  if (relations.includes('alternate') && hreflang !== undefined) return 'hreflang'
  return relations.some(relation => /^(?:alternate|next|prev|shortlink|author)$/.test(relation))
    ? 'links'
    : 'resources'
}

function isSocial({ property = '', name = '' }: Attributes): boolean {
  return /^(?:og|twitter|fb|article|al|profile|book|video|music|product):/i.test(property || name)
}

function noteTag(facts: Facts, name: string, attributes: Attributes): void {
  const { href = '' } = attributes
  if (name === 'base' && href !== '') facts.base ??= detachedText(href)
  if (name === 'link') noteLink(facts, attributes)
  if (name === 'meta') noteMeta(facts, attributes)
  for (const [link, kind] of linksOfTag(name, attributes)) {
    if (facts.links.size < MOST_LINKS && !facts.links.has(link)) facts.links.set(detachedText(link), kind)
  }
}

function noteLink(facts: Facts, attributes: Attributes): void {
  const { href = '', hreflang = '' } = attributes
  const place = linkPlace(attributes)
  if (place === 'canonical') keep(facts.canonicals, { href: detachedText(href), from: 'link' })
  if (place === 'hreflang')
    keep(facts.alternates, { language: detachedText(hreflang), href: detachedText(href) })
}

function noteMeta(
  facts: Facts,
  { name = '', property = '', content = '', 'http-equiv': equivalent = '' }: Attributes,
): void {
  const robot = name.toLowerCase()
  const social = (property || name).toLowerCase()
  if (social === 'og:url' || social === 'twitter:url')
    keep(facts.socialUrls, { name: social, href: detachedText(content) })
  if (robot === 'robots') {
    for (const directive of robotsTagDirectives(content)) keep(facts.robots, directive)
  }
  if (robot.endsWith('bot') && robot !== '') {
    for (const directive of robotsTagDirectives(content)) keep(facts.robots, `${robot}: ${directive}`)
  }
  if (equivalent.toLowerCase() === 'refresh') {
    const target = /^\s*[\d.]+\s*[;,]\s*(?:url\s*=\s*)?['"]?([^'"]+)/i.exec(content)?.[1]?.trim()
    facts.refresh ??= target && detachedText(target)
  }
}

function keep<T>(list: T[], item: T): void {
  if (list.length < MOST_FACTS) list.push(item)
}

interface StructuredData {
  /** Why the text is not valid JSON; undefined if the text is valid. */
  readonly problem: string | undefined
  /** Every string in the JSON, including keys; empty if the JSON cannot be read. */
  readonly strings: readonly string[]
}

/** JSON-LD of a page: whether it can be read, and every string in it, decoded. */
export function readStructuredData(text: string): StructuredData {
  try {
    return { problem: undefined, strings: stringsOf(JSON.parse(text)) }
  } catch (error) {
    return { problem: messageOf(error), strings: [] }
  }
}

/** Uses a list instead of recursion, because nesting can be deeper than the stack. */
function stringsOf(json: unknown): string[] {
  const strings: string[] = []
  const open: unknown[] = [json]
  while (open.length > 0) {
    const value = open.pop()
    if (typeof value === 'string') strings.push(value)
    else if (Array.isArray(value)) for (const item of value) open.push(item)
    else if (value !== null && typeof value === 'object') {
      for (const [name, item] of Object.entries(value)) {
        strings.push(name)
        open.push(item)
      }
    }
  }
  return strings
}
