/**
 * Finds deals that look like duplicates, because the same receipt may have been entered twice, by hand or in two files.
 * Pure.
 */
import { sumOf } from '../fields/amount.ts'
import type { Deal, DealBody } from '../remote/deal-schema.ts'
import { signedEffect } from './compare.ts'

export interface Comparable {
  readonly type: string | undefined
  /** YYYY-MM-DD */
  readonly date: string
  /** Whole yen. */
  readonly amount: number
  /**
   * The id of the partner. A partner that the company does not have yet has its folded name instead: it may be one of
   * the company's partners under another name.
   */
  readonly partner: number | string | undefined
}

export interface Candidate extends Comparable {
  readonly case: string
  /** The reference number of the candidate itself: an existing deal with this number is not a duplicate. */
  readonly reference: string | undefined
  readonly files?: readonly string[]
}

export interface Existing extends Comparable {
  readonly deal: number
  readonly reference: string | undefined
}

export interface Double {
  readonly case?: string
  readonly deal?: number
  /** Set if both have the same file. */
  readonly file?: true
  /** Set if the case waits, and this deal may be its correction. */
  readonly corrects?: true
}

/**
 * The possible duplicates of each candidate: earlier candidates and existing deals with the same date, effect and
 * partner, and earlier candidates with the same file. An unknown partner matches every partner; a new one matches every
 * partner that the company has. An undefined candidate could not be read, and matches nothing. If an earlier candidate
 * has a deal already, only the candidate counts.
 */
export function findDoubles(
  candidates: readonly (Candidate | undefined)[],
  existing: readonly Existing[],
): Double[][] {
  const earlier: Candidate[] = []
  const deals = Map.groupBy(existing, placeOf)
  return candidates.map(candidate => {
    if (!candidate) return []
    const before = earlier.flatMap(other => likeness(other, candidate) ?? [])
    const known = new Set([candidate.reference, ...before.map(({ reference }) => reference)])
    earlier.push(candidate)
    const others = (deals.get(placeOf(candidate)) ?? []).filter(
      ({ reference }) => reference === undefined || !known.has(reference),
    )
    return [
      ...before.map(({ double }) => double),
      ...others.filter(other => mayBePartner(other, candidate)).map(({ deal }) => ({ deal })),
    ]
  })
}

function likeness(
  other: Candidate,
  candidate: Candidate,
): { double: Double; reference: string | undefined } | undefined {
  const { case: name, reference, files = [] } = other
  if (files.some(file => candidate.files?.includes(file)))
    return { double: { case: name, file: true }, reference }
  const isAlike = placeOf(other) === placeOf(candidate) && mayBePartner(other, candidate)
  return isAlike ? { double: { case: name }, reference } : undefined
}

function placeOf(deal: Comparable): string {
  return `${deal.date} ${signedEffect(deal)}`
}

function mayBePartner(one: Comparable, other: Comparable): boolean {
  if (one.partner === undefined || other.partner === undefined) return true
  return one.partner === other.partner || typeof one.partner !== typeof other.partner
}

interface DescribedDeal
  extends Readonly<Pick<DealBody, 'type' | 'issue_date' | 'partner_id' | 'ref_number'>> {
  readonly details: readonly { readonly amount: number }[]
}

export function candidateOf(name: string, body: DescribedDeal): Candidate {
  return {
    case: name,
    type: body.type,
    date: body.issue_date,
    amount: sumOf(body.details.map(({ amount }) => amount)),
    partner: body.partner_id,
    reference: body.ref_number,
  }
}

export function existingOf({ id, type, issueDate, amount, partnerId, refNumber }: Deal): Existing {
  return { deal: id, type, date: issueDate, amount, partner: partnerId, reference: refNumber }
}
