/** What is wrong with one redirect rule, by itself or because of the rules before it, for any address. */
import { literalHosts } from './condition-hosts.ts'
import { firstMatch, type RuleRow } from './follow-rules.ts'
import type { Condition } from './hosting-configuration.ts'
import type { PathToken } from './path-pattern.ts'

export type LintKind =
  | 'invalid_rule'
  | 'misses_root'
  | 'misses_trailing_slash'
  | 'no_host_condition'
  | 'temporary'
  | 'loses_path'
  | 'unknown_group'
  | 'no_leading_slash'
  | 'other_host'
  | 'http_destination'
  | 'unreachable'
  | 'loop'
  | 'chain'
  | 'uncaught'
  | 'not_read'

export interface LintFinding {
  readonly kind: LintKind
  /** A note needs no action: the exit status ignores it. */
  readonly severity: 'error' | 'warning' | 'note'
  /** `redirects[0]`, if the finding is about a rule. */
  readonly rule?: string
  /** If the finding is about an address. */
  readonly url?: string
  readonly message: string
}

/** A placeholder for the host, if no rule names one and none is given. */
export const ANY_HOST = 'any-host.invalid'

/** A row of a rule in the file. */
export type WrittenRow = RuleRow & { readonly written: NonNullable<RuleRow['written']> }

export function isWritten(row: RuleRow): row is WrittenRow {
  return row.written !== undefined
}

/** The findings about each rule of the file; `to` is the host that the move's rules redirect to, if it is known. */
export function lintEachRule(rows: readonly RuleRow[], to?: string): LintFinding[] {
  return rows.filter(isWritten).flatMap(row => {
    const earlier = rows.slice(0, rows.indexOf(row)).filter(isWritten)
    return [
      ...hostFindings(row),
      ...statusFindings(row),
      ...sourceFindings(row),
      ...destinationFindings(row, to),
      ...missFindings(row, rows),
      ...reachFindings(row, earlier),
    ]
  })
}

function hostFindings(row: WrittenRow): LintFinding[] {
  const findings: LintFinding[] = []
  const { destination } = row.written.rule
  if (!row.has.some(({ type }) => type === 'host')) {
    const elsewhere = /^https?:\/\//.test(destination)
    findings.push({
      kind: 'no_host_condition',
      severity: elsewhere ? 'error' : 'note',
      rule: row.name,
      message: `has no host condition, so it applies to every host of the project${elsewhere ? ', also to the new one' : ''}`,
    })
  }
  if (destination.startsWith('http://')) {
    findings.push({
      kind: 'http_destination',
      severity: 'warning',
      rule: row.name,
      message: `redirects to "${destination}": the host redirects http to https once more`,
    })
  }
  return findings
}

function statusFindings({ name, status }: WrittenRow): LintFinding[] {
  if (status === 301 || status === 308) return []
  const message = `answers ${status}, which is not permanent: write "permanent": true for 308, or "statusCode": 301`
  return [{ kind: 'temporary', severity: 'error', rule: name, message }]
}

/** A source that does not begin with a slash captures the slash of the path. */
function sourceFindings({ name, written: { rule, compiled } }: WrittenRow): LintFinding[] {
  const [first] = compiled.tokens
  const start = typeof first === 'string' ? first : (first?.prefix ?? '')
  if (start.startsWith('/')) return []
  const message = `has the source "${rule.source}", which captures the first slash too, so "/a" becomes "//a": write "/${rule.source}"`
  return [{ kind: 'no_leading_slash', severity: 'error', rule: name, message }]
}

function destinationFindings(row: WrittenRow, to: string | undefined): LintFinding[] {
  const { name: rule, location, written } = row
  const { names, regexp } = written.compiled
  const { destination } = written.rule
  const error = (kind: LintKind, message: string): LintFinding => ({ kind, severity: 'error', rule, message })
  const groups = [...location.matchAll(/\$(\d+)/g)].map(match => Number(match[1]))
  const unknown = groups.find(group => group < 1 || group > names.length)
  const everyPath = regexp.test('/a') && regexp.test('/a/b')
  const host =
    /^https?:\/\//i.test(destination) && URL.canParse(location) ? new URL(location).hostname : undefined
  const moves = row.has.some(({ type }) => type === 'host')
  return [
    ...(unknown === undefined
      ? []
      : [
          error(
            'unknown_group',
            `uses $${unknown}, but its source captures ${names.length === 1 ? 'one group' : `${names.length} groups`}`,
          ),
        ]),
    ...(everyPath && !/\$/.test(location)
      ? [
          error(
            'loses_path',
            `redirects every path to "${destination}": write "${withPath(destination, names)}" to keep the path`,
          ),
        ]
      : []),
    ...(to !== undefined && host !== undefined && host !== to && moves
      ? [error('other_host', `redirects to ${host}, expected ${to}`)]
      : []),
  ]
}

function withPath(destination: string, names: readonly (string | number)[]): string {
  const [name] = names
  return `${destination.replace(/\/$/, '')}/${typeof name === 'string' ? `:${name}*` : '$1'}`
}

/** Only a rule that is meant to match everything below its literal start can miss something there. */
function missFindings(row: WrittenRow, rows: readonly RuleRow[]): LintFinding[] {
  const { regexp, tokens } = row.written.compiled
  const start = literalStart(tokens)
  const matchesAll = regexp.test(`${start}/a`) && regexp.test(`${start}/a/b`)
  if (!matchesAll) return []
  const missed = [start || '/', ...(start ? [`${start}/`] : []), `${start}/a/`, `${start}/a/b/`]
  return missed
    .filter(path => !regexp.test(path))
    .map(path => {
      const other = firstMatch(rows, new URL(path, `https://${literalHosts(row.has)[0] ?? ANY_HOST}`))
      return {
        kind: path === (start || '/') ? 'misses_root' : 'misses_trailing_slash',
        severity: other ? 'note' : 'error',
        rule: row.name,
        message: other
          ? `does not match "${path}"; ${other.row.name} matches it`
          : `does not match "${path}", and no other rule does: write "${start}/(.*)" instead of "${row.written.rule.source}"`,
      }
    })
}

function reachFindings(row: WrittenRow, earlier: readonly WrittenRow[]): LintFinding[] {
  const cover = earlier.find(candidate => covers(candidate, row))
  if (!cover) return []
  const message = `is never reached: ${cover.name} ("${cover.written.rule.source}") matches everything that it could`
  return [{ kind: 'unreachable', severity: 'warning', rule: row.name, message }]
}

/** Whether `first` certainly matches everything that `second` matches; false if that is unknown. */
function covers(first: WrittenRow, second: WrittenRow): boolean {
  return (
    first.has.every(condition => second.has.some(other => impliedBy(condition, other))) &&
    first.missing.every(condition => second.missing.some(other => same(condition, other))) &&
    coversPaths(first, second)
  )
}

function impliedBy(condition: Condition, other: Condition): boolean {
  if (same(condition, other)) return true
  const [host] = literalHosts([other])
  if (condition.type !== 'host' || host === undefined || typeof condition.value !== 'string') return false
  return new RegExp(`^(?:${condition.value})$`).test(host)
}

function same(one: Condition, other: Condition): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

function coversPaths(first: WrittenRow, second: WrittenRow): boolean {
  const { compiled, regexp, tokens } = first.written.compiled
  const other = second.written.compiled
  if (compiled === other.compiled) return true
  if (other.tokens.every(token => typeof token === 'string')) return regexp.test(other.tokens.join(''))
  const last = tokens.at(-1)
  const open = typeof last === 'object' && last.expression === '.*' && last.modifier === ''
  if (!open || last.suffix !== '' || !tokens.slice(0, -1).every(token => typeof token === 'string'))
    return false
  const needed = `${literalStart(tokens)}${last.prefix}`
  return guaranteedStart(other.tokens).startsWith(needed)
}

/** The text that every path matched by the tokens begins with, without the slash of a first parameter. */
function literalStart(tokens: readonly PathToken[]): string {
  const [first] = tokens
  return typeof first === 'string' ? first.replace(/\/$/, '') : ''
}

function guaranteedStart(tokens: readonly PathToken[]): string {
  const [first, second] = typeof tokens[0] === 'string' ? tokens : ['', tokens[0]]
  const prefix = typeof second === 'object' && /^\+?$/.test(second.modifier) ? second.prefix : ''
  return `${first}${prefix}`
}
