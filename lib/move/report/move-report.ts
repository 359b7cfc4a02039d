/** The report as plain data of limited size, for the table, the JSON and the HTML page. */
import { phrase } from '../../core/language/catalogue.ts'
import type { Baseline } from '../baseline/format.ts'
import type { StringCount } from '../facts/string-tally.ts'
import type { MovedSite } from '../moved-site.ts'
import type { FormSample } from '../page/form-samples.ts'
import { type Said, say } from '../phrase.ts'
import type { SiteResult } from '../site/check-site.ts'
import type { SiteNumbers } from '../site-numbers.ts'
import {
  type Finding,
  POINTS,
  type PointCounts,
  type PointNumber,
  type PointReport,
  type PointVerdict,
  type Verdict,
  verdictOf,
  worst,
} from '../verdicts.ts'
import { MOVE_CAUSES } from './cause-words.ts'
import type { Cause, CauseTally } from './causes.ts'
import type { PageRecord } from './page-record.ts'
import { count, type PageTally } from './page-tally.ts'
import type { FindingReporter, ReportedFinding } from './reported-finding.ts'
import { MOVE_REPORT } from './words.ts'

export interface MoveReport {
  readonly site: MovedSite
  /** The start of the check in ISO 8601. */
  readonly started: string
  readonly ended: string
  readonly complete: boolean
  /** The worst verdict of all points. A check that was stopped does not pass. */
  readonly verdict: Verdict
  readonly points: readonly PointReport[]
  /** The causes, the worst first. */
  readonly causes: readonly Cause[]
  /** The findings that are not about one page of the lists: robots files, sitemaps, links, the www name. */
  readonly findings: readonly ReportedFinding[]
  readonly pages: {
    readonly counts: PointCounts
    readonly expected: number
    /** The pages with findings, the failing ones first. */
    readonly worst: readonly PageRecord[]
    /** The number of further pages with findings. */
    readonly leftOut: number
  }
  readonly strings: {
    /** The count before the move; undefined without a saved copy and without a baseline. */
    readonly before: StringCount | undefined
    readonly after: StringCount
  }
  readonly numbers: {
    readonly before: SiteNumbers | undefined
    readonly after: SiteNumbers
  }
  /** The time of the baseline in ISO 8601; undefined without a baseline. */
  readonly recorded: string | undefined
  readonly samples: readonly FormSample[]
  readonly notes: readonly Said[]
}

type Unchanged = 'site' | 'started' | 'ended' | 'complete' | 'samples' | 'notes'

export interface CheckResults extends Pick<MoveReport, Unchanged> {
  readonly tally: PageTally
  readonly causes: CauseTally
  readonly reporter: FindingReporter
  readonly expected: number
  /** The results for the points 3, 4 and 6. */
  readonly results: ReadonlyMap<PointNumber, readonly SiteResult[]>
  readonly siteFindings: readonly SiteResult[]
  readonly listFindings: readonly Finding[]
  readonly baseline: Baseline | undefined
  readonly before: StringCount | undefined
  readonly after: StringCount
  readonly numbers: SiteNumbers
  readonly samples: readonly FormSample[]
  readonly notes: readonly Said[]
}

export function createReport(collected: CheckResults): MoveReport {
  const reported = reportSite(collected)
  const points = POINTS.map(point => pointReport(point, collected, reported))
  const { baseline, causes } = collected
  const findings = [...[...reported.results.values()].flat(2), ...reported.others]
  for (const finding of findings) causes.add(finding)
  const verdicts = points.flatMap(({ verdict }) => (isVerdict(verdict) ? [verdict] : []))
  return {
    site: collected.site,
    started: collected.started,
    ended: collected.ended,
    complete: collected.complete,
    verdict: worst([...verdicts, ...(collected.complete ? [] : ['unknown' as const])]),
    points,
    causes: causes.causes(),
    findings,
    pages: {
      counts: collected.tally.counts,
      expected: collected.expected,
      worst: collected.tally.worst(),
      leftOut: collected.tally.leftOut(),
    },
    strings: { before: collected.before, after: collected.after },
    numbers: { before: baseline?.numbers, after: collected.numbers },
    recorded: baseline?.recorded,
    samples: collected.samples,
    notes: [...collected.notes, ...unmatchedNotes(collected)],
  }
}

interface SiteFindings {
  readonly results: ReadonlyMap<PointNumber, readonly (readonly ReportedFinding[])[]>
  readonly others: readonly ReportedFinding[]
}

function reportSite({ results, siteFindings, listFindings, reporter }: CheckResults): SiteFindings {
  const report = ({ findings, hops }: SiteResult) => findings.map(finding => reporter.report(finding, [hops]))
  return {
    results: new Map([...results].map(([point, found]) => [point, found.map(report)])),
    others: [...siteFindings.flatMap(report), ...listFindings.map(finding => reporter.report(finding, []))],
  }
}

/** Notes accepted entries that no finding matches any more, after a complete check. */
function unmatchedNotes({ complete, reporter }: CheckResults): Said[] {
  if (!complete) return []
  return reporter.unmatched().map(({ cause, rule, folder, url, by, at }) => {
    const what = [rule, folder, url].filter(name => name !== undefined).join(', ')
    const name = phrase(MOVE_CAUSES[cause])
    return say(MOVE_REPORT.noteUnmatched, { name, what, by, at: Date.parse(at) })
  })
}

function isVerdict(verdict: PointVerdict): verdict is Verdict {
  return verdict !== 'expected' && verdict !== 'not asked'
}

function pointReport(point: PointNumber, collected: CheckResults, reported: SiteFindings): PointReport {
  const { tally } = collected
  const counts = point === 7 || point === 8 ? tally.point(2) : countsOf(point, tally, reported)
  const { message: title } = say(MOVE_REPORT[`point${point}`])
  const note = noteOf(point, collected)
  return { point, title, ...counts, verdict: pointVerdict(point, counts, collected), ...(note && { note }) }
}

function countsOf(point: PointNumber, tally: PageTally, { results, others }: SiteFindings): PointCounts {
  const counts = { ...tally.point(point) }
  for (const findings of results.get(point) ?? []) {
    count(counts, worst(findings.map(({ verdict }) => verdict)))
  }
  for (const finding of others) {
    if (finding.point === point) count(counts, finding.verdict)
  }
  return counts
}

function pointVerdict(
  point: PointNumber,
  counts: PointCounts,
  { results, site }: CheckResults,
): PointVerdict {
  if (point === 7 || point === 8) return 'expected'
  if (point === 6 && !results.has(6)) return 'not asked'
  if (point === 3 && site.newAlias === undefined) return 'not asked'
  return verdictOf(counts)
}

function noteOf(point: PointNumber, { tally, results, site }: CheckResults): Said | undefined {
  const old = tally.point(2)
  const passed = old.passed + old.warning
  if (point === 3 && site.newAlias === undefined) return say(MOVE_REPORT.noteNoAlias, { host: site.newHost })
  if (point === 6 && !results.has(6)) return say(MOVE_REPORT.noteNoSettings)
  if (point === 7) return say(MOVE_REPORT.noteConsole, { passed, others: old.checked - passed })
  if (point === 8)
    return say(MOVE_REPORT.noteLinks, { passed, checked: old.checked, others: old.checked - passed })
  return undefined
}

/** Returns 0 if the check passed (with warnings too), 1 if something failed, and 3 if something is only unknown. */
export function exitStatus({ verdict }: MoveReport): 0 | 1 | 3 {
  if (verdict === 'failed') return 1
  return verdict === 'unknown' ? 3 : 0
}
