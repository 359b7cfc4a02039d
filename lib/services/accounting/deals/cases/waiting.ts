/** People correct a row of a table and send the row again, perhaps under another name, while its first form waits. */

export interface Facts {
  /** YYYY-MM-DD */
  readonly day: string | undefined
  /** Whole yen. */
  readonly amount: number
  readonly partner: number | string | undefined
  readonly descriptions: readonly string[]
}

/** The sign of an amount does not count, because a correction may have changed it. */
export function mayCorrect(waiting: Facts, deal: Facts): boolean {
  if (waiting.descriptions.join('\n') !== deal.descriptions.join('\n')) return false
  const differences = [
    waiting.day !== deal.day,
    Math.abs(waiting.amount) !== Math.abs(deal.amount),
    waiting.partner !== undefined && deal.partner !== undefined && waiting.partner !== deal.partner,
  ]
  return differences.filter(Boolean).length <= 1
}
