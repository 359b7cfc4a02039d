/**
 * Reads a sitemap: a `urlset`, an index of sitemaps, a feed or a list of addresses
 * (https://www.sitemaps.org/protocol.html#otherformats). The bytes are not trusted: size, depth and number of addresses
 * are limited, and only XML's own five entities are expanded.
 */
import { gunzipSync } from 'node:zlib'
import { Parser } from 'htmlparser2'
import { type Said, say } from '../phrase.ts'
import { decodeText } from '../visit/decode-text.ts'
import { MOVE_SITE } from './words.ts'

export interface Sitemap {
  readonly kind: 'pages' | 'index' | 'list'
  /** The addresses, unchanged and in order: of pages or, in an index, of sitemaps. */
  readonly locations: readonly string[]
  readonly text: string
  /** The reasons why the sitemap is incomplete or no sitemap; each is a part of a sentence. */
  readonly problems: readonly Said[]
}

export interface SitemapLimits {
  /** The most bytes after decompression; the protocol allows 50 MB. */
  readonly bytes?: number
  /** The most addresses; the protocol allows 50,000. */
  readonly locations?: number
}

/** The most bytes that the protocol allows (https://www.sitemaps.org/protocol.html#index). */
export const SITEMAP_LIMIT = 52_428_800
const LIMIT_LOCATIONS = 50_000
const LONGEST_LOCATION = 8_000
/** The depth of elements: a sitemap has three levels (urlset, url, loc), with an extension or in a feed a few more. */
const DEEPEST = 12
/** The length of the pieces in which the parser gets the text, so that it can be stopped. */
const PIECE = 65_536

/** Reads a sitemap. A fault of the text is reported as a problem, not thrown. */
export function readSitemap(bytes: Uint8Array, limits: SitemapLimits = {}): Sitemap {
  const limit = limits.bytes ?? SITEMAP_LIMIT
  if (bytes.length > limit) return unread(say(MOVE_SITE.overBytes, { bytes: limit }))
  const plain = decompress(bytes, limit)
  if ('problem' in plain) return unread(plain.problem)
  const text = decodeText(plain, '')
  const most = limits.locations ?? LIMIT_LOCATIONS
  return /^\s*</.test(text.slice(0, 1000)) ? readXml(text, most) : readList(text, most)
}

function unread(problem: Said): Sitemap {
  return { kind: 'pages', locations: [], text: '', problems: [problem] }
}

function decompress(bytes: Uint8Array, limit: number): Uint8Array | { readonly problem: Said } {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes
  try {
    return gunzipSync(bytes, { maxOutputLength: limit })
  } catch (error) {
    const over = error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE'
    return { problem: over ? say(MOVE_SITE.overBytesUnpacked, { bytes: limit }) : say(MOVE_SITE.noGzip) }
  }
}

function readList(text: string, most: number): Sitemap {
  const lines = text.split(/\r\n|\r|\n/).map(line => line.trim())
  const locations = lines.filter(line => line !== '' && !line.startsWith('#'))
  const other = locations.find(line => !/^(?:https?:\/\/|\/)/i.test(line))
  return {
    kind: 'list',
    locations: locations.slice(0, most),
    text,
    problems: [
      ...(other === undefined ? [] : [say(MOVE_SITE.holdsNoAddressLine, { line: other.slice(0, 80) })]),
      ...(locations.length > most ? [tooMany(most)] : []),
    ],
  }
}

function readXml(text: string, most: number): Sitemap {
  const state: XmlState = {
    open: [],
    root: '',
    closed: false,
    location: '',
    locations: [],
    problems: new Map(),
  }
  const parser = new Parser(xmlHandler(state, most), { xmlMode: true, decodeEntities: true })
  for (let at = 0; at < text.length && state.open.length <= DEEPEST; at += PIECE) {
    parser.write(text.slice(at, at + PIECE))
  }
  const { closed } = state
  parser.end()
  if (!/^(?:urlset|sitemapindex|rss|RDF|feed)$/.test(state.root)) {
    state.problems.set('root', say(MOVE_SITE.otherRoot, { name: state.root }))
  }
  if (!closed) state.problems.set('truncated', say(MOVE_SITE.truncated))
  return {
    kind: state.root === 'sitemapindex' ? 'index' : 'pages',
    locations: state.locations,
    text,
    problems: [...state.problems.values()],
  }
}

interface XmlState {
  readonly open: string[]
  root: string
  /** Whether the file itself closes the root element; at the end of the file, the parser closes open elements. */
  closed: boolean
  location: string
  readonly locations: string[]
  /** The problems, at most one of each kind. */
  readonly problems: Map<string, Said>
}

function xmlHandler(state: XmlState, most: number) {
  const placeIn = (parents: readonly (string | undefined)[], name: string) =>
    state.open.at(-1) === name && parents.includes(state.open.at(-2))
  const inLocation = () => placeIn(['url', 'sitemap'], 'loc') || placeIn(['item'], 'link')
  return {
    onopentagname(name: string) {
      const local = name.slice(name.indexOf(':') + 1)
      if (state.open.length === 0) state.root ||= local
      state.open.push(local)
      state.location = ''
      if (state.open.length > DEEPEST)
        state.problems.set('deep', say(MOVE_SITE.nestedTooDeep, { most: DEEPEST }))
    },
    onopentag(_name: string, { rel = 'alternate', href = '' }: Readonly<Record<string, string>>) {
      // in Atom, this is the page of an entry
      if (placeIn(['entry'], 'link') && rel === 'alternate') state.location = href
    },
    ontext(data: string) {
      if (inLocation() && state.location.length <= LONGEST_LOCATION) state.location += data
    },
    onclosetag() {
      // a feed may have links of another kind, without text
      const isLink = placeIn(['item', 'entry'], 'link')
      if (isLink ? state.location !== '' : inLocation()) keepLocation(state, most)
      state.open.pop()
      if (state.open.length === 0) state.closed = true
    },
  }
}

function keepLocation(state: XmlState, most: number): void {
  const location = state.location.trim()
  if (location.length > LONGEST_LOCATION) state.problems.set('long', say(MOVE_SITE.addressTooLong))
  else if (location === '') state.problems.set('empty', say(MOVE_SITE.emptyAddress))
  else if (state.locations.length >= most) state.problems.set('many', tooMany(most))
  else state.locations.push(location)
}

function tooMany(most: number): Said {
  return say(MOVE_SITE.tooManyAddresses, { count: most })
}
