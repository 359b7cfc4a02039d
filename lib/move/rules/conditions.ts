/** The conditions of rules, for requests that are a plain GET without cookies. */
import { AppError } from '../../core/errors.ts'
import type { Condition, Matchable } from './hosting-configuration.ts'

export interface CompiledCondition {
  readonly type: Condition['type']
  /** A key that is the same for equal conditions. */
  readonly key: string
  /** The hosts that an expression such as `(www\\.)?old\\.example` matches; none for `.*` or for more than 50 names. */
  readonly hosts: readonly string[]
  /** The text of the condition, unchanged; undefined if it has none. */
  readonly written: string | undefined
  /** Returns false if the condition certainly does not hold on the host. Uses no regular expression. */
  mayHoldOn(host: string): boolean
  /** Returns the captures; undefined if `url` does not meet the condition. */
  match(url: Matched): Record<string, string> | undefined
}

type Matched = Pick<URL, 'hostname' | 'searchParams'>

export function anyAddress(hostname: string): Matched {
  return { hostname, searchParams: NO_QUERY }
}

const NO_QUERY = new URLSearchParams()

type MatchValue = (value: string) => Record<string, string> | undefined

/** @throws AppError `usage` if the expression of the condition is not valid */
export function compileCondition(condition: Condition): CompiledCondition {
  const { type, value } = condition
  const matches = value === undefined ? undefined : compileValue(value, type)
  const text = typeof value === 'string' ? value : (value?.eq ?? value?.re)
  const written = text === undefined ? undefined : String(text)
  const hosts = type === 'host' && written !== undefined ? hostsOf(written) : []
  return {
    type,
    key: JSON.stringify(condition),
    hosts,
    written,
    mayHoldOn: host => hosts.length === 0 || hosts.some(name => isLike(name, host)),
    match(url) {
      if (type === 'host') return matches?.(url.hostname)
      if (type !== 'query') return undefined
      const given = url.searchParams.get(condition.key)
      if (given === null) return undefined
      return matches ? matches(given) : { [condition.key]: given }
    },
  }
}

/** Whether the name matches the host. A dot in it matches any character, as in a regular expression. */
function isLike(name: string, host: string): boolean {
  if (name.length !== host.length) return false
  for (let at = 0; at < name.length; at++) {
    if (name[at] !== host[at] && name[at] !== '.') return false
  }
  return true
}

function compileValue(expected: Matchable, type: string): MatchValue {
  if (typeof expected === 'string') return compileExpression(expected, type)
  const matches = expected.re === undefined ? () => ({}) : compileExpression(expected.re, type)
  return value => {
    const holds =
      (expected.eq === undefined || String(expected.eq) === value) &&
      (expected.neq === undefined || expected.neq !== value) &&
      (expected.inc === undefined || expected.inc.includes(value)) &&
      (expected.ninc === undefined || !expected.ninc.includes(value)) &&
      value.startsWith(expected.pre ?? '') &&
      value.endsWith(expected.suf ?? '') &&
      isWithin(value, expected)
    return holds ? matches(value) : undefined
  }
}

/** Whether the value is within the bounds; without bounds, any value is. */
function isWithin(value: string, { gt, gte, lt, lte }: Exclude<Matchable, string>): boolean {
  const number = value.trim() === '' ? Number.NaN : Number(value)
  return (
    (gt === undefined || number > gt) &&
    (gte === undefined || number >= gte) &&
    (lt === undefined || number < lt) &&
    (lte === undefined || number <= lte)
  )
}

function compileExpression(expression: string, type: string): MatchValue {
  try {
    new RegExp(expression)
    const whole = new RegExp(`^(?:${expression})$`)
    return value => {
      const match = whole.exec(value)
      return match ? { ...match.groups } : undefined
    }
  } catch (cause) {
    throw new AppError(
      'usage',
      `Cannot compile the ${type} condition "${expression}": it is not a valid regular expression`,
      { cause },
    )
  }
}

/** The most hosts of one condition, and the longest expression whose names are read. */
const MOST_HOSTS = 50
const LONGEST_NAMES = 1_000

/** Matches a name, in which a dot may be escaped. */
const NAME = /^(?:[a-z0-9-]|\\?\.)+$/i
/** Matches the innermost group, and whether it is optional. */
const GROUP = /\((?:\?:|\?<\w+>)?([^()]*)\)(\??)/

function hostsOf(expression: string): string[] {
  if (expression.length > LONGEST_NAMES) return []
  let open = [expression.replace(/^\^/, '').replace(/\$$/, '')]
  while (open.some(text => GROUP.test(text))) {
    open = open.flatMap(expanded)
    if (open.length > MOST_HOSTS) return []
  }
  const names = open.flatMap(text => text.split('|'))
  if (!names.every(name => NAME.test(name))) return []
  const hosts = names.map(name => name.replaceAll('\\', '').toLowerCase())
  return hosts.filter(host => URL.canParse(`https://${host}`))
}

function expanded(text: string): string[] {
  const group = GROUP.exec(text)
  if (!group) return [text]
  const [whole, inner = '', optional] = group
  const alternatives = [...inner.split('|'), ...(optional === '?' ? [''] : [])]
  return alternatives.map(one => text.slice(0, group.index) + one + text.slice(group.index + whole.length))
}
