import { endOfLine, nextLine } from '../../core/markdown/line-cursor.ts'

export interface Edit {
  readonly from: number
  readonly to: number
  readonly text: string
}

/** Applies edits that are in order and do not overlap. If an edit joins a CR and an LF, these stay two line endings. */
export function applyEdits(source: string, edits: readonly Edit[]): string {
  const pieces: string[] = []
  let at = 0
  let ended = false
  const add = (piece: string): void => {
    if (piece === '') return
    if (ended && piece.startsWith('\n')) pieces.push('\r')
    pieces.push(piece)
    ended = piece.endsWith('\r')
  }
  for (const { from, to, text } of edits) {
    add(source.slice(at, from))
    add(text)
    at = to
  }
  add(source.slice(at))
  return pieces.join('')
}

/** The line ending of most lines: LF, CR LF or CR. */
export function lineEndingOf(source: string): string {
  const counts = { '\n': 0, '\r\n': 0, '\r': 0 }
  for (let at = endOfLine(source, 0); at < source.length; ) {
    const next = nextLine(source, at)
    if (next - at === 2) counts['\r\n']++
    else if (source[at] === '\r') counts['\r']++
    else counts['\n']++
    at = endOfLine(source, next)
  }
  const most = Math.max(...Object.values(counts))
  return Object.entries(counts).find(([, count]) => count === most)?.[0] ?? '\n'
}

/** Whether `source` is empty or its last line has a line ending. */
export function isClosed(source: string): boolean {
  return source === '' || /[\r\n]/.test(source.slice(-1))
}

export function withoutLastEnding(source: string): string {
  const ending = /(?:\r\n|\n|\r)$/.exec(source.slice(-2))?.[0] ?? ''
  return source.slice(0, source.length - ending.length)
}

export function lineAt(source: string, offset: number): string {
  return source.slice(offset, endOfLine(source, offset))
}

/** The line before `offset`, without its line ending; empty at the start of the text. */
export function lineBefore(source: string, offset: number): string {
  const end = offset - (source.slice(0, offset).endsWith('\r\n') ? 2 : 1)
  let start = end
  while (start > 0 && source[start - 1] !== '\n' && source[start - 1] !== '\r') start--
  return source.slice(start, Math.max(end, 0))
}
