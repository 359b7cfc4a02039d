import type { Reason } from '../phrase.ts'
import type { Claims, NamedClaim } from './claims.ts'
import type { Claim } from './stored-records.ts'

export interface Queried<Result> {
  /** The results at the remote that have the act's identity. If there are several, a person has to decide. */
  readonly found: readonly Result[]
  /** Whether the query read everything at the remote. */
  readonly complete: boolean
  /** The reason to store if there are several results. */
  readonly several?: Reason | undefined
}

/**
 * Queries the remote for an act of unknown outcome and settles the act as done if exactly one result is found. A query
 * that finds nothing proves nothing, because the effect may still appear.
 * @returns the answer of `query`, and the claim: done if it was settled, otherwise as in `basis`
 * @throws AppError if one result was found: `conflict` if the claim has changed, `store_unavailable`, `store_busy`; and
 * the errors of `query`
 */
export async function queryAgain<Result, Seen extends Queried<Result>>(
  basis: NamedClaim<Result>,
  { by, query }: { by: string; query: (claim: Claim<Result>) => Promise<Seen> },
  { claims }: { claims: Claims<Result> },
): Promise<{ readonly seen: Seen; readonly claim: Claim<Result> }> {
  const seen = await query(basis.claim)
  const [result, another] = seen.found
  if (result === undefined || another !== undefined) return { seen, claim: basis.claim }
  return { seen, claim: await claims.resolve(basis, { result, by }) }
}
