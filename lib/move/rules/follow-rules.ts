/**
 * Applies rules as the host does. The host's own rules come first, then the redirects; the first match wins. The rules
 * are applied again to the location, because a rule without a host condition applies to every host.
 */
import { type CompiledRedirect, compileRedirect, essentialPart, splitCompiled } from './compile.ts'
import { anyAddress, type CompiledCondition, compileCondition } from './conditions.ts'
import type { HostingConfiguration, RedirectRule } from './hosting-configuration.ts'

export interface RuleRow {
  /** The name of the row: `redirects[0]`, `trailingSlash` or `cleanUrls`. */
  readonly name: string
  readonly regexp: RegExp
  /** The beginning of every matching path. With `part`, it excludes most rows, so that `regexp` need not run. */
  readonly start: string
  readonly part: string
  /** The only path that the row matches; undefined if it matches several. */
  readonly only?: string | undefined
  readonly status: number
  readonly location: string
  readonly has: readonly CompiledCondition[]
  readonly missing: readonly CompiledCondition[]
  /** The rule of the file; undefined if the host itself made the row. */
  readonly written?: {
    readonly index: number
    readonly rule: RedirectRule
    readonly compiled: CompiledRedirect
  }
}

export interface RuleStep {
  readonly url: string
  readonly row: RuleRow
  /** The location; if it is too long, only its beginning. */
  readonly location: string
  /** Whether the location is longer than any host accepts. */
  readonly tooLong: boolean
  readonly target: URL
}

export interface RuleTrail {
  readonly steps: readonly RuleStep[]
  /** `answered` if no rule matches the last address; `loop` if a loop was found there. */
  readonly end: { readonly kind: 'answered' | 'loop'; readonly url: string }
}

export interface RuleTable {
  readonly rows: readonly RuleRow[]
  /** Returns the rows that may apply, by host and beginning of the path, in order. */
  forAddress(address: Pick<URL, 'hostname' | 'pathname'>): readonly RuleRow[]
}

/** Does the work; returns undefined if it took too long and was ended. */
export type Attempt = <T>(row: string, work: () => T) => T | undefined

const always: Attempt = (_row, work) => work()

/** Browsers follow 20 redirects. The limit is needed, because rules can make an address longer at each step. */
const LONGEST_TRAIL = 20
const LONGEST_ADDRESS = 8 * 1024
const KEPT_OF_LONG = 200
const OWN_STATUS = 308

/** Returns the rows that the host makes of `cleanUrls` and `trailingSlash`. They come before every redirect. */
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

function row(name: string, regexp: RegExp, location: string): RuleRow {
  return { name, regexp, start: '/', part: '/', status: OWN_STATUS, location, has: [], missing: [] }
}

/** @throws AppError `usage` if the host refuses the rule */
export function writtenRow(rule: RedirectRule, index: number): RuleRow {
  const compiled = compileRedirect(rule)
  const { literal, rest } = splitCompiled(compiled.compiled)
  return {
    name: `redirects[${index}]`,
    regexp: compiled.regexp,
    start: literal,
    only: rest === '$' ? literal : undefined,
    part: essentialPart(compiled.compiled),
    status: compiled.status,
    location: compiled.location,
    has: (rule.has ?? []).map(compileCondition),
    missing: (rule.missing ?? []).map(compileCondition),
    written: { index, rule, compiled },
  }
}

/** The most rows that are remembered, for all hosts together. */
const MOST_REMEMBERED = 1_000_000

/** The table leaves out a row for a host if its host condition takes too long to test for that host. */
export function createTable(rows: readonly RuleRow[], attempt: Attempt = always): RuleTable {
  const known = new Map<string, readonly RuleRow[]>()
  let remembered = 0
  const remember = (key: string, find: () => readonly RuleRow[]) => {
    const before = known.get(key)
    if (before) return before
    const found = find()
    remembered += found.length
    if (remembered > MOST_REMEMBERED) {
      known.clear()
      remembered = found.length
    }
    known.set(key, found)
    return found
  }
  const onHost = (host: string) =>
    remember(host, () =>
      rows.filter(row => mayApplyTo(row, host) && attempt(row.name, () => appliesTo(row, host))),
    )
  const folders = new Map(rows.map(row => [row, firstFolder(row.start)]))
  const places = new Map(rows.map((row, at) => [row, at]))
  const placeOf = (row: RuleRow) => places.get(row) ?? 0
  const exact = Map.groupBy(rows, ({ only }) => only)
  return {
    rows,
    forAddress({ hostname, pathname }) {
      const folder = firstFolder(pathname)
      const isIn = (row: RuleRow) => row.only === undefined && (folders.get(row) ?? folder) === folder
      const open = remember(`${hostname} ${folder}`, () => onHost(hostname).filter(isIn))
      const found = exact.get(pathname)?.filter(row => onHost(hostname).includes(row)) ?? []
      return found.length === 0
        ? open
        : [...found, ...open].sort((one, other) => placeOf(one) - placeOf(other))
    },
  }
}

/** Returns `/a/` of `/a/b`. */
function firstFolder(text: string): string | undefined {
  const end = text.indexOf('/', 1)
  return text.startsWith('/') && end > 0 ? text.slice(0, end + 1) : undefined
}

function mayApplyTo({ has }: RuleRow, host: string): boolean {
  return has.every(condition => condition.mayHoldOn(host))
}

function appliesTo({ has, missing }: RuleRow, host: string): boolean {
  const url = anyAddress(host)
  return (
    has.every(condition => condition.type !== 'host' || condition.match(url)) &&
    !missing.some(condition => condition.type === 'host' && condition.match(url))
  )
}

export function firstMatch(table: RuleTable, url: URL, attempt: Attempt = always): RuleStep | undefined {
  const { pathname } = url
  for (const row of table.forAddress(url)) {
    if (!pathname.startsWith(row.start) || !pathname.includes(row.part)) continue
    const step = attempt(row.name, () => stepFrom(url, row))
    if (step) return step
  }
  return undefined
}

/** Follows the rules until none matches or the trail counts as a loop. */
export function followRules(table: RuleTable, url: URL, attempt: Attempt = always): RuleTrail {
  const steps: RuleStep[] = []
  const seen = new Set([url.href])
  for (let at = url; ; ) {
    const step = /^https?:$/.test(at.protocol) ? firstMatch(table, at, attempt) : undefined
    if (!step) return { steps, end: { kind: 'answered', url: at.href } }
    steps.push(step)
    if (step.tooLong || seen.has(step.location) || steps.length > LONGEST_TRAIL) {
      return { steps, end: { kind: 'loop', url: step.location } }
    }
    seen.add(step.location)
    at = step.target
  }
}

function stepFrom(url: URL, row: RuleRow): RuleStep | undefined {
  const groups = row.regexp.exec(url.pathname)
  if (!groups) return undefined
  const captured: Record<string, string> = { host: url.hostname }
  for (const condition of row.has) {
    const match = condition.match(url)
    if (!match) return undefined
    Object.assign(captured, match)
  }
  if (row.missing.some(condition => condition.match(url))) return undefined
  const target = locationUrl(fillIn(row.location, groups, captured), url)
  if (!target) return undefined
  const { href } = target
  const tooLong = href.length > LONGEST_ADDRESS
  return { url: url.href, row, target, location: tooLong ? href.slice(0, KEPT_OF_LONG) : href, tooLong }
}

function fillIn(location: string, groups: RegExpExecArray, captured: Record<string, string>): string {
  let filled = 0
  return location.replace(/\$(\d+|[A-Za-z_]\w*)/g, (whole, name: string) => {
    if (filled > LONGEST_ADDRESS) return ''
    const value = /^\d/.test(name) ? (groups[Number(name)] ?? '') : (captured[name] ?? whole)
    filled += value.length
    return value
  })
}

/** Adds the request's query to the location, except for parameters that the location has itself. */
function locationUrl(location: string, from: URL): URL | undefined {
  const target = URL.parse(location.replace(/^\/+/, '/'), from.href)
  if (!target) return undefined
  if (from.search === '') return target
  if (target.search === '') target.search = from.search
  else {
    for (const [name, value] of from.searchParams) {
      if (!target.searchParams.has(name)) target.searchParams.append(name, value)
    }
  }
  return target
}
