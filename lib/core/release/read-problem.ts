import { MESSAGES } from '../language/catalogue.ts'
import { outside } from '../language/outside.ts'
import type { Phrase, Value } from '../phrase.ts'
// this import loads the messages, which are needed before a problem is read
import './problems.ts'

const SEPARATOR = '; '

/** The patterns for the texts of some placeholders. Any other placeholder matches every text that is not empty. */
const HELD: Readonly<Record<string, string>> = {
  code: '\\w+',
  free: '[\\s\\S]*',
  hours: '\\d+',
  minutes: '\\d+',
  quote: '[\\s\\S]*',
  status: '\\d+',
}

/** The placeholders that hold another phrase. */
const PHRASES: readonly string[] = ['act', 'free', 'obstacle', 'problem', 'quote', 'span', 'what', 'why']

/** Matches the catalogues of the problems, and of the failures that end a sync. */
const REPORTED = /^(?:devices|failure)\./

interface Pattern {
  readonly id: string
  readonly pattern: RegExp
}

let patterns: readonly Pattern[] = []
/** The number of messages from which `patterns` was made. A file that is loaded later may add messages. */
let loaded = 0

/** Returns the patterns. Texts with the most fixed characters come first, as a problem may match shorter ones too. */
function knownPatterns(): readonly Pattern[] {
  if (loaded === MESSAGES.size) return patterns
  loaded = MESSAGES.size
  patterns = [...MESSAGES.values()]
    .filter(({ id }) => REPORTED.test(id))
    .toSorted((one, other) => ownLength(other.en) - ownLength(one.en))
    .map(({ id, en }) => ({ id, pattern: patternOf(en) }))
  return patterns
}

function ownLength(en: string): number {
  return en.replaceAll(/\{\w+\}/g, '').length
}

/** Returns a phrase for each part of a reported text, or one for the whole. An unknown part is a text from outside. */
export function readProblem(text: string): Phrase[] {
  const parts = text.split(SEPARATOR)
  const each = parts.map(known)
  if (each.every(part => part !== undefined)) return each
  const whole = known(text)
  return whole ? [whole] : parts.map((part, at) => each[at] ?? outside(part))
}

function known(text: string): Phrase | undefined {
  for (const { id, pattern } of knownPatterns()) {
    const match = pattern.exec(text)
    if (match) return { id, values: Object.fromEntries(Object.entries(match.groups ?? {}).map(readHole)) }
  }
  return undefined
}

function readHole([hole, value]: [string, string]): [string, Value] {
  if (PHRASES.includes(hole)) return [hole, known(value) ?? value]
  return [hole, hole === 'reason' ? { items: readProblem(value), by: 'semicolon' } : value]
}

function patternOf(en: string): RegExp {
  const source = en
    .split(/\{(\w+)\}/)
    .map((part, index) =>
      index % 2 === 0
        ? part.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')
        : `(?<${part}>${HELD[part] ?? '[\\s\\S]+?'})`,
    )
    .join('')
  return new RegExp(`^${source}$`)
}
