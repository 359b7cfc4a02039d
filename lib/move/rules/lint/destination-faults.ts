import type { Parameter } from '../compile.ts'
import { hasHostCondition, type LintFinding, type LintKind, type WrittenRow } from './findings.ts'

type Fault = readonly [kind: LintKind, message: string, severity?: LintFinding['severity']]

/** Checks a rule's destination. `to` is the host to which the move's rules redirect, if it is known. */
export function destinationFindings(row: WrittenRow, to: string | undefined): LintFinding[] {
  const faults = [...formFaults(row), ...groupFaults(row), ...hostFaults(row, to), ...pathFaults(row)]
  return faults.map(([kind, message, severity = 'error']) => ({ kind, severity, rule: row.name, message }))
}

/** Matches a location that does not depend on the address of the request. */
const ABSOLUTE = /^(?:[a-z][a-z0-9+.-]*:\/\/|\/(?!\/)|\$[A-Za-z_])/i

/** A location without https:// or a slash at its start depends on the folder of the request. */
function formFaults({ location, written }: WrittenRow): Fault[] {
  const { destination } = written.rule
  if (!ABSOLUTE.test(location)) {
    const said = `has the destination "${destination}": the destination needs https:// or /, else the address of the request comes before it`
    return [['relative_destination', said]]
  }
  if (!/^http:\/\//i.test(location)) return []
  return [
    [
      'http_destination',
      `redirects to "${destination}": the host redirects http to https once more`,
      'warning',
    ],
  ]
}

function groupFaults({ location, written: { compiled } }: WrittenRow): Fault[] {
  const { length } = compiled.parameters
  const groups = [...location.matchAll(/\$(\d+)/g)].map(match => Number(match[1]))
  const unknown = groups.find(group => group < 1 || group > length)
  if (unknown === undefined) return []
  return [
    [
      'unknown_group',
      `uses $${unknown}, but its source captures ${length === 1 ? 'one group' : `${length} groups`}`,
    ],
  ]
}

function hostFaults(row: WrittenRow, to: string | undefined): Fault[] {
  const target = targetOf(row)
  if (!target) return []
  const { hostname, port } = target
  return [
    ...(to !== undefined && hostname !== to && hasHostCondition(row)
      ? [['other_host', `redirects to ${hostname}, expected ${to}`] as const]
      : []),
    ...(port === ''
      ? []
      : [['port', `redirects to port ${port} of ${hostname}: the host answers without a port`] as const]),
  ]
}

function pathFaults(row: WrittenRow): Fault[] {
  const { destination } = row.written.rule
  const { regexp, parameters } = row.written.compiled
  const everyPath = regexp.test('/a') && regexp.test('/a/b')
  if (everyPath && !row.location.includes('$')) {
    const better = withPath(destination, parameters)
    return [['loses_path', `redirects every path to "${destination}": write "${better}" to keep the path`]]
  }
  const [path = '', fragment = ''] = row.location.replace(/^[a-z]+:\/\/[^/]*/i, '').split('#')
  if (fragment.includes('$')) {
    const said = `redirects to "${destination}": a host and a search engine never read what follows "#"`
    return [['fragment', said]]
  }
  if (/^[^?]*\/\//.test(path.replace(/^\/+(?=\/)/, targetOf(row) ? '$&' : ''))) {
    return [['double_slash', `redirects to "${destination}", whose path has two slashes: write one`]]
  }
  const isSound = row.written.rule.source.startsWith('/') && groupFaults(row).length === 0
  return everyPath && isSound ? otherPathFaults(row) : []
}

/** Finds other paths, because an old address must lead to the same path (document 2, verification 2). */
function otherPathFaults(row: WrittenRow): Fault[] {
  const target = targetOf(row)
  const groups = row.written.compiled.regexp.exec('/a/b')
  const isPlain = row.start === '' || row.start === '/'
  if (!target || !groups || !isPlain || /\$[A-Za-z_]/.test(row.location)) return []
  const reached = target.href.replace(/\$(\d+)/g, (_, group: string) => groups[Number(group)] ?? '')
  if (!URL.canParse(reached) || new URL(reached).pathname === '/a/b') return []
  return [['other_path', `redirects "/a/b" to "${reached}", expected the same path`, 'warning']]
}

/** Returns the address of the destination; undefined if it does not name the host. */
function targetOf({ location }: WrittenRow): URL | undefined {
  return /^https?:\/\//i.test(location) && URL.canParse(location) ? new URL(location) : undefined
}

function withPath(destination: string, [first]: readonly Parameter[]): string {
  const absolute = ABSOLUTE.test(destination) ? destination : `https://${destination.replace(/^\/+/, '')}`
  return `${absolute.replace(/\/$/, '')}/${first?.name === undefined ? '$1' : `:${first.name}*`}`
}
