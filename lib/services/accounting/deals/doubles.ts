/** Finds deals that may be the same receipt, entered twice by hand or in two files. */
import { sumOf } from '../fields/amount.ts'
import type { Deal, DealBody } from '../remote/deal-schema.ts'
import { signedEffect } from './compare.ts'

export interface Comparable {
  readonly type: string | undefined
  /** YYYY-MM-DD */
  readonly date: string
  /** Whole yen. */
  readonly amount: number
  /** The partner's id. A new partner has its folded name instead: it may be an existing partner under another name. */
  readonly partner: number | string | undefined
}

export interface Candidate extends Comparable {
  readonly case: string
  /** The candidate's reference number. An existing deal with this number is the candidate itself. */
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
  readonly file?: true
  readonly corrects?: true
}

/**
 * Returns for each candidate the earlier candidates and the existing deals with the same date, effect and partner.
 * Earlier candidates with the same file count too. An unknown partner matches every partner. A new partner matches
 * every partner that the company has. If an earlier candidate already has a deal, only the candidate is returned.
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
