/** The points of document 2, "Verification after a move". A point passes only if all that it requires was seen. */
import type { Said } from './phrase.ts'

export type PointNumber = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8

/** The verdicts from best to worst. `accepted` is a finding that a person has accepted. */
export const VERDICTS = ['passed', 'accepted', 'warning', 'unknown', 'failed'] as const
export type Verdict = (typeof VERDICTS)[number]

/** Points 7 and 8 are `expected`. Point 6 without a file, and point 3 of a name with one form, are `not asked`. */
export type PointVerdict = Verdict | 'expected' | 'not asked'

export const POINTS: readonly PointNumber[] = [1, 2, 3, 4, 5, 6, 7, 8]

export interface Finding extends Said {
  readonly point: PointNumber
  readonly verdict: Exclude<Verdict, 'passed' | 'accepted'>
  readonly url: string
}

/** The numbers of pages or files with each verdict, for one point. Their worst finding decides. */
export type PointCounts = Readonly<Record<'checked' | Verdict, number>>

export interface PointReport extends PointCounts {
  readonly point: PointNumber
  readonly title: string
  readonly verdict: PointVerdict
  readonly note?: Said
}

export function worst(verdicts: Iterable<Verdict>): Verdict {
  const found = new Set(verdicts)
  return VERDICTS.findLast(verdict => found.has(verdict)) ?? 'passed'
}

/** The verdict of a point; `unknown` if nothing was checked. */
export function verdictOf(counts: PointCounts): Verdict {
  if (counts.checked === 0) return 'unknown'
  return VERDICTS.findLast(verdict => counts[verdict] > 0) ?? 'passed'
}

/** Whether the status is 403 or 429, which are about the visitor and not about the page. */
export function isUnknownStatus(status: number): boolean {
  return status === 403 || status === 429
}
