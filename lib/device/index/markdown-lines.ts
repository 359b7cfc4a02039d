/** Splits a Markdown text into lines that join to the same text again, and finds code and comments. Pure. */

export interface Line {
  readonly text: string
  /** `\n`, `\r\n`, or empty at the end of a text without a final newline. */
  readonly ending: string
}

export interface Lines {
  readonly bom: string
  readonly lines: readonly Line[]
  /** The line ending that most lines have. */
  readonly ending: string
  /** Whether the last line ends in a newline; true for an empty text. */
  readonly closed: boolean
}

const BOM = '\ufeff'

export function splitLines(source: string): Lines {
  const bom = source.startsWith(BOM) ? BOM : ''
  const pieces = source.slice(bom.length).match(/[^\n]*\n|[^\n]+$/g) ?? []
  const lines = pieces.map(piece => {
    const ending = /\r?\n$/.exec(piece)?.[0] ?? ''
    return { text: piece.slice(0, piece.length - ending.length), ending }
  })
  const returns = lines.filter(({ ending }) => ending === '\r\n').length
  return {
    bom,
    lines,
    ending: returns > lines.filter(({ ending }) => ending === '\n').length ? '\r\n' : '\n',
    closed: lines.at(-1)?.ending !== '',
  }
}

/** The text of `lines` with the byte order mark, the line ending and the last newline as `source` has them. */
export function joinLines(lines: readonly Line[], source: Lines): string {
  const last = lines.length - 1
  const texts = lines.map(({ text, ending }, index) => {
    if (index === last && !source.closed) return text
    return text + (ending || source.ending)
  })
  return source.bom + texts.join('')
}

export interface Code {
  /** For each line, whether it is part of a fenced code block or an HTML comment. */
  readonly inside: readonly boolean[]
  /** The first line of a block that is not closed: all that follows is part of it. */
  readonly openAt: number | undefined
}

/** Finds fenced code blocks (CommonMark 4.5) and comments that start a line (4.6, kind 2). */
export function findCode(lines: readonly Line[]): Code {
  const inside: boolean[] = []
  let end: RegExp | undefined
  let openAt = 0
  for (const [index, { text }] of lines.entries()) {
    const start = end ? undefined : startOfCode(text)
    if (start) openAt = index
    inside.push(end !== undefined || start !== undefined)
    if (end?.test(text) || start?.closedBy(text)) end = undefined
    else end ??= start?.end
  }
  return { inside, openAt: end ? openAt : undefined }
}

interface CodeStart {
  readonly end: RegExp
  /** Whether the first line is also the last one. */
  closedBy(line: string): boolean
}

const COMMENT_END = /-->/

function startOfCode(text: string): CodeStart | undefined {
  if (/^ {0,3}<!--/.test(text)) return { end: COMMENT_END, closedBy: line => COMMENT_END.test(line) }
  const fence = /^ {0,3}(`{3,})[^`]*$/.exec(text)?.[1] ?? /^ {0,3}(~{3,})/.exec(text)?.[1]
  if (!fence) return undefined
  return { end: new RegExp(`^ {0,3}${fence[0]}{${fence.length},}[ \\t]*$`), closedBy: () => false }
}

/** A heading as `## Text`, without indentation, closing signs and extra spaces; undefined for other lines. */
export function headingOf(text: string): string | undefined {
  const [, signs, words = ''] = /^ {0,3}(#{1,6})(?:[ \t]+(.*))?$/.exec(text) ?? []
  if (signs === undefined) return undefined
  const bare = words.trim().replace(/(^|[ \t]+)#+$/, '')
  return `${signs} ${bare.trim()}`
}

/** Whether the line starts a list item of any kind. */
export function isListItem(text: string): boolean {
  return /^ {0,3}(?:[-*+]|\d{1,9}[.)])(?:[ \t]|$)/.test(text)
}

export function isBlank(text: string): boolean {
  return /^[ \t]*$/.test(text)
}
