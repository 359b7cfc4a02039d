/**
 * Finds faults of one redirect rule that do not depend on an address: faults of the rule itself, and faults that the
 * rules before it cause.
 */
import { type CompiledRedirect, type Parameter, splitCompiled, unescaped } from './compile.ts'
import { literalHosts } from './condition-hosts.ts'
import { firstMatch, type RuleRow } from './follow-rules.ts'
import type { Condition } from './hosting-configuration.ts'

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
  /** The name of the rule, if the finding is about one: `redirects[0]`. */
  readonly rule?: string
  /** The address, if the finding is about one. */
  readonly url?: string
  readonly message: string
}

/** A placeholder for the host, if neither a rule nor the person names one. */
export const ANY_HOST = 'any-host.invalid'

/** A row that was made from a rule in the file. */
export type WrittenRow = RuleRow & { readonly written: NonNullable<RuleRow['written']> }

export function isWritten(row: RuleRow): row is WrittenRow {
  return row.written !== undefined
}

/**
 * Returns the findings about each rule of the file; `to` is the host to which the move's rules redirect, if it is
 * known.
 */
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

/**
 * Returns the findings about the source of a rule. A source that does not begin with a slash captures the slash of the
 * path.
 */
function sourceFindings({ name, written: { rule, compiled } }: WrittenRow): LintFinding[] {
  if (/^\^(?:\(\?:)?\//.test(compiled.compiled)) return []
  const message = `has the source "${rule.source}", which captures the first slash too, so "/a" becomes "//a": write "/${rule.source}"`
  return [{ kind: 'no_leading_slash', severity: 'error', rule: name, message }]
}

function destinationFindings(row: WrittenRow, to: string | undefined): LintFinding[] {
  const { name: rule, location, written } = row
  const { parameters, regexp } = written.compiled
  const { destination } = written.rule
  const error = (kind: LintKind, message: string): LintFinding => ({ kind, severity: 'error', rule, message })
  const groups = [...location.matchAll(/\$(\d+)/g)].map(match => Number(match[1]))
  const unknown = groups.find(group => group < 1 || group > parameters.length)
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
            `uses $${unknown}, but its source captures ${parameters.length === 1 ? 'one group' : `${parameters.length} groups`}`,
          ),
        ]),
    ...(everyPath && !/\$/.test(location)
      ? [
          error(
            'loses_path',
            `redirects every path to "${destination}": write "${withPath(destination, parameters)}" to keep the path`,
          ),
        ]
      : []),
    ...(to !== undefined && host !== undefined && host !== to && moves
      ? [error('other_host', `redirects to ${host}, expected ${to}`)]
      : []),
  ]
}

function withPath(destination: string, [first]: readonly Parameter[]): string {
  return `${destination.replace(/\/$/, '')}/${first?.name === undefined ? '$1' : `:${first.name}*`}`
}

/**
 * Returns the findings about paths that the rule misses. Only for a rule that is meant to match every path that begins
 * with its literal start.
 */
function missFindings(row: WrittenRow, rows: readonly RuleRow[]): LintFinding[] {
  const { compiled, regexp } = row.written.compiled
  const start = splitCompiled(compiled).literal.replace(/\/$/, '')
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

function coversPaths(
  { written: { compiled: first } }: WrittenRow,
  { written: { compiled: second } }: WrittenRow,
): boolean {
  if (first.compiled === second.compiled) return true
  const needed = startOfCatchAll(first)
  const { literal, rest } = splitCompiled(second.compiled)
  if (rest === '$') return first.regexp.test(literal)
  return needed !== undefined && guaranteedStart(second).startsWith(needed)
}

/**
 * Returns the literal text before the `(.*)` at the end of a source that has no other parameter; undefined for another
 * source.
 */
function startOfCatchAll({ compiled }: CompiledRedirect): string | undefined {
  const { literal, rest } = splitCompiled(compiled)
  const catchAll = /^(?:\(\.\*\)|\(\?:((?:\\.|[^\\()])*)\(\.\*\)\))\$$/s.exec(rest)
  return catchAll ? `${literal}${unescaped(catchAll[1] ?? '')}` : undefined
}

/**
 * Returns the text with which every matching path begins: the literal start, and the text before the value of the first
 * parameter.
 */
function guaranteedStart({ compiled, parameters: [first] }: CompiledRedirect): string {
  const { literal, rest } = splitCompiled(compiled)
  const prefix = /^\(\?:((?:\\.|[^\\()])*)\(/s.exec(rest)?.[1] ?? ''
  return first?.optional ? literal : `${literal}${unescaped(prefix)}`
}
