/** Which deals look double: the same receipt may have been entered twice, by hand or in two files. Pure. */

/** What a deal is compared by. */
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
  /** The reference number of its own deal, which is no double of it. */
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
 * For each candidate the earlier candidates and the existing deals of the same date, amount and partner. A partner that is
 * not known may be any. A candidate that is undefined, because it cannot be read, is compared with nothing.
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
