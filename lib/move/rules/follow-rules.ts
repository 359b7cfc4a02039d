/**
 * What the host's rules do to an address: its own rules for clean addresses and trailing slashes first, then the
 * redirects in their order; the first that matches wins, and the location is looked at again. The configuration is
 * taken to answer for every host that a location leads to, for a rule without a host condition does exactly that.
 */
import { AppError } from '../../errors.ts'
import { type CompiledRedirect, compileRedirect } from './compile-source.ts'
import type { Condition, HostingConfiguration, Matchable, RedirectRule } from './hosting-configuration.ts'

export interface RuleRow {
  /** `redirects[0]`, `trailingSlash`, `cleanUrls`. */
  readonly name: string
  readonly regexp: RegExp
  readonly status: number
  readonly location: string
  readonly has: readonly Condition[]
  readonly missing: readonly Condition[]
  /** The rule of the file, with its number and what it compiles to; undefined where the row is the host's own. */
  readonly written?: {
    readonly index: number
    readonly rule: RedirectRule
    readonly compiled: CompiledRedirect
  }
}

export interface RuleStep {
  readonly url: string
  readonly row: RuleRow
  readonly location: string
}

export interface RuleTrail {
  readonly steps: readonly RuleStep[]
  /** Where no rule matched any more, or the place where the addresses begin again or would never end. */
  readonly end: { readonly kind: 'answered' | 'loop'; readonly url: string }
}

/** An address that is still redirected after this many steps is redirected for ever: rules can lengthen it each time. */
const LONGEST_TRAIL = 50
const OWN_STATUS = 308

/** The rows that the host makes of `cleanUrls` and `trailingSlash`, which stand before every redirect. */
export function ownRows({ cleanUrls = false, trailingSlash }: HostingConfiguration): RuleRow[] {
  const slash = trailingSlash === true ? '/' : ''
  const clean = cleanUrls
    ? [
        row('cleanUrls', /^\/(?:(.+)\/)?index(?:\.html)?\/?$/, `/$1${slash}`),
        row('cleanUrls', /^\/(.*)\.html\/?$/, `/$1${slash}`),
      ]
    : []
  if (trailingSlash === undefined) return clean
  if (!trailingSlash) return [...clean, row('trailingSlash', /^\/(.*)\/$/, '/$1')]
  return [
    ...clean,
    row('trailingSlash', /^\/(?!\.well-known(?:\/|$))((?:[^/]+\/)*[^/.]+)$/, '/$1/'),
    row('trailingSlash', /^\/(?!\.well-known(?:\/|$))((?:[^/]+\/)*[^/]+\.\w+)\/$/, '/$1'),
  ]
}

/** The row of a rule of the file. @throws AppError `usage` where the host refuses it */
export function writtenRow(rule: RedirectRule, index: number): RuleRow {
  const compiled = compileRedirect(rule)
  for (const condition of [...(rule.has ?? []), ...(rule.missing ?? [])]) checkCondition(condition)
  return {
    name: `redirects[${index}]`,
    regexp: compiled.regexp,
    status: compiled.status,
    location: compiled.location,
    has: rule.has ?? [],
    missing: rule.missing ?? [],
    written: { index, rule, compiled },
  }
}

function checkCondition({ type, value }: Condition): void {
  const expression = typeof value === 'string' ? value : value?.re
  try {
    new RegExp(expression ?? '')
  } catch (cause) {
    throw new AppError(
      'usage',
      `Cannot compile the ${type} condition "${expression}": no regular expression`,
      {
        cause,
      },
    )
  }
}

function row(name: string, regexp: RegExp, location: string): RuleRow {
  return { name, regexp, status: OWN_STATUS, location, has: [], missing: [] }
}

/** The first row that catches `url`, and the location that it gives; undefined where none does. */
export function firstMatch(rows: readonly RuleRow[], url: URL): RuleStep | undefined {
  for (const row of rows) {
    const location = locationFor(row, url)
    if (location !== undefined) return { url: url.href, row, location: location.href }
  }
  return undefined
}

/** Every step from `url` on, until no rule matches or the steps begin again. */
export function followRules(rows: readonly RuleRow[], url: URL): RuleTrail {
  const steps: RuleStep[] = []
  const seen = new Set([url.href])
  for (let at = url; ; ) {
    const step = firstMatch(rows, at)
    if (!step) return { steps, end: { kind: 'answered', url: at.href } }
    steps.push(step)
    if (seen.has(step.location) || steps.length >= LONGEST_TRAIL) {
      return { steps, end: { kind: 'loop', url: step.location } }
    }
    seen.add(step.location)
    at = new URL(step.location)
  }
}

function locationFor(row: RuleRow, url: URL): URL | undefined {
  const groups = row.regexp.exec(url.pathname)
  if (!groups) return undefined
  const captured: Record<string, string> = { host: url.hostname }
  for (const condition of row.has) {
    const match = matchCondition(condition, url)
    if (!match) return undefined
    Object.assign(captured, match)
  }
  if (row.missing.some(condition => matchCondition(condition, url))) return undefined
  return locationUrl(fillIn(row.location, groups, captured), url)
}

/** What the condition captures of a plain GET of `url` without cookies; undefined where it does not hold. */
function matchCondition(condition: Condition, url: URL): Record<string, string> | undefined {
  if (condition.type === 'host') return matchValue(condition.value, url.hostname)
  if (condition.type !== 'query') return undefined
  const value = url.searchParams.get(condition.key)
  if (value === null) return undefined
  return condition.value === undefined ? { [condition.key]: value } : matchValue(condition.value, value)
}

function matchValue(wanted: Matchable, value: string): Record<string, string> | undefined {
  if (typeof wanted === 'string') return matchExpression(wanted, value)
  const holds =
    (wanted.eq === undefined || String(wanted.eq) === value) &&
    (wanted.neq === undefined || wanted.neq !== value) &&
    (wanted.inc === undefined || wanted.inc.includes(value)) &&
    (wanted.ninc === undefined || !wanted.ninc.includes(value)) &&
    value.startsWith(wanted.pre ?? '') &&
    value.endsWith(wanted.suf ?? '')
  if (!holds) return undefined
  return wanted.re === undefined ? {} : matchExpression(wanted.re, value)
}

function matchExpression(expression: string, value: string): Record<string, string> | undefined {
  const match = new RegExp(`^(?:${expression})$`).exec(value)
  return match ? { ...match.groups } : undefined
}

function fillIn(location: string, groups: RegExpExecArray, captured: Record<string, string>): string {
  return location.replace(/\$(\d+|[A-Za-z_]\w*)/g, (whole, name: string) =>
    /^\d/.test(name) ? (groups[Number(name)] ?? '') : (captured[name] ?? whole),
  )
}

/** The location as an address; the request's query goes along unless the location has one of the same name. */
function locationUrl(location: string, from: URL): URL | undefined {
  const reference = location.replace(/^\/+/, '/')
  if (!URL.canParse(reference, from.href)) return undefined
  const target = new URL(reference, from)
  if (target.search === '') target.search = from.search
  else {
    for (const [name, value] of from.searchParams) {
      if (!target.searchParams.has(name)) target.searchParams.append(name, value)
    }
  }
  return target
}
