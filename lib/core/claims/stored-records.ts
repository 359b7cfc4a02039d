/**
 * The schema and the types of a stored claim. Transitions import only the types, because a read checks only the result,
 * with the schema of its service. Times are milliseconds since the epoch, by the store's clock.
 */
import * as z from 'zod'
import { milliseconds } from '../json/fields.ts'
import { storedReason } from '../language/reason-schemas.ts'

const claimState = z.enum([
  'review',
  'claimed',
  'done',
  'refused',
  'unknown',
  /** The effect of a done act is being deleted. No query has shown yet that it is gone from the remote. */
  'removing',
  'gone',
])
export type ClaimState = z.infer<typeof claimState>

const claimStep = z.object({
  state: claimState,
  at: milliseconds,
  /** The author of the step: a key or a person (with the approval, if there was one), or `kura`. */
  by: z.string(),
  reason: storedReason.optional(),
})
export type ClaimStep = z.infer<typeof claimStep>

const orphanedEffect = z.object({
  operation: z.string(),
  at: milliseconds,
  /** The key or the person that requested the act. */
  by: z.string(),
  /** The result of the call. Undefined if it is unknown whether the call had an effect. */
  result: z.unknown().optional(),
  reason: storedReason.optional(),
})

const proposal = z.object({
  key: z.string(),
  /** The name of the proposer's key. */
  by: z.string(),
  /** The proposer's reason. This is a text from outside. */
  reason: z.string(),
  /** The body that was proposed first, if the proposer has corrected it since. */
  before: z.string().optional(),
})

const declined = z.object({
  digest: z.string(),
  by: z.string(),
  reason: storedReason,
})

const firstApproval = z.object({
  /** The digest of the statement that the first person signed. */
  approval: z.string(),
  person: z.string(),
  at: milliseconds,
})

export const claimSchema = z.object({
  state: claimState,
  /** The name of the case as the latest attempt wrote it. The record's key has the folded name (`case-name.ts`). */
  name: z.string(),
  /** The SHA-256 of the exact body. The same case with another body is a conflict. */
  digest: z.string(),
  /** The body, if the service needs it later to query the remote, or to send it after a person's approval. */
  body: z.string().optional(),
  /** The id of the attempt. The outcome of another attempt does not settle the claim. */
  operation: z.string(),
  /** The end of the lease. After this time, an act that is still `claimed` counts as unknown. */
  until: milliseconds,
  flags: z.array(storedReason).readonly(),
  /** The request as the caller made it. */
  asked: z.string().optional(),
  /** The ids of similar acts: the ones in the flags, and the ones that a person has declared to be different acts. */
  alike: z.array(z.string()).readonly().optional(),
  first: firstApproval.optional(),
  /** The person who permitted the flagged act to be sent. */
  releasedBy: z.string().optional(),
  /** The proposal, if the caller may only propose the act. */
  proposal: proposal.optional(),
  /** The bodies that a person has declined, by their digests, the newest last. */
  declined: z.array(declined).readonly().optional(),
  result: z.unknown().optional(),
  /** Why the act was refused or its outcome is unknown, or a remark about an unusual result. */
  reason: storedReason.optional(),
  steps: z.array(claimStep).readonly(),
  strays: z.array(orphanedEffect).readonly().optional(),
})

/** The effect of an attempt that had lost its claim when its call ended. The effect may be certain or only possible. */
export interface OrphanedEffect<Result> extends Omit<z.infer<typeof orphanedEffect>, 'result'> {
  readonly result?: Result | undefined
}

export interface Claim<Result> extends Omit<z.infer<typeof claimSchema>, 'result' | 'strays'> {
  readonly result?: Result | undefined
  readonly strays?: readonly OrphanedEffect<Result>[] | undefined
}
