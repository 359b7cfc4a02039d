/** A place in a line, in characters and in columns. A tab reaches to the next multiple of four columns. */
export interface LineCursor {
  readonly source: string
  /** The offset of the next character that is neither a space nor a tab. */
  at: number
  atColumn: number
  /** The column up to which the markers of containers have been read. */
  column: number
  /** The end of the line, before the line ending. */
  end: number
  /** The offset before which no rule can start, so that nested list markers do not each search the whole line. */
  noRuleBefore: number
}

const TAB = 9
const LINE_FEED = 10
const RETURN = 13
const SPACE = 32
const TAB_STOP = 4

export function isBlank({ at, end }: LineCursor): boolean {
  return at >= end
}

/** Returns the number of columns of white space before the next character. */
export function indentOf({ atColumn, column }: LineCursor): number {
  return atColumn - column
}

export function lineCursor(source: string, start: number): LineCursor {
  const cursor = { source, at: 0, atColumn: 0, column: 0, end: 0, noRuleBefore: 0 }
  readLine(cursor, start)
  return cursor
}

export function readLine(cursor: LineCursor, start: number): void {
  cursor.at = start
  cursor.atColumn = 0
  cursor.column = 0
  cursor.end = endOfLine(cursor.source, start)
  skipSpace(cursor)
}

/** Moves past the marker, and past the white space after it. */
export function takeMarker(cursor: LineCursor, length: number): void {
  cursor.at += length
  cursor.atColumn += length
  cursor.column = cursor.atColumn
  skipSpace(cursor)
}

function skipSpace(cursor: LineCursor): void {
  for (; cursor.at < cursor.end; cursor.at++) {
    const code = cursor.source.charCodeAt(cursor.at)
    if (code === SPACE) cursor.atColumn++
    else if (code === TAB) cursor.atColumn += TAB_STOP - (cursor.atColumn % TAB_STOP)
    else return
  }
}

/** Returns the first offset that has neither a space nor a tab, or the line's end. */
export function endOfSpace({ source, end }: LineCursor, offset: number): number {
  let at = offset
  while (at < end && isSpace(source.charCodeAt(at))) at++
  return at
}

function isSpace(code: number): boolean {
  return code === SPACE || code === TAB
}

/** Returns the end of the line, before the line ending. */
export function endOfLine(source: string, offset: number): number {
  let end = offset
  for (; end < source.length; end++) {
    const code = source.charCodeAt(end)
    if (code === LINE_FEED || code === RETURN) break
  }
  return end
}

/** Returns the start of the line after the one that ends at `end`. Line endings are CR LF, LF and CR. */
export function nextLine(source: string, end: number): number {
  if (end >= source.length) return end
  const pair = source.charCodeAt(end) === RETURN && source.charCodeAt(end + 1) === LINE_FEED
  return end + (pair ? 2 : 1)
}

/** @param pattern a pattern with the flag `y` (sticky) */
export function matchHere({ source, at }: LineCursor, pattern: RegExp): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(source)
}

export function restOf({ source, at, end }: LineCursor): string {
  return source.slice(at, end)
}

/** Whether the line is a rule: the same sign (`*`, `-` or `_`) three or more times, and white space. */
export function startsRule(cursor: LineCursor): boolean {
  const { source, at, end } = cursor
  if (at < cursor.noRuleBefore || !'*-_'.includes(source[at] ?? ' ')) return false
  const sign = source.charCodeAt(at)
  let signs = 0
  for (let index = at; index < end; index = endOfSpace(cursor, index + 1)) {
    if (source.charCodeAt(index) === sign) signs++
    else {
      cursor.noRuleBefore = index
      return false
    }
  }
  return signs >= 3
}
