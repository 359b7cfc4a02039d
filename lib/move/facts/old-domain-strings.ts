/**
 * Finds the old domain in any text, in the forms that a bulk replacement misses: as it is, with JSON's escaped slashes
 * (`https:\/\/old.example`), percent-encoded (`https%3A%2F%2Fold.example`), in punycode and in Unicode. `notold.example`
 * and `old.example.com` are other domains and do not count; `shop.old.example` counts, and is said.
 */
import { domainToASCII, domainToUnicode } from 'node:url'

export const STRING_FORMS = ['raw', 'escaped', 'percent-encoded', 'punycode'] as const
export type StringForm = (typeof STRING_FORMS)[number]

export interface OldString {
  readonly form: StringForm
  /** The whole host that stands there, in ASCII: `old.example`, `www.old.example`, `shop.old.example`. */
  readonly host: string
  /** Whether `host` is another name below the old domain, not itself or its www form. */
  readonly subdomain: boolean
  readonly index: number
}

export interface DomainFinderOptions {
  /** The domain to find, without `www.`, in ASCII. */
  readonly domain: string
  /** A name below `domain` that is meant to stand there, with the names below it: a new host below the old domain. */
  readonly except: string
}

/** All of them in one text, or the first ten thousand. */
export type FindOldStrings = (text: string) => OldString[]

const MOST_STRINGS = 10_000
/** What is looked at around a match: the longest host name, each character percent-encoded twice. */
const WINDOW = 300
const DOT = String.raw`(?:\\{0,2}\.|%(?:25)*2e|\\u002e|[。．｡])`

/** The finder for one move; it keeps compiled expressions, so make it once. */
export function createDomainFinder({ domain, except }: DomainFinderOptions): FindOldStrings {
  const labels = domain.split('.')
  const expression = new RegExp(labels.map(labelExpression).join(DOT), 'giu')
  const before = nameCharacters(labels[0] ?? '')
  const after = nameCharacters(labels.at(-1) ?? '')
  const edges: NameEdges = {
    run: new RegExp(`[${before}.-]*$`, 'iu'),
    goesOn: new RegExp(String.raw`^(?:\.|-+)?[${after}]`, 'iu'),
  }
  const excepted = (host: string) => isBelow(except, domain) && isBelow(host, except)
  return text => {
    const found: OldString[] = []
    for (const match of text.matchAll(expression)) {
      const place = surroundings(text, match.index, match[0])
      const host = hostAt(place, domain, edges)
      if (host === undefined || excepted(host)) continue
      const subdomain = host !== domain && host !== `www.${domain}`
      found.push({ form: formOf(place), host, subdomain, index: match.index })
      if (found.length >= MOST_STRINGS) break
    }
    return found
  }
}

/** What tells where a name begins and whether it goes on. */
interface NameEdges {
  readonly run: RegExp
  readonly goesOn: RegExp
}

interface Place {
  readonly match: string
  /** The text before and after, as it stands. */
  readonly rawBefore: string
  readonly rawAfter: string
  /** The same, with its escapes undone. */
  readonly before: string
  readonly after: string
}

function surroundings(text: string, index: number, match: string): Place {
  const rawBefore = text.slice(Math.max(0, index - WINDOW), index)
  const rawAfter = text.slice(index + match.length, index + match.length + WINDOW)
  return { match, rawBefore, rawAfter, before: undoEscapes(rawBefore), after: undoEscapes(rawAfter) }
}

/** The host that the match is the end of; undefined where the name goes on and is another domain. */
function hostAt({ before, after }: Place, domain: string, edges: NameEdges): string | undefined {
  if (edges.goesOn.test(after)) return undefined
  const run = edges.run.exec(before)?.[0] ?? ''
  const name = run.replace(/^[.-]+/, '')
  if (name === '' || name.endsWith('..')) return domain
  if (!name.endsWith('.')) return undefined
  return domainToASCII(`${name}${domainToUnicode(domain)}`) || `${name}${domain}`
}

/**
 * Next to an ASCII label only ASCII continues a name: in `サイトold.exampleです` the domain stands by itself, as it
 * does in running Japanese. Next to a Unicode label any letter does.
 */
function nameCharacters(label: string): string {
  return domainToUnicode(label) === label ? 'a-z0-9_' : String.raw`\p{L}\p{N}\p{M}_`
}

/** The names below the match, up to the escape that leads up to them. */
const NAMES_BELOW = String.raw`(?:[a-z0-9_-]+(?:\.|%(?:25)*2e|\\u002e))*$`
const LED_BY_PERCENT = new RegExp(`%(?:25)*[0-9a-f]{2}${NAMES_BELOW}`, 'i')
const LED_BY_ESCAPE = new RegExp(String.raw`(?:\\/|\\u00[0-9a-f]{2})${NAMES_BELOW}`, 'i')

/** The encoding of the match itself, or of the characters right around its host. */
function formOf({ match, rawBefore, rawAfter }: Place): StringForm {
  if (match.includes('%') || LED_BY_PERCENT.test(rawBefore) || /^%[0-9a-f]{2}/i.test(rawAfter)) {
    return 'percent-encoded'
  }
  if (match.includes('\\') || LED_BY_ESCAPE.test(rawBefore) || rawAfter.startsWith('\\/')) return 'escaped'
  return /(?:^|\.)xn--/i.test(match) ? 'punycode' : 'raw'
}

function isBelow(host: string, domain: string): boolean {
  return host === domain || host.endsWith(`.${domain}`)
}

/** One label in every form it is written in; `é` also as two characters. */
function labelExpression(label: string): string {
  const unicode = domainToUnicode(label)
  if (unicode === label) return escapeExpression(label)
  const forms = [unicode, unicode.normalize('NFD')].flatMap(text => [
    escapeExpression(text),
    [...new TextEncoder().encode(text)].map(percentExpression).join(''),
    Array.from({ length: text.length }, (_, at) => unicodeEscape(text.charCodeAt(at))).join(''),
  ])
  return `(?:${[...new Set([...forms, escapeExpression(label)])].join('|')})`
}

/** An ASCII byte may stand for itself. */
function percentExpression(byte: number): string {
  const encoded = `%(?:25)*${byte.toString(16).padStart(2, '0')}`
  return byte < 0x80 ? `(?:${escapeExpression(String.fromCharCode(byte))}|${encoded})` : encoded
}

function unicodeEscape(unit: number): string {
  const escaped = `\\\\u${unit.toString(16).padStart(4, '0')}`
  return unit < 0x80 ? `(?:${escapeExpression(String.fromCharCode(unit))}|${escaped})` : escaped
}

function escapeExpression(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
}

/** Undoes percent-encoding (also twice), JSON's and HTML's escapes, as far as a name's end can depend on them. */
function undoEscapes(text: string): string {
  return text
    .replace(/&(?:amp|quot|lt|gt|apos|nbsp);/gi, ' ')
    .replace(/&#(?:x([0-9a-f]{1,6})|(\d{1,7}));/gi, (_, hex, decimal) => characterOf(hex, decimal))
    .replace(/\\u([0-9a-f]{4})/gi, (_, hex) => characterOf(hex))
    .replace(/\\x([0-9a-f]{2})/gi, (_, hex) => characterOf(hex))
    .replace(/\\[nrtbfv]/g, ' ')
    .replace(/(?:%(?:25)*[0-9a-f]{2})+/gi, decodePercent)
}

function characterOf(hex: string | undefined, decimal?: string): string {
  const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
  return code <= 0x10ffff ? String.fromCodePoint(code) : ' '
}

function decodePercent(run: string): string {
  const bytes = [...run.matchAll(/%(?:25)*([0-9a-f]{2})/gi)].map(match => Number.parseInt(match[1] ?? '', 16))
  return new TextDecoder().decode(Uint8Array.from(bytes))
}
