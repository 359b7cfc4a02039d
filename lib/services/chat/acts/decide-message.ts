/** Settles messages by a person, if kura cannot read all of the history. `once.ts` settles the other messages. */
import { asShown } from '../../../core/claims/claim.ts'
import type { Claims } from '../../../core/claims/claims.ts'
import { AppError } from '../../../core/errors.ts'
import { phrase } from '../../../core/language/catalogue.ts'
import type { MessageReport } from '../contract.ts'
import type { SentMessage } from '../schema.ts'
import { channelOf } from './claims.ts'
import { reportMessage } from './message-list.ts'
import { notYet, SETTLING } from './once.ts'
import { DELIVERY_REASONS } from './words.ts'

export interface MessageDecision {
  readonly caseName: string
  readonly operation: string
  /** The message's identifier or, without a message, the time at which kura showed the case (epoch milliseconds). */
  readonly saw: { readonly message: string } | { readonly seenAt: number }
  readonly by: string
}

/**
 * Stores what the person saw. If the message was not sent, the next run of its owner sends it.
 * @throws AppError `not_found`; `conflict` if the outcome is known, if another attempt was shown to the person, or if
 * the person saw no message while it could still arrive
 */
export async function decideMessage(
  { caseName, operation, saw, by }: MessageDecision,
  claims: Claims<SentMessage>,
): Promise<MessageReport> {
  const claim = await claims.read(caseName)
  if (!claim)
    throw new AppError('not_found', `Cannot find the message "${caseName}"`, {
      hint: 'kura settle --list --kind message lists the messages of unknown outcome',
    })
  const { seenAt } = 'seenAt' in saw ? saw : claim
  const basis = { name: caseName, claim: asShown(claim, { operation, seenAt }) }
  const decided =
    'message' in saw
      ? await claims.resolve(basis, { result: { channel: channelOf(claim), message: saw.message }, by })
      : await claims.free(basis, { ...FREED, person: by })
  return reportMessage(caseName, { ...decided, seenAt: claim.seenAt })
}

const FREED = {
  reason: notYet(phrase(DELIVERY_REASONS.seenAbsent)),
  settling: SETTLING,
  from: ['unknown'],
} as const
