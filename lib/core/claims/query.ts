/** Queries the remote for the effect of an act. */
import type { Reason } from '../phrase.ts'
import type { Claims, NamedClaim } from './claims.ts'
import type { Claim } from './stored-records.ts'

/** What a query of the remote found. */
export interface Queried<Result> {
  /**
   * The results that carry the act's identity. If there is only one, it is the act's own; if there are several, a
   * person has to decide.
   */
  readonly found: readonly Result[]
  /** Whether the query read everything, so that a result that it did not find does not exist. */
  readonly complete: boolean
  /** A reason about several results, to be stored with the claim. */
  readonly several?: Reason | undefined
}

/**
 * Queries the remote for an unknown act and settles it as done if exactly one result is found. Anything else leaves the
 * claim as it is: a query that finds nothing proves nothing, because a late commit may follow.
 * @returns what `query` gave, and the claim as it is now: done if it was settled
 * @throws AppError `conflict` if the claim is neither unknown nor done; and as `query` does
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
