/**
 * Returns what a viewer shows of one line (CommonMark 0.31.2, section 6, and strikethrough with two tildes). Programs
 * that write Markdown escape more signs than people do (`1\. 概要`), and put anchors in headings. Pure.
 */
import { type Run, removePairs, runOf } from './emphasis.ts'
import { entity } from './entities.ts'
import { TAG } from './leaf.ts'

/** The most characters of a line. A longer line is returned as it is. */
const LONGEST = 1000

interface Form {
  readonly pattern: RegExp
  readonly text: (match: string[]) => string
  /** A text that every match contains. After its last place in a line the form is not tried, to save time. */
  readonly end?: string
}

const NESTED = String.raw`\[(?:[^\\[\]]|\\.)*\]`
const DESTINATION = String.raw`(?:<[^<>]*>|(?=[^\s<])(?:[^\s()]|\([^\s()]*\))+)`
const LINK_TITLE = String.raw`(?:\s+(?:"[^"]*"|'[^']*'))?`
const LINK: Form = {
  pattern: new RegExp(
    String.raw`!?\[((?:[^\\[\]]|\\.|${NESTED})*)\]\(\s*(?:${DESTINATION}${LINK_TITLE}\s*)?\)`,
    'y',
  ),
  text: ([, inner = '']) => shown(inner),
  end: ')',
}
const WORDS: Form = { pattern: /[^\\`*_~<&![]+/y, text: ([words = '']) => words }

/** The forms by their first sign, in the order in which they are tried. */
const FORMS: Readonly<Record<string, readonly Form[]>> = {
  '\\': [{ pattern: /\\([!-/:-@[-`{-~])/y, text: ([, sign = '']) => sign }],
  '`': [
    { pattern: /(`+)(?!`)(.*?[^`])\1(?!`)/y, text: ([, , code = '']) => bareCode(code) },
    { pattern: /`+/y, text: ([signs = '']) => signs },
  ],
  '*': [],
  _: [],
  '~': [{ pattern: /~{3,}/y, text: ([signs = '']) => signs }],
  '!': [LINK],
  '[': [LINK],
  '<': [
    {
      pattern: /<([a-z][a-z0-9+.-]{1,31}:[^\s<>]*|[^\s<>@]+@[^\s<>@]+)>/iy,
      text: ([, link = '']) => link,
      end: '>',
    },
    { pattern: /<br\s*\/?>/iy, text: () => ' ', end: '>' },
    { pattern: /<!--.*?-->/y, text: () => '', end: '-->' },
    { pattern: new RegExp(`(?:${TAG})|<![a-z][^>]*>`, 'iy'), text: () => '', end: '>' },
  ],
  '&': [
    {
      pattern: /&(#\d{1,7}|#x[0-9a-f]{1,6}|[a-z][a-z0-9]*);/iy,
      text: ([written = '', name = '']) => entity(name) ?? written,
    },
  ],
}

const SIGN = /[\\`*_~<&[{]/
const RUN = /\*+|_+|~~/y
/** A heading's identifier, as pandoc, kramdown and Docusaurus write it: `{#id .class}`. */
const IDENTIFIER = /(?<!(?<!\\)(?:\\\\)*\\)\{:?\s*#[^{}\\]*\}$/

/** @param line inline Markdown without a line ending */
export function plainText(line: string): string {
  if (line.length > LONGEST || !SIGN.test(line)) return line
  const end = line.search(IDENTIFIER)
  return shown(end === -1 ? line : line.slice(0, end).trimEnd())
}

function shown(line: string): string {
  const pieces: (string | Run)[] = []
  const ends = endsOf(line)
  for (let at = 0; at < line.length; ) {
    const { length, piece } = pieceAt(line, at, ends)
    pieces.push(piece)
    at += length
  }
  removePairs(pieces.filter(piece => typeof piece !== 'string'))
  return pieces.map(piece => (typeof piece === 'string' ? piece : piece.text)).join('')
}

/** Finds the last place of each text, and searches only once for each text. */
function endsOf(line: string): (text: string) => number {
  const found = new Map<string, number>()
  return text => {
    const last = found.get(text) ?? line.lastIndexOf(text)
    found.set(text, last)
    return last
  }
}

function pieceAt(
  line: string,
  at: number,
  ends: (text: string) => number,
): { length: number; piece: string | Run } {
  const sign = line[at] ?? ''
  for (const { pattern, text, end } of FORMS[sign] ?? [WORDS]) {
    const match = end === undefined || ends(end) > at ? matchAt(pattern, line, at) : null
    if (match) return { length: match[0].length, piece: text(match) }
  }
  const run = matchAt(RUN, line, at)?.[0]
  return run === undefined ? { length: 1, piece: sign } : { length: run.length, piece: runOf(line, at, run) }
}

function matchAt(pattern: RegExp, line: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(line)
}

function bareCode(code: string): string {
  return /^ .*[^ ].* $/.test(code) ? code.slice(1, -1) : code
}
