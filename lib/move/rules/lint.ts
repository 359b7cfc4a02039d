/**
 * Checks a hosting configuration for faults that break a move: finds the rule that matches each address, addresses that
 * no rule matches, loops, chains, and the faults of each rule. The check sends no requests.
 */
import { AppError } from '../../core/errors.ts'
import { otherSlashForm } from '../page/url-variants.ts'
import { samplePath } from './compile.ts'
import { literalHosts } from './condition-hosts.ts'
import { firstMatch, followRules, ownRows, type RuleRow, type RuleTrail, writtenRow } from './follow-rules.ts'
import type { HostingConfiguration } from './hosting-configuration.ts'
import { ANY_HOST, isWritten, type LintFinding, lintEachRule } from './lint-rules.ts'

/** What the rules do with one address. */
export interface LintedUrl {
  readonly url: string
  /**
   * The name of the rule that matches: `redirects[0]`, or the host's own `trailingSlash` or `cleanUrls`. Undefined if
   * no rule matches.
   */
  readonly rule: string | undefined
  readonly status: number | undefined
  /** Every location that the rules lead to, in order. */
  readonly locations: readonly string[]
}

export interface LintReport {
  readonly urls: readonly LintedUrl[]
  readonly findings: readonly LintFinding[]
  /** The hosts on which addresses without a host were tried. */
  readonly hosts: readonly string[]
}

export interface LintOptions {
  /** Addresses or bare paths. */
  readonly addresses: readonly string[]
  /**
   * The hosts for paths that are given without a host; by default, the hosts that conditions name and to which no rule
   * redirects.
   */
  readonly hosts?: readonly string[]
  /** The host to which the move's rules redirect. */
  readonly to?: string
}

/** The paths that are always tried: the root, paths with a trailing slash, paths of several depths, and files. */
const PROBES = ['/', '/a', '/a/', '/a/b', '/a/b/', '/a.html', '/sitemap.xml']

export function lintRules(configuration: HostingConfiguration, options: LintOptions): LintReport {
  const { rows, findings } = readRows(configuration)
  const hosts = options.hosts?.length ? options.hosts : movedHosts(rows)
  const given = options.addresses.flatMap(address => addressUrls(address, hosts))
  const urls = given.map(url => followed(rows, url))
  const samples = rows
    .filter(isWritten)
    .flatMap(({ written: { rule, compiled } }) => samplePath(rule.source, compiled) ?? [])
  const probed = [...PROBES, ...samples].flatMap(path => addressUrls(path, allHosts(rows, hosts)))
  return {
    urls: urls.map(({ linted }) => linted),
    hosts,
    findings: distinct([
      ...findings,
      ...unreadParts(configuration),
      ...lintEachRule(rows, options.to),
      ...urls.flatMap(uncaughtFinding),
      ...urls.flatMap(trailFindings),
      ...probed.map(url => followed(rows, url)).flatMap(trailFindings),
    ]),
  }
}

function readRows(configuration: HostingConfiguration): { rows: RuleRow[]; findings: LintFinding[] } {
  const rows = ownRows(configuration)
  const findings: LintFinding[] = []
  for (const [index, rule] of configuration.redirects.entries()) {
    try {
      rows.push(writtenRow(rule, index))
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      const rule = `redirects[${index}]`
      findings.push({ kind: 'invalid_rule', severity: 'error', rule, message: error.message })
    }
  }
  return { rows, findings }
}

function unreadParts({ routes, bulkRedirectsPath }: HostingConfiguration): LintFinding[] {
  const unread = [...(routes ? ['routes'] : []), ...(bulkRedirectsPath ? ['bulkRedirectsPath'] : [])]
  return unread.map(member => ({
    kind: 'not_read',
    severity: 'warning',
    message: `"${member}" may redirect as well and is not read: check that it has no rules of the move`,
  }))
}

/** Returns the hosts from which the rules redirect. */
function movedHosts(rows: readonly RuleRow[]): string[] {
  const targets = rows.flatMap(({ location }) => (URL.canParse(location) ? [new URL(location).hostname] : []))
  const hosts = rows.flatMap(({ has }) => literalHosts(has)).filter(host => !targets.includes(host))
  return hosts.length > 0 ? [...new Set(hosts)] : [ANY_HOST]
}

/** Returns the hosts for finding loops and chains: the given hosts, and every host that a condition names. */
function allHosts(rows: readonly RuleRow[], hosts: readonly string[]): string[] {
  return [...new Set([...hosts, ...rows.flatMap(({ has }) => literalHosts(has))])]
}

/** Returns the address in both slash forms, on each host if it names none. The host serves only https. */
function addressUrls(address: string, hosts: readonly string[]): URL[] {
  const bases = /^https?:\/\//i.test(address) ? [address] : hosts.map(host => `https://${host}`)
  return bases.flatMap(base => {
    if (!URL.canParse(address, base)) throw new AppError('usage', `Cannot read "${address}" as an address`)
    const url = new URL(address, base)
    url.protocol = 'https:'
    url.hash = ''
    const other = otherSlashForm(url.pathname)
    return other === undefined ? [url] : [url, new URL(`${other}${url.search}`, url)]
  })
}

interface FollowedUrl {
  readonly linted: LintedUrl
  readonly trail: RuleTrail
}

function followed(rows: readonly RuleRow[], url: URL): FollowedUrl {
  const first = firstMatch(rows, url)
  const trail = followRules(rows, url)
  const locations = trail.steps.map(step => shown(step.location))
  return {
    trail,
    linted: { url: shown(url.href), rule: first?.row.name, status: first?.row.status, locations },
  }
}

function uncaughtFinding({ linted }: FollowedUrl): LintFinding[] {
  if (linted.rule !== undefined) return []
  return [{ kind: 'uncaught', severity: 'error', url: linted.url, message: 'is matched by no rule' }]
}

function trailFindings({ linted: { url }, trail }: FollowedUrl): LintFinding[] {
  const names = trail.steps.map(({ row }) => row.name)
  if (trail.end.kind === 'loop') {
    const rules = [...new Set(names)].join(', ')
    return [{ kind: 'loop', severity: 'error', url, message: `is redirected forever by ${rules}` }]
  }
  if (names.length < 2) return []
  const message = `takes ${names.length} redirects: ${names.join(', then ')}`
  return [{ kind: 'chain', severity: 'warning', url, message }]
}

function shown(href: string): string {
  return href.replace(`https://${ANY_HOST}`, '')
}

function distinct(findings: readonly LintFinding[]): LintFinding[] {
  return [...new Map(findings.map(finding => [JSON.stringify(finding), finding])).values()]
}
