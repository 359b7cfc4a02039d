/**
 * Finds the phrases of a problem that a device reported, for people who read another language: the report itself is in
 * English.
 */
import { outside } from '../language/outside.ts'
import type { Phrase } from '../phrase.ts'
import { DEVICE_PROBLEMS } from './problems.ts'

/** The text between two problems in one reported text. */
const SEPARATOR = '; '

/** The placeholders that hold a number. */
const NUMBERS: readonly string[] = ['hours', 'minutes']

/** The patterns that recognise each problem by its English text. */
const PATTERNS = Object.values(DEVICE_PROBLEMS).map(({ id, en }) => ({ id, pattern: patternOf(en) }))

/**
 * Reads the phrases of a reported text, one for each part of it; a part that is no problem of the list is a text from
 * outside.
 */
export function readProblem(text: string): Phrase[] {
  const parts = text.split(SEPARATOR)
  const each = parts.map(known)
  if (each.every(part => part !== undefined)) return each
  const whole = known(text)
  return whole ? [whole] : parts.map((part, at) => each[at] ?? outside(part))
}

function known(text: string): Phrase | undefined {
  for (const { id, pattern } of PATTERNS) {
    const match = pattern.exec(text)
    if (match) return { id, values: Object.fromEntries(Object.entries(match.groups ?? {}).map(readHole)) }
  }
  return undefined
}

function readHole([hole, value]: [string, string]): [string, Phrase['values'][string]] {
  if (hole === 'span') return [hole, known(value) ?? value]
  return [hole, hole === 'reason' ? { items: readProblem(value), by: 'semicolon' } : value]
}

function patternOf(en: string): RegExp {
  const source = en
    .split(/\{(\w+)\}/)
    .map((part, index) =>
      index % 2 === 0
        ? part.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')
        : `(?<${part}>${NUMBERS.includes(part) ? '\\d+' : '[\\s\\S]+?'})`,
    )
    .join('')
  return new RegExp(`^${source}$`)
}
