/**
 * Finds the old domain, also in forms that a bulk replacement misses: escaped, percent-encoded, punycode, Unicode,
 * full-width letters.
 */
import { domainToASCII, domainToUnicode } from 'node:url'

export const STRING_FORMS = ['raw', 'escaped', 'percent-encoded', 'punycode', 'full-width'] as const
export type StringForm = (typeof STRING_FORMS)[number]

export interface OldString {
  readonly form: StringForm
  /** The host in ASCII: `old.example`, `www.old.example`, `shop.old.example`. */
  readonly host: string
  /** Whether the host is a subdomain other than the www form. */
  readonly subdomain: boolean
  readonly index: number
  /** The text around the occurrence. It is decoded if only decoding showed the occurrence. */
  readonly around: string
}

export interface DomainFinderOptions {
  /** The old domain in ASCII, without `www.` */
  readonly domain: string
  /** The new host, which may be below `domain`: neither this host nor its own subdomains are found. */
  readonly except: string
}

/** Returns all occurrences in one text, or some ten thousand if there are more. */
export interface FindOldStrings {
  (text: string): OldString[]
  /** Whether the page's raw or decoded text can contain the old domain; false only if certainly neither can. */
  mayHold(html: string): boolean
}

const MOST_STRINGS = 10_000
/** The characters read on each side of a match: the longest host name, percent-encoded twice. */
const WINDOW = 300
/** A dot in the escapes of regular expressions, scripts, styles and HTML. */
const ESCAPED_DOT = String.raw`\\+(?:x2e|u002e|u\{0*2e\}|0{0,4}2e ?|056)|&#(?:0*46|x0*2e);|&period;`
const DOT = String.raw`(?:\\{0,2}\.|%(?:25)*2e|${ESCAPED_DOT}|[。．｡])`

/** Compiles regular expressions, which is slow: create only one finder for a move. */
export function createDomainFinder({ domain, except }: DomainFinderOptions): FindOldStrings {
  const labels = domain.split('.')
  const expression = new RegExp(labels.map(labelExpression).join(DOT), 'giu')
  const before = nameCharacters(labels[0] ?? '')
  const after = nameCharacters(labels.at(-1) ?? '')
  const edges: NameEdges = {
    run: new RegExp(`[${before}.-]*$`, 'iu'),
    kana: kanaBefore(labels[0] ?? ''),
    continues: new RegExp(String.raw`^(?:\.|-+)?[${after}]`, 'iu'),
  }
  const excepted = (host: string) => isBelow(except, domain) && isBelow(host, except)
  const hides = domainToUnicode(domain) === domain ? HIDDEN_LETTER : HIDDEN_ANY_LETTER
  const holds = (text: string): boolean => {
    expression.lastIndex = 0
    return expression.test(text)
  }
  const findPlain = (text: string): OldString[] => {
    const found: OldString[] = []
    if (!holds(text)) return found
    expression.lastIndex = 0
    for (const match of text.matchAll(expression)) {
      const context = contextOf(text, match.index, match[0])
      const host = hostAt(context, domain, edges)
      if (host === undefined || excepted(host)) continue
      const subdomain = host !== domain && host !== `www.${domain}`
      const { index } = match
      found.push({ form: formOf(context), host, subdomain, index, around: aroundOf(text, index, match[0]) })
      if (found.length >= MOST_STRINGS) break
    }
    return found
  }
  const find = (text: string): OldString[] => {
    const found = findPlain(text)
    if (!DISGUISED.test(text)) return found
    // unencoded occurrences are removed before the rest is decoded, so that each counts once
    const rest = withoutFound(text, found, expression)
    const wide = findPlain(rest.normalize('NFKC')).map(string => ({ ...string, form: 'full-width' as const }))
    const coded = findPlain(decodeEscapes(rest).normalize('NFKC')).slice(wide.length)
    return [...found, ...wide, ...coded.map(string => ({ ...string, form: codedForm(rest) }))]
  }
  return Object.assign(find, {
    mayHold: (html: string) => holds(html) || hides.test(html) || DISGUISED.test(html),
  })
}

/** Matches full-width letters and dots, letters in circles and the like, and escapes of these and of ASCII letters. */
const DISGUISED =
  /[\uff0e\uff21-\uff5a\u24b6-\u24e9\u2100-\u2134]|\ud835[\udc00-\udfff]|%(?:25)*(?:2e|[46][1-9a-f]|[57][0-9a]|ef%(?:25)*b[cd])|\\u00[4-7][0-9a-f]|\\x[4-7][0-9a-f]/i

function withoutFound(text: string, found: readonly OldString[], expression: RegExp): string {
  if (found.length === 0) return text
  const taken = new Set(found.map(({ index }) => index))
  return text.replace(expression, (match: string, ...more: unknown[]) =>
    taken.has(Number(more.find(value => typeof value === 'number'))) ? ' ' : match,
  )
}

function codedForm(text: string): StringForm {
  return /%[0-9a-f]{2}/i.test(text) ? 'percent-encoded' : 'escaped'
}

/** The start of an encoding that may stand for an ASCII letter. */
const HIDDEN_LETTER = /&#|\\u/
/** The start of an encoding that may stand for any letter, such as a named reference of HTML. */
const HIDDEN_ANY_LETTER = /&|\\u/

interface NameEdges {
  /** The part of the name before the match. */
  readonly run: RegExp
  /** Matches kana before the name that belong to the sentence, as in `サイトは日本.example`. */
  readonly kana: RegExp | undefined
  readonly continues: RegExp
}

interface MatchContext {
  readonly match: string
  readonly rawBefore: string
  readonly rawAfter: string
  /** The raw texts before and after the match, with their escapes decoded. */
  readonly before: string
  readonly after: string
}

function contextOf(text: string, index: number, match: string): MatchContext {
  const rawBefore = text.slice(Math.max(0, index - WINDOW), index)
  const rawAfter = text.slice(index + match.length, index + match.length + WINDOW)
  return { match, rawBefore, rawAfter, before: decodeEscapes(rawBefore), after: decodeEscapes(rawAfter) }
}

const SHOWN = 30

export function aroundOf(text: string, index: number, match: string): string {
  const around = text.slice(Math.max(0, index - SHOWN), index + match.length + SHOWN)
  return around.replace(/\s+/g, ' ').trim()
}

/** The host at the match; undefined for another domain (`notold.example`, `old.example.com`). */
function hostAt({ before, after }: MatchContext, domain: string, edges: NameEdges): string | undefined {
  if (edges.continues.test(after)) return undefined
  if (edges.kana?.test(before)) return domain
  const run = edges.run.exec(before)?.[0] ?? ''
  const name = run.replace(/^[.-]+/, '')
  if (name === '' || name.endsWith('..')) return domain
  if (!name.endsWith('.')) return undefined
  return domainToASCII(`${name}${domainToUnicode(domain)}`) || `${name}${domain}`
}

/**
 * The characters that continue a name. In `サイトold.exampleです` the ASCII domain is a word of its own. Next to a Unicode
 * label, any letter is part of the name.
 */
function nameCharacters(label: string): string {
  return domainToUnicode(label) === label ? 'a-z0-9_' : String.raw`\p{L}\p{N}\p{M}_`
}

/**
 * Matches kana before a name, because Japanese has no space there. Before a name that begins with kana, only the usual
 * particles match.
 */
function kanaBefore(label: string): RegExp | undefined {
  const unicode = domainToUnicode(label)
  if (unicode === label) return undefined
  return /^[\u3041-\u30ff]/.test(unicode) ? /[はがをにのでともへや]$/ : /[\u3041-\u30ff]$/
}

/** The labels of subdomains before the match, back to the next escape. */
const NAMES_BELOW = String.raw`(?:[a-z0-9_-]+(?:\.|%(?:25)*2e|${ESCAPED_DOT}))*$`
const AFTER_PERCENT = new RegExp(`%(?:25)*[0-9a-f]{2}${NAMES_BELOW}`, 'i')
const AFTER_ESCAPE = new RegExp(String.raw`(?:\\/|\\u00[0-9a-f]{2})${NAMES_BELOW}`, 'i')

/** The form of the match. If the match is plain, the characters next to its host decide. */
function formOf({ match, rawBefore, rawAfter }: MatchContext): StringForm {
  if (match.includes('%') || AFTER_PERCENT.test(rawBefore) || /^%[0-9a-f]{2}/i.test(rawAfter)) {
    return 'percent-encoded'
  }
  if (/[\\&]/.test(match) || AFTER_ESCAPE.test(rawBefore) || rawAfter.startsWith('\\/')) return 'escaped'
  return /(?:^|\.)xn--/i.test(match) ? 'punycode' : 'raw'
}

function isBelow(host: string, domain: string): boolean {
  return host === domain || host.endsWith(`.${domain}`)
}

/** A regular expression for a label, because `é` may also be written as two characters. */
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

/** Decodes percent-encoding (also double) and the escapes of JSON and HTML, as far as host names need it. */
function decodeEscapes(text: string): string {
  return text
    .replace(/&(?:amp|quot|lt|gt|apos|nbsp);/gi, ' ')
    .replace(/&#(?:x([0-9a-f]{1,6})|(\d{1,7}));/gi, (_, hex, decimal) => characterOf(hex, decimal))
    .replace(/&period;/gi, '.')
    .replace(/\\+u([0-9a-f]{4})/gi, (_, hex) => characterOf(hex))
    .replace(/\\+u\{([0-9a-f]{1,6})\}/gi, (_, hex) => characterOf(hex))
    .replace(/\\+x([0-9a-f]{2})/gi, (_, hex) => characterOf(hex))
    .replace(/\\+0{0,4}2e ?/gi, '.')
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
