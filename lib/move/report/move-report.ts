/** The result of a check: what the table, the JSON and the HTML report are made of. Plain data, and bounded. */

import type { TallyRow } from '../facts/string-tally.ts'
import type { MovedSite } from '../moved-site.ts'
import type { PageRecord } from '../page/check-page.ts'
import type { SiteResult } from '../site/check-site.ts'
import {
  type Finding,
  POINTS,
  type PointCounts,
  type PointNumber,
  type PointReport,
  type PointVerdict,
  pointNumbers,
  type Verdict,
  verdictOf,
  worst,
} from '../verdicts.ts'
import { count, type PageTally } from './page-tally.ts'

export interface MoveReport {
  readonly site: MovedSite
  /** ISO 8601. */
  readonly started: string
  readonly ended: string
  /** False where the check was stopped before its end. */
  readonly complete: boolean
  /** The worst of all points; a check that was stopped has seen too little to pass. */
  readonly verdict: Verdict
  readonly points: readonly PointReport[]
  /** Findings that are about no single page: robots, sitemaps, the www name, a checker's file, the list. */
  readonly findings: readonly Finding[]
  /** Every hop of what those findings are about. */
  readonly hops: readonly SiteResult['hops'][]
  readonly pages: {
    readonly counts: PointCounts
    /** How many there are to check in all. */
    readonly expected: number
    /** Pages with findings, the failing ones first. */
    readonly worst: readonly PageRecord[]
    /** Pages with findings beyond what a report holds. */
    readonly leftOut: number
  }
  readonly strings: {
    /** Undefined where no saved copy was given. */
    readonly before: StringCount | undefined
    readonly after: StringCount
  }
  /** What a person should know besides. */
  readonly notes: readonly string[]
}

export interface StringCount {
  readonly total: number
  readonly rows: readonly TallyRow[]
  readonly subdomains: readonly string[]
}

/** What a check has gathered when it ends or is stopped. */
export interface Gathered {
  readonly site: MovedSite
  readonly started: string
  readonly ended: string
  readonly complete: boolean
  readonly tally: PageTally
  /** Pages to check in all. */
  readonly expected: number
  /** By point: 3, 4 and 6. */
  readonly results: ReadonlyMap<PointNumber, readonly SiteResult[]>
  /** Findings about the lists themselves. */
  readonly listFindings: readonly Finding[]
  readonly before: StringCount | undefined
  readonly after: StringCount
  readonly notes: readonly string[]
}

export function createReport(gathered: Gathered): MoveReport {
  const points = pointNumbers().map(point => pointReport(point, gathered))
  const results = [...gathered.results.values()].flat()
  const verdicts = points.flatMap(({ verdict }) => (isVerdict(verdict) ? [verdict] : []))
  return {
    site: gathered.site,
    started: gathered.started,
    ended: gathered.ended,
    complete: gathered.complete,
    verdict: worst([...verdicts, ...(gathered.complete ? [] : ['unknown' as const])]),
    points,
    findings: [...results.flatMap(({ findings }) => findings), ...gathered.listFindings],
    hops: results.filter(({ findings }) => findings.length > 0).map(({ hops }) => hops),
    pages: {
      counts: gathered.tally.counts,
      expected: gathered.expected,
      worst: gathered.tally.worst(),
      leftOut: gathered.tally.leftOut(),
    },
    strings: { before: gathered.before, after: gathered.after },
    notes: gathered.notes,
  }
}

function isVerdict(verdict: PointVerdict): verdict is Verdict {
  return verdict !== 'expected' && verdict !== 'not asked'
}

function pointReport(point: PointNumber, gathered: Gathered): PointReport {
  const counts = point === 7 || point === 8 ? gathered.tally.point(2) : countsOf(point, gathered)
  const title = POINTS[point]
  const note = noteOf(point, gathered)
  return { point, title, ...counts, verdict: pointVerdict(point, counts, gathered), ...(note && { note }) }
}

function countsOf(point: PointNumber, { tally, results, listFindings }: Gathered): PointCounts {
  const counts = { ...tally.point(point) }
  for (const { findings } of results.get(point) ?? []) {
    count(counts, worst(findings.map(({ verdict }) => verdict)))
  }
  for (const finding of listFindings) {
    if (finding.point === point) count(counts, finding.verdict)
  }
  return counts
}

function pointVerdict(point: PointNumber, counts: PointCounts, { results, site }: Gathered): PointVerdict {
  if (point === 7 || point === 8) return 'expected'
  if (point === 6 && !results.has(6)) return 'not asked'
  if (point === 3 && site.newAlias === undefined) return 'not asked'
  return verdictOf(counts)
}

function noteOf(point: PointNumber, { tally, results, site }: Gathered): string | undefined {
  const old = tally.point(2)
  const good = old.passed + old.warning
  if (point === 3 && site.newAlias === undefined) return `${site.newHost} has no www name of its own`
  if (point === 6 && !results.has(6)) return 'no settings file was named (--checker-config)'
  const waiting = good < old.checked ? `; the other ${old.checked - good} must pass point 2 first` : ''
  if (point === 7)
    return `needs no action for the ${good} old pages that lead to a page which answers 200${waiting}`
  if (point === 8)
    return `holds for ${good} of ${old.checked} old pages, in every form that was tried${waiting}`
  return undefined
}

/** 0 passed (warnings too), 1 something failed, 3 nothing failed and something is unknown. */
export function exitStatus({ verdict }: MoveReport): 0 | 1 | 3 {
  if (verdict === 'failed') return 1
  return verdict === 'unknown' ? 3 : 0
}

export function noStrings(): StringCount {
  return { total: 0, rows: [], subdomains: [] }
}
