import { type CheckedPage, robotsHost } from '../page/check-page.ts'
import { type PointNumber, type Verdict, worst } from '../verdicts.ts'
import type { FindingReporter, ReportedFinding } from './reported-finding.ts'

export interface PageRecord {
  readonly path: string
  readonly verdict: Verdict
  readonly points: Readonly<Partial<Record<PointNumber, Verdict>>>
  /** The findings, without those that say only that a robots file kept the check from an address. */
  readonly findings: readonly ReportedFinding[]
  /** The trails of the addresses, that of the new address first. */
  readonly trails: CheckedPage['trails']
}

export function pageRecord(
  { path, points, trails }: Pick<CheckedPage, 'path' | 'points' | 'trails'>,
  { report }: Pick<FindingReporter, 'report'>,
): PageRecord {
  const verdicts: Partial<Record<PointNumber, Verdict>> = {}
  const all: ReportedFinding[] = []
  for (const { point, findings } of points) {
    const reported = findings.map(finding => report(finding, trails))
    verdicts[point] = worst([verdicts[point] ?? 'passed', ...reported.map(({ verdict }) => verdict)])
    all.push(...reported)
  }
  return {
    path,
    verdict: worst(Object.values(verdicts)),
    points: verdicts,
    findings: all.filter(finding => robotsHost(finding) === undefined),
    trails,
  }
}
