import { domainToASCII } from 'node:url'
import { parse } from 'tldts'
import type { OldSite } from '../../moved-site.ts'
import { anyAddress } from '../conditions.ts'
import type { Attempt } from '../follow-rules.ts'
import { hasHostCondition, hostsOfRow, type LintFinding, type WrittenRow } from './findings.ts'

export function hostFindings(row: WrittenRow): LintFinding[] {
  const { name: rule, has } = row
  const error = (kind: 'impossible_host' | 'mistyped_host', message: string): LintFinding => ({
    kind,
    severity: 'error',
    rule,
    message,
  })
  if (!hasHostCondition(row)) return [withoutCondition(row)]
  return has
    .filter(({ type }) => type === 'host')
    .flatMap(({ written = '', hosts }) => {
      const bare = bareHost(written)
      if (bare !== undefined) {
        const said = `has the host condition "${written}", which no host name matches: write "${bare}"`
        return [error('impossible_host', said)]
      }
      const unknown = hosts.find(host => !hasKnownEnding(host))
      if (unknown === undefined) return []
      const ending = unknown.slice(unknown.lastIndexOf('.') + 1)
      return [
        error('mistyped_host', `has the host condition "${written}", and no domain ends in ".${ending}"`),
      ]
    })
}

function withoutCondition({ name: rule, written }: WrittenRow): LintFinding {
  const elsewhere = /^https?:\/\//.test(written.rule.destination)
  return {
    kind: 'no_host_condition',
    severity: elsewhere ? 'error' : 'note',
    rule,
    message: `has no host condition, so it applies to every host of the project${elsewhere ? ', also to the new one' : ''}`,
  }
}

/** The host as browsers send it, if it is written in raw letters or capitals, or with a scheme or a path. */
function bareHost(written: string): string | undefined {
  if (/^[-.\p{L}\p{M}\p{N}]+$/u.test(written) && /[^\p{ASCII}]/u.test(written)) return domainToASCII(written)
  if (!/^[\w.\\:/-]+$/.test(written) || !/[A-Z:/]/.test(written.replace(/\\./g, ''))) return undefined
  return written
    .replace(/^\w+:\/\//, '')
    .replace(/[:/].*$/s, '')
    .toLowerCase()
}

/** Matches names that no registry sells (RFC 2606, RFC 6761). */
const RESERVED = /(?:^|\.)(?:example|test|invalid|localhost|local|internal)$/

function hasKnownEnding(host: string): boolean {
  return RESERVED.test(host) || parse(host).isIcann === true || parse(host).isIp === true
}

/** Compares host conditions with each other and, if the person named it, with the old domain. */
export function allHostFindings(
  rows: readonly WrittenRow[],
  from: readonly OldSite[],
  attempt: Attempt,
): LintFinding[] {
  const moving = rows.filter(hasHostCondition)
  if (moving.length === 0) return []
  return from.length > 0
    ? comparedWith(from, moving, attempt)
    : [...similarHosts(moving), ...assumedHosts(moving)]
}

function comparedWith(
  from: readonly OldSite[],
  rows: readonly WrittenRow[],
  attempt: Attempt,
): LintFinding[] {
  const named = new Set(rows.flatMap(hostsOfRow))
  const old = from.map(({ oldDomain }) => oldDomain)
  const targets = rows.flatMap(({ location }) => (URL.canParse(location) ? [new URL(location).hostname] : []))
  const expected = [...old, ...targets]
  const lacking = from.flatMap(({ oldHosts }) =>
    oldHosts.filter(host => !rows.some(row => attempt(row.name, () => meets(row, host)))),
  )
  return [
    ...lacking.map((host, at): LintFinding => {
      const severity = from.some(({ oldHosts: [first] }) => first === host) ? 'error' : 'note'
      return {
        kind: 'host_without_rule',
        severity,
        message: `has no rule for ${host}${at === 0 ? namesOf(named) : ''}`,
      }
    }),
    ...rows.flatMap(({ name: rule, has }): LintFinding[] => {
      const other = has
        .flatMap(({ hosts }) => hosts)
        .find(host => !expected.some(domain => isIn(host, domain)))
      if (other === undefined) return []
      const message = `is for ${other}, expected a host of ${old.join(' or ')}`
      return [{ kind: 'mistyped_host', severity: 'error', rule, message }]
    }),
  ]
}

function meets({ has }: WrittenRow, host: string): boolean {
  return has.every(condition => condition.type !== 'host' || condition.match(anyAddress(host)))
}

function namesOf(hosts: ReadonlySet<string>): string {
  return hosts.size === 0 ? '' : `: its rules are for ${[...hosts].slice(0, 5).join(', ')}`
}

function isIn(host: string, domain: string): boolean {
  const bare = domain.replace(/^www\./, '')
  return host === bare || host.endsWith(`.${bare}`)
}

/** Finds two similar domains, of which one may be mistyped. Used only for a lint without the old domain. */
function similarHosts(rows: readonly WrittenRow[]): LintFinding[] {
  const rowsOf = new Map<string, string>()
  for (const row of rows) {
    for (const host of hostsOfRow(row)) {
      const domain = parse(host).domain ?? host
      if (!rowsOf.has(domain)) rowsOf.set(domain, row.name)
    }
  }
  const domains = [...rowsOf.keys()].slice(0, MOST_COMPARED)
  return domains.flatMap((domain, at) => {
    const like = domains.slice(0, at).find(earlier => isSlip(earlier, domain))
    if (like === undefined) return []
    const message = `is for ${domain}, and ${rowsOf.get(like)} is for ${like}: one of them looks mistyped`
    return [{ kind: 'mistyped_host', severity: 'warning', rule: rowsOf.get(domain) ?? '', message } as const]
  })
}

const MOST_COMPARED = 200

/** Whether one letter differs, or two are exchanged. Different digits (`shop1`, `shop2`) are there on purpose. */
function isSlip(one: string, other: string): boolean {
  let start = 0
  while (start < one.length && one[start] === other[start]) start += 1
  let end = 0
  while (end < Math.min(one.length, other.length) - start && one.at(-1 - end) === other.at(-1 - end)) end += 1
  const [left, right] = [one.slice(start, one.length - end), other.slice(start, other.length - end)]
  if (/\d/.test(left + right)) return false
  const swapped = left.length === 2 && right.length === 2 && left[0] === right[1] && left[1] === right[0]
  return swapped || Math.max(left.length, right.length) === 1
}

function assumedHosts(rows: readonly WrittenRow[]): LintFinding[] {
  const hosts = [...new Set(rows.flatMap(hostsOfRow))]
  if (hosts.length === 0) return []
  const names = `${hosts.slice(0, 5).join(', ')}${hosts.length > 5 ? ` and ${hosts.length - 5} more` : ''}`
  const message = `redirects from ${names}: give the old domain with --from to check these names`
  return [{ kind: 'hosts_assumed', severity: 'note', message }]
}
