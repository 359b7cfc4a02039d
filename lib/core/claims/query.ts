/** Queries the remote for the effect of an act. */
import type { Reason } from '../phrase.ts'
import type { Claims, NamedClaim } from './claims.ts'
import type { Claim } from './stored-records.ts'

/** The findings of a query at the remote. */
export interface Queried<Result> {
  /**
   * The results that carry the act's identity. A single one is the act's own; if there are several, a person has to
   * decide.
   */
  readonly found: readonly Result[]
  /** Whether the query read everything, so that a result that was not found is not there. */
  readonly complete: boolean
  /** A text about several results, for the stored claim. */
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
