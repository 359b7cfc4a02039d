/**
 * The pattern language of a redirect `source`, as the host reads it: literal characters, `:name`, `(expression)`,
 * `:name(expression)`, `{prefix:name(expression)suffix}`, each with `?`, `+` or `*` after it, and `\` before a literal
 * character. A `/` or `.` directly before a parameter belongs to it and repeats with it.
 */
import { AppError } from '../../core/errors.ts'

export interface Parameter {
  /** Its name; a bare `(expression)` has a number, counted from 0. */
  readonly name: string | number
  readonly prefix: string
  readonly suffix: string
  /** The regular expression of one value; empty for a group that captures nothing. */
  readonly expression: string
  readonly modifier: '' | '?' | '+' | '*'
}

/** Literal text, or something to match. */
export type PathToken = string | Parameter

const ONE_SEGMENT = '[^/]+?'
const NAME = /[A-Za-z0-9_]+/y
const SPECIAL = '*+?{}:()'

/** The tokens of `source`. @throws AppError `usage` on what the host refuses, with the position in it */
export function parsePathPattern(source: string): PathToken[] {
  const cursor: Cursor = { source, at: 0, unnamed: 0 }
  const tokens: PathToken[] = []
  let text = ''
  const push = (token: Parameter) => {
    if (text !== '') tokens.push(text)
    text = ''
    tokens.push(token)
  }
  while (cursor.at < source.length) {
    const character = source[cursor.at] ?? ''
    if (character === '{') push(readGroup(cursor))
    else if (startsParameter(cursor)) push(readParameter(cursor, ''))
    else if ('./'.includes(character) && startsParameter(cursor, 1)) {
      cursor.at += 1
      push(readParameter(cursor, character))
    } else text += readLiteral(cursor)
  }
  if (text !== '') tokens.push(text)
  return tokens
}

interface Cursor {
  readonly source: string
  at: number
  unnamed: number
}

function startsParameter({ source, at }: Cursor, ahead = 0): boolean {
  return source[at + ahead] === ':' || source[at + ahead] === '('
}

function readParameter(cursor: Cursor, prefix: string): Parameter {
  const name = readName(cursor)
  const expression = readExpression(cursor)
  return {
    name: name ?? cursor.unnamed++,
    prefix,
    suffix: '',
    expression: expression ?? ONE_SEGMENT,
    modifier: readModifier(cursor),
  }
}

function readGroup(cursor: Cursor): Parameter {
  const opened = cursor.at
  cursor.at += 1
  const prefix = readLiterals(cursor)
  const name = readName(cursor)
  const expression = readExpression(cursor)
  const suffix = readLiterals(cursor)
  if (cursor.source[cursor.at] !== '}') {
    throw refused(cursor.source, opened, 'the group in braces holds more than one parameter or is not closed')
  }
  cursor.at += 1
  const captures = name !== undefined || expression !== undefined
  return {
    name: name ?? (expression === undefined ? '' : cursor.unnamed++),
    prefix,
    suffix,
    expression: expression ?? (captures ? ONE_SEGMENT : ''),
    modifier: readModifier(cursor),
  }
}

function readName(cursor: Cursor): string | undefined {
  if (cursor.source[cursor.at] !== ':') return undefined
  NAME.lastIndex = cursor.at + 1
  const name = NAME.exec(cursor.source)?.[0]
  if (name === undefined) throw refused(cursor.source, cursor.at, 'a ":" without a name')
  cursor.at += 1 + name.length
  return name
}

function readExpression(cursor: Cursor): string | undefined {
  const { source, at: opened } = cursor
  if (source[opened] !== '(') return undefined
  const end = endOfExpression(source, opened)
  const expression = source.slice(opened + 1, end)
  if (expression === '') throw refused(source, opened, 'empty parentheses')
  if (expression.startsWith('?')) throw refused(source, opened, 'an expression that starts with "?"')
  if (!isExpression(expression)) throw refused(source, opened, 'an invalid regular expression')
  cursor.at = end + 1
  return expression
}

/** The index of the parenthesis that closes the one at `opened`; inner groups may not capture, they would shift `$1`. */
function endOfExpression(source: string, opened: number): number {
  let depth = 1
  for (let at = opened + 1; at < source.length; at++) {
    if (source[at] === '\\') at += 1
    else if (source[at] === ')') depth -= 1
    else if (source[at] === '(') {
      if (source[at + 1] !== '?') throw refused(source, at, 'a capturing group inside an expression')
      depth += 1
    }
    if (depth === 0) return at
  }
  throw refused(source, opened, 'a parenthesis that is not closed')
}

function isExpression(expression: string): boolean {
  try {
    return new RegExp(expression) instanceof RegExp
  } catch {
    return false
  }
}

function readModifier(cursor: Cursor): Parameter['modifier'] {
  const character = cursor.source[cursor.at]
  if (character !== '?' && character !== '+' && character !== '*') return ''
  cursor.at += 1
  return character
}

function readLiterals(cursor: Cursor): string {
  let text = ''
  while (cursor.at < cursor.source.length && !SPECIAL.includes(cursor.source[cursor.at] ?? '')) {
    text += readLiteral(cursor)
  }
  return text
}

function readLiteral(cursor: Cursor): string {
  const { source, at } = cursor
  const character = source[at] ?? ''
  if (SPECIAL.includes(character)) {
    throw refused(
      source,
      at,
      `a "${character}" that belongs to nothing; write "\\${character}" for a literal one`,
    )
  }
  const escaped = character === '\\'
  if (escaped && at + 1 >= source.length) throw refused(source, at, 'a "\\" with nothing after it')
  cursor.at += escaped ? 2 : 1
  return escaped ? (source[at + 1] ?? '') : character
}

function refused(source: string, at: number, what: string): AppError {
  return new AppError('usage', `Cannot compile the source "${source}": at ${at} there is ${what}`, {
    hint: '/(.*) matches every path, the root and trailing slashes included',
  })
}
