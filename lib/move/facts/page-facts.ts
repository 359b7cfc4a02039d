import { Parser } from 'htmlparser2'
import { messageOf } from '../../core/errors.ts'
import { hasRelation, parseLinkHeader } from './link-header.ts'
import { detachedText, type LinkKind, linksOfScript, linksOfStyle, linksOfTag } from './page-links.ts'
import { createPageTextReader, isCode, lettersOf, type PageText, type PageTextReader } from './page-text.ts'
import { isRobotName, robotsTagDirectives } from './robots-directives.ts'
import { scriptRedirect } from './script-redirect.ts'
import type { StringPlace } from './string-tally.ts'
import { attributePlace, contentPlace, linkPlace } from './text-places.ts'

export interface PageFacts {
  /** The canonical links of the head and of the Link header, unresolved. */
  readonly canonicals: readonly { readonly href: string; readonly from: 'link' | 'Link header' }[]
  readonly base: string | undefined
  readonly alternates: readonly { readonly language: string; readonly href: string }[]
  /** The directives of robots metas and X-Robots-Tag, in lower case. */
  readonly robots: readonly string[]
  /** The target of a refresh meta or a Refresh header. */
  readonly refresh: string | undefined
  readonly scriptRedirect: string | undefined
  /** The texts of the page; undefined if the response is not HTML. */
  readonly text: PageText | undefined
  /** The addresses in `og:url` and `twitter:url`. */
  readonly socialUrls: readonly { readonly name: string; readonly href: string }[]
  /** The addresses that the page links to or loads, unresolved and without fragments. */
  readonly links: ReadonlyMap<string, LinkKind>
  /** The files loaded over http, unresolved; empty if the page asks browsers to use https instead. */
  readonly insecure: readonly string[]
  /** The reasons why JSON-LD blocks cannot be read. */
  readonly structuredDataProblems: readonly string[]
}

/** Gets each text. Structured data comes unchanged, because its escapes are a form of their own, and decoded. */
export type OnText = (place: StringPlace, text: string, decoded?: readonly string[]) => void

/** The headers, each of which may occur several times. */
export type PageHeaders = Readonly<Record<string, string | string[] | undefined>>

const MOST_FACTS = 100
const MOST_LINKS = 5_000

export function readPage(html: string, headers: PageHeaders, onText?: OnText): PageFacts {
  const facts = factsOfHeaders(headers)
  const codes: string[] = []
  const reader = createPageTextReader()
  const parser = new Parser(pageHandler(facts, { reader, codes, onText }), { decodeEntities: true })
  parser.write(html)
  parser.end()
  const text = reader.read()
  const isEmpty = codes.length > 0 && lettersOf(text.visible) < MOST_EMPTY
  const upgrades =
    facts.insecure.length > 0 &&
    (UPGRADE.test(html) || valuesOf(headers, 'content-security-policy').some(isUpgrade))
  return {
    ...facts,
    text,
    scriptRedirect: codes.map(code => scriptRedirect(code, { isEmpty })).find(target => target !== undefined),
    insecure: upgrades ? [] : facts.insecure,
  }
}

/** The letters below which a page counts as empty if it has a script that may redirect. */
const MOST_EMPTY = 200
/** The policy by which browsers load every file over https. */
const UPGRADE = /<meta[^>]+content-security-policy[^>]+upgrade-insecure-requests/i
const isUpgrade = (policy: string) => /upgrade-insecure-requests/i.test(policy)

/** Returns the facts of a response that is not HTML. */
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
    refresh: valuesOf(headers, 'refresh').map(refreshTarget).find(Boolean),
    scriptRedirect: undefined,
    text: undefined,
    socialUrls: [],
    links: new Map(),
    insecure: [],
    structuredDataProblems: [],
  }
}

function valuesOf(headers: PageHeaders, name: string): string[] {
  return [headers[name] ?? []].flat()
}

type Facts = { -readonly [K in keyof PageFacts]: Growing<PageFacts[K]> }
type Growing<T> = T extends readonly (infer Item)[]
  ? Item[]
  : T extends ReadonlyMap<infer Key, infer Value>
    ? Map<Key, Value>
    : T

type Attributes = Readonly<Record<string, string>>

interface PageListeners {
  readonly reader: PageTextReader
  readonly codes: string[]
  readonly onText: OnText | undefined
}

function pageHandler(facts: Facts, { reader, codes, onText }: PageListeners) {
  let text = ''
  let textPlace: StringPlace = 'text'
  let inCode = false
  /** The number of open templates: a browser does not show one, so tags in it do not count. */
  let inert = 0
  const endText = () => {
    if (text !== '') endBlock(textPlace, text)
    text = ''
    textPlace = 'text'
  }
  const endBlock = (place: StringPlace, block: string) => {
    if (inert === 0) noteBlock(facts, place, block)
    if (inert === 0 && place === 'script' && inCode && block.includes('location')) codes.push(block)
    onText?.(place, block, place === 'structured-data' ? readStructuredData(block).strings : undefined)
  }
  return {
    onopentag(name: string, attributes: Attributes) {
      endText()
      textPlace = contentPlace(name, attributes)
      inCode = name === 'script' && isCode(attributes)
      if (onText) passAttributes(name, attributes, onText)
      if (inert === 0) noteTag(facts, name, attributes)
      if (isInert(name, attributes, inert)) inert += 1
      if (name === 'body' && attributes['onload'] !== undefined) codes.push(attributes['onload'])
      reader.open(name, attributes)
    },
    onclosetag(name: string) {
      endText()
      if (name === 'template' && inert > 0) inert -= 1
      reader.close()
    },
    ontext: (data: string) => {
      text += data
      reader.text(data)
    },
    oncomment: (data: string) => {
      endText()
      onText?.('comment', data)
    },
    onprocessinginstruction: (_name: string, data: string) => onText?.('other', data),
    onend: endText,
  }
}

/** Browsers show a declarative shadow root, but no other template. */
function isInert(name: string, { shadowrootmode }: Attributes, outside: number): boolean {
  return name === 'template' && (outside > 0 || shadowrootmode === undefined)
}

function noteBlock(facts: Facts, place: StringPlace, block: string): void {
  if (place === 'style') addLinks(facts, linksOfStyle(block))
  if (place === 'script') addLinks(facts, linksOfScript(block))
  if (place !== 'structured-data') return
  const { problem } = readStructuredData(block)
  if (problem !== undefined) keep(facts.structuredDataProblems, problem)
}

function passAttributes(name: string, attributes: Attributes, onText: OnText): void {
  for (const [attribute, value] of Object.entries(attributes)) {
    if (value !== '') onText(attributePlace(name, attribute, attributes), value)
  }
}

function noteTag(facts: Facts, name: string, attributes: Attributes): void {
  const { href = '' } = attributes
  if (name === 'base' && href !== '') facts.base ??= detachedText(href)
  if (name === 'link') noteLink(facts, attributes)
  if (name === 'meta') noteMeta(facts, attributes)
  if (attributes['style']?.includes('url(')) addLinks(facts, linksOfStyle(attributes['style']))
  addLinks(facts, linksOfTag(name, attributes), { isLoaded: name !== 'a' && name !== 'area' })
}

function addLinks(
  facts: Facts,
  links: readonly (readonly [string, LinkKind])[],
  { isLoaded = true }: { isLoaded?: boolean } = {},
): void {
  for (const [link, kind] of links) {
    if (isLoaded && /^http:/i.test(link)) keep(facts.insecure, detachedText(link))
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
  if (robot !== 'robots' && isRobotName(robot)) {
    for (const directive of robotsTagDirectives(content)) keep(facts.robots, `${robot}: ${directive}`)
  }
  if (equivalent.toLowerCase() === 'refresh') facts.refresh ??= refreshTarget(content)
}

/** Matches a time and the address, perhaps in quotation marks (HTML Standard, "shared declarative refresh steps"). */
const REFRESH =
  /^\s*[\d.]+(?:\s*[;,]\s*|\s+)(?:url\s*=\s*)?(?:(?<mark>['"])(?<quoted>[\s\S]*?)(?:\k<mark>|$)|(?<bare>[\s\S]*))/i

/** Returns the target, or undefined if the value only reloads the page. */
function refreshTarget(value: string): string | undefined {
  const { quoted, bare = '' } = REFRESH.exec(value)?.groups ?? {}
  const target = (quoted ?? bare).trim()
  return target === '' ? undefined : detachedText(target)
}

function keep<T>(list: T[], item: T): void {
  if (list.length < MOST_FACTS) list.push(item)
}

interface StructuredData {
  readonly problem: string | undefined
  /** All strings of the JSON, including the keys. */
  readonly strings: readonly string[]
}

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
