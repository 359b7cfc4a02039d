import type { Exposure } from './assess.ts'
import type { CompletionReport } from './completion.ts'
import type { EndpointCheck } from './endpoint-checks.ts'
import { DOCUMENT_ROWS, type DocumentRow, type ForbiddenPath, PATH_GROUPS } from './forbidden-paths.ts'

export interface PathReport extends ForbiddenPath {
  readonly verdict: Exposure
  /** The reason for people: `404: not found`. */
  readonly reason: string
  /** The status code of the last answer; absent if there was none. */
  readonly status?: number
  /** The paths of the redirects, in order. */
  readonly via?: readonly string[]
}

/** The report about a row of document 3. Its verdict is the worst verdict of the row's paths. */
export interface RowReport {
  readonly row: DocumentRow
  readonly verdict: Exposure
  readonly paths: number
  readonly answers: readonly (number | 'none')[]
}

export interface GroupReport {
  readonly group: string
  readonly paths: number
  readonly closed: number
  readonly exempt: number
  readonly open: number
  readonly unknown: number
}

/** The whole result. `open`: a file can be read, or a check failed. `unknown`: an answer could not be judged. */
export type Conclusion = 'closed' | 'open' | 'unknown'

export interface ProbeReport {
  readonly url: string
  /** The time at which the probe started, ISO 8601. */
  readonly at: string
  readonly conclusion: Conclusion
  readonly paths: number
  readonly rows: readonly RowReport[]
  readonly groups: readonly GroupReport[]
  readonly findings: readonly PathReport[]
  /** The paths that were redirected, but are no findings. */
  readonly redirects: readonly PathReport[]
  readonly checks: readonly EndpointCheck[]
  readonly completion: CompletionReport
}

export interface ProbeFindings {
  readonly url: string
  readonly at: string
  readonly paths: readonly PathReport[]
  readonly checks: readonly EndpointCheck[]
  readonly completion: CompletionReport
}

export function summarise({ url, at, paths, checks, completion }: ProbeFindings): ProbeReport {
  const findings = paths.filter(isFinding)
  const rows = DOCUMENT_ROWS.map(row => rowReport(row, paths))
  return {
    url,
    at,
    conclusion: conclusionOf({ rows, findings, checks, completion }),
    paths: paths.length,
    rows,
    groups: PATH_GROUPS.map(group => groupReport(group, paths)).filter(({ paths }) => paths > 0),
    findings,
    redirects: paths.filter(path => path.via !== undefined && !isFinding(path)),
    checks,
    completion,
  }
}

function isFinding({ verdict }: PathReport): boolean {
  return verdict === 'open' || verdict === 'unknown'
}

function conclusionOf(found: Pick<ProbeReport, 'rows' | 'findings' | 'checks' | 'completion'>): Conclusion {
  const { rows, findings, checks, completion } = found
  const results: string[] = [
    ...[...rows, ...findings].map(({ verdict }) => verdict),
    ...checks.map(({ result }) => result),
  ]
  if (completion.ran && !completion.passed) return 'open'
  if (results.includes('open') || results.includes('failed')) return 'open'
  return results.includes('unknown') ? 'unknown' : 'closed'
}

function rowReport(row: DocumentRow, all: readonly PathReport[]): RowReport {
  const paths = all.filter(path => path.row === row)
  return {
    row,
    verdict: worst(paths),
    paths: paths.length,
    answers: [...new Set(paths.map(({ status }) => status ?? 'none'))],
  }
}

function worst(paths: readonly PathReport[]): Exposure {
  const verdicts = new Set(paths.map(({ verdict }) => verdict))
  const order = ['open', 'unknown', 'exempt', 'closed'] as const
  return order.find(verdict => verdicts.has(verdict)) ?? 'unknown'
}

function groupReport(group: string, all: readonly PathReport[]): GroupReport {
  const paths = all.filter(path => path.group === group)
  const count = (verdict: Exposure) => paths.filter(path => path.verdict === verdict).length
  return {
    group,
    paths: paths.length,
    closed: count('closed'),
    exempt: count('exempt'),
    open: count('open'),
    unknown: count('unknown'),
  }
}
