/**
 * Finds deals that look like duplicates, because the same receipt may have been entered twice, by hand or in two files.
 * Pure.
 */
import type { Deal, DealBody } from '../remote/deal-schema.ts'

/** The members by which two deals are compared. */
export interface Comparable {
  readonly type: string | undefined
  /** YYYY-MM-DD */
  readonly date: string
  /** Whole yen. */
  readonly amount: number
  readonly partner: number | undefined
}

/** A deal that is about to be registered. */
export interface Candidate extends Comparable {
  readonly case: string
  /** The reference number of the candidate itself: an existing deal with this number is not a duplicate. */
  readonly reference: string | undefined
}

/** A deal at the service. */
export interface Existing extends Comparable {
  readonly deal: number
  readonly reference: string | undefined
}

export interface Double {
  readonly case?: string
  readonly deal?: number
}

/**
 * Returns for each candidate its possible duplicates: earlier candidates and existing deals with the same date, amount
 * and partner. An unknown partner matches every partner. A candidate that is undefined could not be read, and matches
 * nothing.
 */
export function findDoubles(
  candidates: readonly (Candidate | undefined)[],
  existing: readonly Existing[],
): Double[][] {
  const earlier = new Map<string, Candidate[]>()
  const deals = Map.groupBy(existing, placeOf)
  return candidates.map(candidate => {
    if (!candidate) return []
    const place = placeOf(candidate)
    const before = earlier.get(place) ?? []
    earlier.set(place, [...before, candidate])
    const others = (deals.get(place) ?? []).filter(
      ({ reference }) => reference === undefined || reference !== candidate.reference,
    )
    return [
      ...before.filter(other => mayBePartner(other, candidate)).map(other => ({ case: other.case })),
      ...others.filter(other => mayBePartner(other, candidate)).map(({ deal }) => ({ deal })),
    ]
  })
}

function placeOf({ type, date, amount }: Comparable): string {
  return `${type} ${date} ${amount}`
}

function mayBePartner(one: Comparable, other: Comparable): boolean {
  return one.partner === undefined || other.partner === undefined || one.partner === other.partner
}

/** The members of a request's body by which its deal is compared. */
interface DescribedDeal
  extends Readonly<Pick<DealBody, 'type' | 'issue_date' | 'partner_id' | 'ref_number'>> {
  readonly details: readonly { readonly amount: number }[]
}

/** Returns the deal that a request's body describes, in the form in which deals are compared. */
export function candidateOf(name: string, body: DescribedDeal): Candidate {
  return {
    case: name,
    type: body.type,
    date: body.issue_date,
    amount: body.details.reduce((sum, { amount }) => sum + amount, 0),
    partner: body.partner_id,
    reference: body.ref_number,
  }
}

/** Returns a deal of the service in the form in which deals are compared. */
export function existingOf({ id, type, issueDate, amount, partnerId, refNumber }: Deal): Existing {
  return { deal: id, type, date: issueDate, amount, partner: partnerId, reference: refNumber }
}
