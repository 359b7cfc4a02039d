/**
 * The eight points of document 2's "Verification after a move", and how findings are combined into a verdict. A point
 * passes only if everything that it requires was seen. An address that could not be requested is unknown or failed,
 * never passed.
 */
import type { Said } from './phrase.ts'

export type PointNumber = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8

/** The verdicts, from best to worst. `accepted` is a finding that a person has accepted. */
export const VERDICTS = ['passed', 'accepted', 'warning', 'unknown', 'failed'] as const
export type Verdict = (typeof VERDICTS)[number]

/**
 * The result of a point. Points 7 and 8 are `expected`. `not asked`: point 6 without a file to check, and point 3 if
 * the new name has no other form.
 */
export type PointVerdict = Verdict | 'expected' | 'not asked'

export const POINTS: readonly PointNumber[] = [1, 2, 3, 4, 5, 6, 7, 8]

export interface Finding extends Said {
  readonly point: PointNumber
  readonly verdict: Exclude<Verdict, 'passed' | 'accepted'>
  readonly url: string
}

/**
 * The number of pages or files with each verdict, for one point; the worst finding about a page or file decides its
 * verdict.
 */
export interface PointCounts {
  readonly checked: number
  readonly passed: number
  readonly accepted: number
  readonly warning: number
  readonly unknown: number
  readonly failed: number
}

export interface PointReport extends PointCounts {
  readonly point: PointNumber
  readonly title: string
  readonly verdict: PointVerdict
  readonly note?: Said
}

export function worst(verdicts: Iterable<Verdict>): Verdict {
  let found: Verdict = 'passed'
  for (const verdict of verdicts) {
    if (VERDICTS.indexOf(verdict) > VERDICTS.indexOf(found)) found = verdict
  }
  return found
}

/** The worst verdict; `unknown` if nothing was checked. */
export function verdictOf(counts: PointCounts): Verdict {
  if (counts.failed > 0) return 'failed'
  if (counts.unknown > 0 || counts.checked === 0) return 'unknown'
  if (counts.warning > 0) return 'warning'
  return counts.accepted > 0 ? 'accepted' : 'passed'
}

/** Whether the status leaves the result unknown: 403 and 429 are about the visitor and not about the page. */
export function isUnknownStatus(status: number): boolean {
  return status === 403 || status === 429
}
