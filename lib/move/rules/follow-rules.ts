/**
 * Applies the host's rules to an address: first the host's own rules for clean addresses and trailing slashes, then the
 * redirects in their order. The first rule that matches wins. The rules are applied again to the location, on whatever
 * host it is, because a rule without a host condition applies to every host.
 */
import { AppError } from '../../core/errors.ts'
import { type CompiledRedirect, compileRedirect } from './compile.ts'
import type { Condition, HostingConfiguration, Matchable, RedirectRule } from './hosting-configuration.ts'

export interface RuleRow {
  /** The name of the row: `redirects[0]`, `trailingSlash` or `cleanUrls`. */
  readonly name: string
  readonly regexp: RegExp
  readonly status: number
  readonly location: string
  readonly has: readonly Condition[]
  readonly missing: readonly Condition[]
  /** The rule in the file, with its number and its compiled form; undefined if the host itself made the row. */
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
  /** The last address: the one that no rule matches, or the one at which a loop was found. */
  readonly end: { readonly kind: 'answered' | 'loop'; readonly url: string }
}

/**
 * If an address is still redirected after this many steps, this counts as a loop: rules can make an address longer at
 * each step, so that no address repeats.
 */
const LONGEST_TRAIL = 50
const OWN_STATUS = 308

/** Returns the rows that the host itself makes of `cleanUrls` and `trailingSlash`; they come before every redirect. */
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

/**
 * Returns the row of a rule of the file. @throws AppError `usage` if the host refuses the rule
 */
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
      `Cannot compile the ${type} condition "${expression}": it is not a valid regular expression`,
      {
        cause,
      },
    )
  }
}

function row(name: string, regexp: RegExp, location: string): RuleRow {
  return { name, regexp, status: OWN_STATUS, location, has: [], missing: [] }
}

/** Returns the first row that matches `url`, and the Location to which it redirects; undefined if no row matches. */
export function firstMatch(rows: readonly RuleRow[], url: URL): RuleStep | undefined {
  for (const row of rows) {
    const location = locationFor(row, url)
    if (location !== undefined) return { url: url.href, row, location: location.href }
  }
  return undefined
}

/** Returns every step from `url` on, until no rule matches or the steps repeat. */
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

/**
 * Returns the captures of the condition for a plain GET of `url` without cookies; undefined if the condition does not
 * match.
 */
function matchCondition(condition: Condition, url: URL): Record<string, string> | undefined {
  if (condition.type === 'host') return matchValue(condition.value, url.hostname)
  if (condition.type !== 'query') return undefined
  const value = url.searchParams.get(condition.key)
  if (value === null) return undefined
  return condition.value === undefined ? { [condition.key]: value } : matchValue(condition.value, value)
}

function matchValue(expected: Matchable, value: string): Record<string, string> | undefined {
  if (typeof expected === 'string') return matchExpression(expected, value)
  const holds =
    (expected.eq === undefined || String(expected.eq) === value) &&
    (expected.neq === undefined || expected.neq !== value) &&
    (expected.inc === undefined || expected.inc.includes(value)) &&
    (expected.ninc === undefined || !expected.ninc.includes(value)) &&
    value.startsWith(expected.pre ?? '') &&
    value.endsWith(expected.suf ?? '')
  if (!holds) return undefined
  return expected.re === undefined ? {} : matchExpression(expected.re, value)
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

/**
 * Returns the location as an address. A parameter of the request's query is added unless the location has a parameter
 * of the same name.
 */
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
