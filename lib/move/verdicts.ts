/**
 * The eight points of document 2's "Verification after a move". A point passes only if everything that it requires was
 * seen: an address that could not be requested is unknown or failed.
 */
import type { Said } from './phrase.ts'

export type PointNumber = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8

/** From best to worst. A person has accepted an `accepted` finding. */
export const VERDICTS = ['passed', 'accepted', 'warning', 'unknown', 'failed'] as const
export type Verdict = (typeof VERDICTS)[number]

/** Points 7 and 8 are `expected`. `not asked`: point 6 without a file, point 3 if the new name has no other form. */
export type PointVerdict = Verdict | 'expected' | 'not asked'

export const POINTS: readonly PointNumber[] = [1, 2, 3, 4, 5, 6, 7, 8]

export interface Finding extends Said {
  readonly point: PointNumber
  readonly verdict: Exclude<Verdict, 'passed' | 'accepted'>
  readonly url: string
}

/** Pages or files with each verdict, for one point; their worst finding decides. */
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

/** `unknown` if nothing was checked. */
export function verdictOf(counts: PointCounts): Verdict {
  if (counts.failed > 0) return 'failed'
  if (counts.unknown > 0 || counts.checked === 0) return 'unknown'
  if (counts.warning > 0) return 'warning'
  return counts.accepted > 0 ? 'accepted' : 'passed'
}

/** 403 and 429 are about the visitor and not about the page. */
export function isUnknownStatus(status: number): boolean {
  return status === 403 || status === 429
}
