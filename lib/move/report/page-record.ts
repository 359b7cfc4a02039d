/** The record of a page: its findings as the report has them, and the verdicts that follow from them. */
import { type CheckedPage, robotsHost } from '../page/check-page.ts'
import { type PointNumber, type Verdict, worst } from '../verdicts.ts'
import type { FindingReporter, ReportedFinding } from './reported-finding.ts'

export interface PageRecord {
  readonly path: string
  /** The worst verdict among the page's findings. */
  readonly verdict: Verdict
  readonly points: Readonly<Partial<Record<PointNumber, Verdict>>>
  /** The findings, except those that say only that a robots file kept the check from an address. */
  readonly findings: readonly ReportedFinding[]
  /** Every hop of every address that was followed, the new address first. */
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
