/**
 * The schema of a stored claim. Transitions import only its types. When a claim is read, `stored-claims.ts` checks only
 * the result, with the schema of its service. Times are milliseconds since the epoch, by the store's clock.
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
  /** The effect of a done act is being deleted at the remote; no query has shown yet that it is gone. */
  'removing',
  /** The act was done, and its effect is no longer at the remote. */
  'gone',
])
export type ClaimState = z.infer<typeof claimState>

/** A change of a claim's state, with its time and its author. People read these steps. */
const claimStep = z.object({
  state: claimState,
  at: milliseconds,
  /** The author of the step: the name of a key or of a person, with an approval if there was one, or `kura`. */
  by: z.string(),
  reason: storedReason.optional(),
})
export type ClaimStep = z.infer<typeof claimStep>

const orphanedEffect = z.object({
  operation: z.string(),
  at: milliseconds,
  /** The name of the key or the person that requested the act. */
  by: z.string(),
  /** The result from the remote; undefined if it is unknown whether there was an effect. */
  result: z.unknown().optional(),
  reason: storedReason.optional(),
})

const proposal = z.object({
  /** The id of the proposer's key. */
  key: z.string(),
  /** The name of that key. */
  by: z.string(),
  /** Why the proposer wants the act: text from outside. */
  reason: z.string(),
  /** The body that was proposed first, if the proposer has corrected it later. */
  before: z.string().optional(),
})

const declined = z.object({
  digest: z.string(),
  /** Who declined the body. */
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
  /**
   * The name of the case as the latest attempt wrote it; the key of the record has the folded name (`case-name.ts`).
   */
  name: z.string(),
  /** SHA-256 of the exact body that is sent: the same case with another body is a conflict. */
  digest: z.string(),
  /**
   * The exact body, if the service needs it later: to query the remote for the effect, or to send it after a person has
   * approved it.
   */
  body: z.string().optional(),
  /** The id of the attempt. The outcome of another attempt does not settle the claim. */
  operation: z.string(),
  /** The end of the lease. After it, an act that is still `claimed` counts as unknown. */
  until: milliseconds,
  /** Why a person must review the act before it is sent. */
  flags: z.array(storedReason).readonly(),
  /** The request as the caller made it, for the person who corrects it. */
  asked: z.string().optional(),
  /** The ids of similar acts: those that a flag names, and those that a person has declared to be other acts. */
  alike: z.array(z.string()).readonly().optional(),
  /** The first approval of an act that two people have to approve. */
  first: firstApproval.optional(),
  /** The person who permitted a flagged act to be sent. */
  releasedBy: z.string().optional(),
  /** Set if a caller who may only propose has prepared the act. */
  proposal: proposal.optional(),
  /** The proposed bodies that people have declined, the newest last. */
  declined: z.array(declined).readonly().optional(),
  /** The result from the remote; set when the act is done. */
  result: z.unknown().optional(),
  /** Why the act was refused, or why its outcome is unknown; or a remark about an unusual result. */
  reason: storedReason.optional(),
  steps: z.array(claimStep).readonly(),
  /** The orphaned effects of other attempts. A person or a query has to deal with each of them. */
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
