/** Asking the remote what an act has left there. */
import type { Claim } from './claim.ts'
import type { Claims, NamedClaim } from './claims.ts'

/** What was found at the remote. */
export interface Looked<Result> {
  /** What carries the act's identity: one is the act's own, several are for a person to tell apart. */
  readonly found: readonly Result[]
  /** Whether all of it was read: what was not found is not there. */
  readonly complete: boolean
  /** Several results in words, for the stored claim. */
  readonly several?: string | undefined
}

/**
 * Looks for an unknown act and settles it as done if exactly one result is found. Anything else leaves the claim as it
 * is: finding nothing proves nothing, for a late commit may follow.
 * @returns what `look` gave, and the claim as it is now: done if it was settled
 * @throws AppError `conflict` if the claim is neither unknown nor done; and as `look` does
 */
export async function lookAgain<Result, Seen extends Looked<Result>>(
  looked: NamedClaim<Result>,
  { by, look }: { by: string; look: (claim: Claim<Result>) => Promise<Seen> },
  { claims }: { claims: Claims<Result> },
): Promise<{ readonly seen: Seen; readonly claim: Claim<Result> }> {
  const seen = await look(looked.claim)
  const [result, another] = seen.found
  if (result === undefined || another !== undefined) return { seen, claim: looked.claim }
  return { seen, claim: await claims.resolve(looked, { result, by }) }
}
