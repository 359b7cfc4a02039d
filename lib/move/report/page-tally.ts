/** Keeps the page records with the worst verdicts. The tally does not grow with the number of pages. */

import { type PointCounts, type PointNumber, VERDICTS, type Verdict } from '../verdicts.ts'
import type { PageRecord } from './page-record.ts'

export interface PageTally {
  add(record: PageRecord): void
  readonly counts: PointCounts
  point(point: PointNumber): PointCounts
  /** Returns the kept records, the worst verdict first, then in the order of adding. */
  worst(): PageRecord[]
  /** Returns the number of pages with findings that were not kept. */
  leftOut(): number
}

export interface TallyOptions {
  /** The number of page records that are kept for each verdict. */
  readonly keep: number
}

const MOST_FINDINGS = 40
const WORST_FIRST: readonly Verdict[] = VERDICTS.toReversed()

type Counts = Record<keyof PointCounts, number>

export function createPageTally({ keep }: TallyOptions): PageTally {
  const counts = noCounts()
  const points = new Map<PointNumber, Counts>()
  const kept = new Map<Verdict, PageRecord[]>()
  let leftOut = 0
  return {
    counts,
    add(record) {
      count(counts, record.verdict)
      for (const [point, verdict] of pointsOf(record)) {
        const of = points.get(point) ?? noCounts()
        points.set(point, of)
        count(of, verdict)
      }
      if (record.findings.length === 0) return
      const list = kept.get(record.verdict) ?? []
      kept.set(record.verdict, list)
      if (list.length < keep) list.push(shortened(record))
      else leftOut += 1
    },
    point: point => points.get(point) ?? noCounts(),
    worst: () => WORST_FIRST.flatMap(verdict => kept.get(verdict) ?? []),
    leftOut: () => leftOut,
  }
}

function noCounts(): Counts {
  return { checked: 0, passed: 0, accepted: 0, warning: 0, unknown: 0, failed: 0 }
}

export function count(counts: Counts, verdict: Verdict): void {
  counts.checked += 1
  counts[verdict] += 1
}

function pointsOf({ points }: PageRecord): [PointNumber, Verdict][] {
  return Object.entries(points).map(([point, verdict]) => [Number(point) as PointNumber, verdict])
}

/** Shortens a record to the trails with the addresses of its worst findings. */
function shortened(record: PageRecord): PageRecord {
  const rank = (verdict: Verdict) => WORST_FIRST.indexOf(verdict)
  const findings = record.findings
    .toSorted((a, b) => rank(a.verdict) - rank(b.verdict))
    .slice(0, MOST_FINDINGS)
  const about = new Set(findings.map(({ url }) => url))
  return { ...record, findings, trails: record.trails.filter(hops => hops.some(({ url }) => about.has(url))) }
}
