/** Says what a schema expects of a refused value. */
import type * as z from 'zod'

type Issue = z.core.$ZodRawIssue

const KINDS: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
}

const FORMATS: Readonly<Record<string, string>> = {
  date: 'a day such as 2026-10-05',
  datetime: 'a time such as 2026-10-05T09:00:00+09:00',
  url: 'an address',
}

/** Returns words such as `expected 1 to …`, or undefined if zod's own message is to be used. */
export function expectationOf(issue: Issue): string | undefined {
  const words = wordsOf(issue)
  return words === undefined ? undefined : `expected ${words}`
}

function wordsOf(issue: Issue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return typeText(issue.expected, issue.input)
    case 'too_small':
      return `at least ${amountText(Number(issue.minimum), issue.origin)}`
    case 'too_big':
      return `at most ${amountText(Number(issue.maximum), issue.origin)}`
    case 'invalid_value':
      return issue.values.map(value => JSON.stringify(value)).join(' or ')
    case 'invalid_format':
      return FORMATS[issue.format]
    default:
      return undefined
  }
}

function typeText(expected: string, input: unknown): string | undefined {
  const kind = KINDS[expected]
  return kind && (input === undefined ? `${kind}, found nothing` : kind)
}

function amountText(count: number, origin: string): string {
  const unit = UNITS[origin]
  if (unit === undefined) return String(count)
  return `${count} ${unit[count === 1 ? 0 : 1]}`
}

const UNITS: Readonly<Record<string, readonly [one: string, many: string]>> = {
  string: ['character', 'characters'],
  array: ['entry', 'entries'],
}
