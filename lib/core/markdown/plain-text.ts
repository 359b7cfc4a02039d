/**
 * The text that a reader shows of one line of Markdown, such as a heading: without escapes, marks of emphasis, links and
 * tags (CommonMark 0.31.2, section 6, and strikethrough). Programs that write Markdown escape more signs than people
 * do (`1\. 概要`), and put anchors in headings. Pure.
 */
import { TAG } from './leaf.ts'

/** A longer line is returned as it is. */
const LONGEST = 1000

/** A piece of text, or a run of marks that may open or close emphasis. */
interface Piece {
  text: string
  /** The mark of a run, and the number of marks before any was taken away. */
  readonly mark?: string
  readonly size?: number
  readonly opens?: boolean
  readonly closes?: boolean
}

const NESTED = String.raw`\[(?:[^\\[\]]|\\.)*\]`
const DESTINATION = String.raw`(?:<[^<>]*>|[^\s()<>]*(?:\([^\s()]*\)[^\s()]*)*)`
const LINK_TITLE = String.raw`(?:\s+(?:"[^"]*"|'[^']*'))?`
/** The patterns in the order in which they are tried, and what a match becomes (an escape becomes its sign). */
const PIECES: readonly { readonly pattern: RegExp; readonly pieces: (match: string[]) => Piece[] }[] = [
  { pattern: /[^\\`*_~<&![]+/y, pieces: ([text = '']) => [{ text }] },
  { pattern: /\\([!-/:-@[-`{-~])/y, pieces: ([, sign = '']) => [{ text: sign }] },
  { pattern: /(`+)(?!`)(.*?[^`])\1(?!`)/y, pieces: ([, , code = '']) => [{ text: bareCode(code) }] },
  { pattern: /`+|~{3,}/y, pieces: ([marks = '']) => [{ text: marks }] },
  {
    pattern: new RegExp(
      String.raw`!?\[((?:[^\\[\]]|\\.|${NESTED})*)\]\(\s*${DESTINATION}${LINK_TITLE}\s*\)`,
      'y',
    ),
    pieces: ([, inner = '']) => [{ text: shown(inner) }],
  },
  {
    pattern: /<([a-z][a-z0-9+.-]{1,31}:[^\s<>]*|[^\s<>@]+@[^\s<>@]+)>/iy,
    pieces: ([, link = '']) => [{ text: link }],
  },
  { pattern: /<br\s*\/?>/iy, pieces: () => [{ text: ' ' }] },
  { pattern: new RegExp(`(?:${TAG})|<!--.*?-->|<![a-z][^>]*>`, 'iy'), pieces: () => [] },
  {
    pattern: /&(#\d{1,7}|#x[0-9a-f]{1,6}|amp|lt|gt|quot|nbsp);/iy,
    pieces: ([, name = '']) => [{ text: entity(name) }],
  },
]

/** Matches a line that is not plain text already. */
const SIGN = /[\\`*_~<&[{]/
const RUN = /(\*+|_+|~{1,2}(?!~))/y
/** The identifier of a heading behind its text, as pandoc, kramdown and Docusaurus write it: `{#id .class}`. */
const IDENTIFIER = /\s*\{:?\s*#[^{}]*\}$/

/** The text that a reader shows of `line`, which is inline Markdown without a line ending. */
export function plainText(line: string): string {
  if (line.length > LONGEST || !SIGN.test(line)) return line
  return shown(line.replace(IDENTIFIER, ''))
}

function shown(line: string): string {
  const pieces = piecesOf(line)
  for (const [index, piece] of pieces.entries()) if (piece.closes) close(pieces, index)
  return pieces.map(({ text }) => text).join('')
}

function piecesOf(line: string): Piece[] {
  const pieces: Piece[] = []
  for (let at = 0; at < line.length; ) {
    const found = pieceAt(line, at) ?? { length: 1, pieces: [{ text: line[at] ?? '' }] }
    pieces.push(...found.pieces)
    at += found.length
  }
  return pieces
}

function pieceAt(line: string, at: number): { length: number; pieces: Piece[] } | undefined {
  for (const { pattern, pieces } of PIECES) {
    pattern.lastIndex = at
    const match = pattern.exec(line)
    if (match) return { length: match[0].length, pieces: pieces(match) }
  }
  RUN.lastIndex = at
  const run = RUN.exec(line)?.[0]
  return run === undefined ? undefined : { length: run.length, pieces: [marks(line, at, run)] }
}

/** A run of marks, and what it may do by the characters around it (6.2: left-flanking and right-flanking runs). */
function marks(line: string, at: number, run: string): Piece {
  const before = [...line.slice(Math.max(0, at - 2), at)].at(-1) ?? ' '
  const after = [...line.slice(at + run.length, at + run.length + 2)][0] ?? ' '
  const left = !isSpace(after) && (!isPunctuation(after) || isSpace(before) || isPunctuation(before))
  const right = !isSpace(before) && (!isPunctuation(before) || isSpace(after) || isPunctuation(after))
  const mark = run[0] ?? ''
  const word = mark === '_'
  return {
    text: run,
    mark,
    size: run.length,
    opens: left && (!word || !right || isPunctuation(before)),
    closes: right && (!word || !left || isPunctuation(after)),
  }
}

/** Pairs the run at `index` with the runs before it that it closes, and removes the marks of each pair. */
function close(pieces: Piece[], index: number): void {
  const closer = pieces[index]
  for (let at = index - 1; closer && closer.text !== '' && at >= 0; at--) {
    const opener = pieces[at]
    if (!opener?.opens || opener.mark !== closer.mark || opener.text === '' || !pair(opener, closer)) continue
    const strong = opener.text.length > 1 && closer.text.length > 1
    const length = closer.mark === '~' ? closer.text.length : Number(strong) + 1
    opener.text = opener.text.slice(length)
    closer.text = closer.text.slice(length)
    // the runs between the two can no longer open anything
    for (let inner = at + 1; inner < index; inner++) pieces[inner] = { text: pieces[inner]?.text ?? '' }
    at++
  }
}

/** Whether two runs match: of strikethrough by their length, of emphasis by the rule of three (6.2, rules 9 and 10). */
function pair(opener: Piece, closer: Piece): boolean {
  const [one = 0, other = 0] = [opener.size, closer.size]
  if (closer.mark === '~') return one === other
  if (!opener.closes && !closer.opens) return true
  return (one + other) % 3 !== 0 || (one % 3 === 0 && other % 3 === 0)
}

function bareCode(code: string): string {
  return /^ .*[^ ].* $/.test(code) ? code.slice(1, -1) : code
}

function entity(name: string): string {
  const named = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: '\u00a0' }[name.toLowerCase()]
  if (named !== undefined) return named
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
  return code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)
    ? String.fromCodePoint(code)
    : '\ufffd'
}

function isSpace(character: string): boolean {
  return /\s/u.test(character)
}

function isPunctuation(character: string): boolean {
  return /[\p{P}\p{S}]/u.test(character)
}
