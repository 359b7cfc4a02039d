/**
 * Recognizes a deal that may be the correction of one that waits. People correct a row of a table and send it again,
 * perhaps under another name, while its first form still waits. Pure.
 */

export interface Facts {
  /** YYYY-MM-DD; undefined if the day could not be read. */
  readonly day: string | undefined
  /** Whole yen. */
  readonly amount: number
  /** The id of the partner; undefined if it is not known. */
  readonly partner: number | string | undefined
  readonly descriptions: readonly string[]
}

/**
 * Whether `deal` may be the correction of `waiting`: the descriptions are the same, and at most one of day, amount and
 * partner differs. The sign of an amount does not count, because the sign may be what was corrected; an unknown partner
 * matches every partner.
 */
export function mayCorrect(waiting: Facts, deal: Facts): boolean {
  if (waiting.descriptions.join('\n') !== deal.descriptions.join('\n')) return false
  const differences = [
    waiting.day !== deal.day,
    Math.abs(waiting.amount) !== Math.abs(deal.amount),
    waiting.partner !== undefined && deal.partner !== undefined && waiting.partner !== deal.partner,
  ]
  return differences.filter(Boolean).length <= 1
}
