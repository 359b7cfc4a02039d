/**
 * Transitions import only the types. When a claim is read, only the result is checked, with the schema of its service.
 * Times are milliseconds since the epoch, by the store's clock.
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
  /** No query has shown yet that the effect of a done act is gone from the remote. */
  'removing',
  'gone',
])
export type ClaimState = z.infer<typeof claimState>

const claimStep = z.object({
  state: claimState,
  at: milliseconds,
  /** The name of a key or of a person, with an approval if there was one, or `kura`. */
  by: z.string(),
  reason: storedReason.optional(),
})
export type ClaimStep = z.infer<typeof claimStep>

const orphanedEffect = z.object({
  operation: z.string(),
  at: milliseconds,
  /** The key or the person that requested the act. */
  by: z.string(),
  /** Undefined if it is unknown whether there was an effect. */
  result: z.unknown().optional(),
  reason: storedReason.optional(),
})

const proposal = z.object({
  key: z.string(),
  /** The name of the proposer's key. */
  by: z.string(),
  /** Text from outside. */
  reason: z.string(),
  /** The first body, if the proposer has corrected it later. */
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
  /** As the latest attempt wrote it; the key of the record has the folded name (`case-name.ts`). */
  name: z.string(),
  /** SHA-256 of the exact body: the same case with another body is a conflict. */
  digest: z.string(),
  /** Stored if the service needs the body later: to query the remote, or to send it after a person's approval. */
  body: z.string().optional(),
  /** The id of the attempt. The outcome of another attempt does not settle the claim. */
  operation: z.string(),
  /** The end of the lease. After it, an act that is still `claimed` counts as unknown. */
  until: milliseconds,
  flags: z.array(storedReason).readonly(),
  /** The request as the caller made it. */
  asked: z.string().optional(),
  /** Similar acts: those that a flag names, and those that a person has declared to be other acts. */
  alike: z.array(z.string()).readonly().optional(),
  first: firstApproval.optional(),
  /** The person who permitted a flagged act to be sent. */
  releasedBy: z.string().optional(),
  /** Set if the caller may only propose. */
  proposal: proposal.optional(),
  /** The newest last. */
  declined: z.array(declined).readonly().optional(),
  result: z.unknown().optional(),
  /** Why the act was refused or its outcome is unknown, or a remark about an unusual result. */
  reason: storedReason.optional(),
  steps: z.array(claimStep).readonly(),
  strays: z.array(orphanedEffect).readonly().optional(),
})

/** The effect, certain or only possible, of an attempt that had lost its claim when its call ended. */
export interface OrphanedEffect<Result> extends Omit<z.infer<typeof orphanedEffect>, 'result'> {
  readonly result?: Result | undefined
}

export interface Claim<Result> extends Omit<z.infer<typeof claimSchema>, 'result' | 'strays'> {
  readonly result?: Result | undefined
  readonly strays?: readonly OrphanedEffect<Result>[] | undefined
}
