import { AppError } from '../../../core/errors.ts'
import type { OldSite } from '../../moved-site.ts'
import { otherSlashForm } from '../../page/url-variants.ts'
import { samplePath } from '../compile.ts'
import {
  type Attempt,
  createTable,
  followRules,
  ownRows,
  type RuleRow,
  type RuleTable,
  type RuleTrail,
  writtenRow,
} from '../follow-rules.ts'
import type { HostingConfiguration } from '../hosting-configuration.ts'
import { ANY_HOST, hostsOfRow, isWritten, type LintFinding, type WrittenRow } from './findings.ts'
import { allHostFindings } from './host-faults.ts'
import { createReachFindings } from './reach.ts'
import { type LintedFile, ruleFindings } from './rule-faults.ts'
import { createSpellingFindings, rawSourceFindings } from './spellings.ts'
import { createTrial, type Trial, type TrialLimits } from './trial.ts'

export interface LintedUrl {
  readonly url: string
  /** The rule: `redirects[0]`, or the host's own `trailingSlash` or `cleanUrls`. */
  readonly rule: string | undefined
  readonly status: number | undefined
  /** The locations in order; of a loop, only the first few. */
  readonly locations: readonly string[]
}

export interface LintReport {
  readonly urls: readonly LintedUrl[]
  readonly findings: readonly LintFinding[]
  /** The hosts on which addresses without a host were tried. */
  readonly hosts: readonly string[]
}

export interface LintOptions {
  /** The addresses or bare paths to try. */
  readonly addresses: readonly string[]
  /** The hosts on which a bare path is tried; by default, hosts that only conditions name. */
  readonly from?: readonly OldSite[]
  /** The host to which the move's rules redirect. */
  readonly to?: string
}

export interface LintDeps {
  readonly limits: TrialLimits
  /** Returns the processor time of this thread in milliseconds. */
  readonly clock: () => number
}

/** The paths that are always tried: the root, paths with a slash at the end, paths of several depths, and files. */
const PROBES = ['/', '/a', '/a/', '/a/b', '/a/b/', '/a.html', '/sitemap.xml']
/** The most hosts on which a rule without a host condition is tried. */
const MOST_HOSTS = 50

/** Lints rules without any request. A finding says if something could not be tried within the limits. */
export function lintRules(
  configuration: HostingConfiguration,
  { addresses, from = [], to }: LintOptions,
  deps: LintDeps,
): LintReport {
  const trial = createTrial(deps.limits, deps)
  const { rows, findings } = readRows(configuration, trial)
  const written = rows.filter(isWritten)
  const table = createTable(rows, trial.attempt)
  const hosts = from.length > 0 ? from.flatMap(({ oldHosts }) => oldHosts) : movedHosts(rows)
  const ruled = lintFile(written, { table, to, from }, trial)
  const spellingFindings = createSpellingFindings(written, trial)
  const given = trial.each(addresses, address =>
    addressUrls(address, hosts).map(url => {
      const one = followed(table, url, trial)
      return { ...one, spellings: spellingFindings(url, one.trail) }
    }),
  )
  const probed = [
    ...trial.each(written, row =>
      sampleUrls(row, hosts, trial).flatMap(url => trailFindings(followed(table, url, trial))),
    ),
    ...trial.each([...new Set([...hosts, ...rows.flatMap(hostsOfRow)])], host =>
      PROBES.flatMap(path => slashForms(new URL(`https://${host}${path}`))).flatMap(url =>
        trailFindings(followed(table, url, trial)),
      ),
    ),
  ]
  return {
    urls: given.map(({ linted }) => linted),
    hosts,
    findings: distinct([
      ...findings,
      ...configuration.redirects.flatMap(rawSourceFindings),
      ...unreadParts(configuration),
      ...ruled,
      ...given.flatMap(uncaughtFinding),
      ...given.flatMap(({ linted, spellings }) => spellings.map(found => ({ ...found, url: linted.url }))),
      ...given.flatMap(trailFindings),
      ...probed,
      ...limitFindings(trial, deps.limits),
    ]),
  }
}

function readRows(configuration: HostingConfiguration, { each, attempt }: Trial) {
  const findings: LintFinding[] = []
  const rows = each([...configuration.redirects.entries()], ([index, rule]): RuleRow[] => {
    const name = `redirects[${index}]`
    try {
      const row = attempt(name, () => writtenRow(rule, index))
      return row ? [row] : []
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      findings.push({ kind: 'invalid_rule', severity: 'error', rule: name, message: error.message })
      return []
    }
  })
  return { rows: [...ownRows(configuration), ...rows], findings }
}

interface LintedMove extends LintedFile {
  readonly from: readonly OldSite[]
}

function lintFile(written: readonly WrittenRow[], file: LintedMove, trial: Trial): LintFinding[] {
  const reachFindings = createReachFindings(written, trial.attempt)
  return [
    ...trial.each([...written.entries()], ([at, row]) => [
      ...ruleFindings(row, file, trial.attempt),
      ...reachFindings(at),
    ]),
    ...trial.each([written], rows => allHostFindings(rows, file.from, trial.attempt)),
  ]
}

function unreadParts({ routes, bulkRedirectsPath }: HostingConfiguration): LintFinding[] {
  const unread = [...(routes ? ['routes'] : []), ...(bulkRedirectsPath ? ['bulkRedirectsPath'] : [])]
  return unread.map(member => ({
    kind: 'not_read',
    severity: 'warning',
    message: `"${member}" may redirect as well and is not read: check that it has no rules of the move`,
  }))
}

function movedHosts(rows: readonly RuleRow[]): string[] {
  const targets = new Set(
    rows.flatMap(({ location }) => (URL.canParse(location) ? [new URL(location).hostname] : [])),
  )
  const hosts = new Set(rows.flatMap(hostsOfRow).filter(host => !targets.has(host)))
  return hosts.size > 0 ? [...hosts] : [ANY_HOST]
}

function sampleUrls(row: WrittenRow, hosts: readonly string[], { attempt }: Trial): URL[] {
  const path = attempt(row.name, () => samplePath(row.written.rule.source, row.written.compiled))
  if (path === undefined) return []
  const named = hostsOfRow(row)
  const tried = named.length > 0 ? named : hosts.slice(0, MOST_HOSTS)
  return tried.flatMap(host => slashForms(new URL(`https://${host}${path}`)))
}

/** Returns the address in both slash forms, on each host if it names none. The host serves only https. */
function addressUrls(address: string, hosts: readonly string[]): URL[] {
  const bases = /^https?:\/\//i.test(address) ? [address] : hosts.map(host => `https://${host}`)
  return bases.flatMap(base => slashForms(new URL(address, base)))
}

/** @throws AppError `usage` for an address or a path that is not valid */
export function refuseBrokenAddress(address: string): void {
  if (URL.canParse(address, `https://${ANY_HOST}`)) return
  throw new AppError('usage', `Cannot read "${address}" as an address`)
}

function slashForms(url: URL): URL[] {
  url.protocol = 'https:'
  url.hash = ''
  const other = otherSlashForm(url.pathname)
  return other === undefined ? [url] : [url, new URL(`${url.origin}${other}${url.search}`)]
}

interface FollowedUrl {
  readonly linted: LintedUrl
  readonly trail: RuleTrail
}

const MOST_OF_LOOP = 3

function followed(table: RuleTable, url: URL, { attempt }: { attempt: Attempt }): FollowedUrl {
  const trail = followRules(table, url, attempt)
  const [first] = trail.steps
  const steps = trail.end.kind === 'loop' ? trail.steps.slice(0, MOST_OF_LOOP) : trail.steps
  return {
    trail,
    linted: {
      url: shown(url.href),
      rule: first?.row.name,
      status: first?.row.status,
      locations: steps.map(({ location, tooLong }) => `${shown(location)}${tooLong ? '…' : ''}`),
    },
  }
}

function uncaughtFinding({ linted }: FollowedUrl): LintFinding[] {
  if (linted.rule !== undefined) return []
  return [{ kind: 'uncaught', severity: 'error', url: linted.url, message: 'is matched by no rule' }]
}

function trailFindings({ linted: { url }, trail }: FollowedUrl): LintFinding[] {
  const names = trail.steps.map(({ row }) => row.name)
  if (trail.end.kind === 'loop') {
    const rules = [...new Set(names)].slice(0, MOST_OF_LOOP).join(', ')
    return [{ kind: 'loop', severity: 'error', url, message: `is redirected forever by ${rules}` }]
  }
  if (names.length < 2) return []
  const message = `takes ${names.length} redirects: ${names.join(', then ')}`
  return [{ kind: 'chain', severity: 'warning', url, message }]
}

function limitFindings({ slow, leftOut }: Trial, { rule: most, total }: TrialLimits): LintFinding[] {
  const unfinished = `needs more than ${total} ms: not everything was tried, so a fault may be missing here`
  return [
    ...[...slow].map((rule): LintFinding => {
      const message = `needs more than ${most} ms for one address, and was not tried further: an expression such as "(a+)+" repeats what repeats`
      return { kind: 'slow_rule', severity: 'error', rule, message }
    }),
    ...(leftOut() > 0 ? [{ kind: 'not_finished', severity: 'error', message: unfinished } as const] : []),
  ]
}

function shown(href: string): string {
  return href.replace(`https://${ANY_HOST}`, '')
}

function distinct(findings: readonly LintFinding[]): LintFinding[] {
  return [...new Map(findings.map(finding => [JSON.stringify(finding), finding])).values()]
}
