import { declinedBefore } from '../../../core/claims/declined.ts'
import type { Claim } from '../../../core/claims/stored-records.ts'
import { CLAIM_REASONS } from '../../../core/claims/words.ts'
import type { Phrase } from '../../../core/phrase.ts'
import type { DealFlag } from './draft/draft.ts'
import type { DealRequest } from './schema.ts'

/** Flags a deal that is requested again after a person declined it. A correction gets no such flag. */
export function declinedFlags(
  known: Claim<unknown> | undefined,
  { corrects }: Pick<DealRequest, 'corrects'>,
): DealFlag[] {
  const waits = known?.state === 'refused' || known?.state === 'review'
  const reason = corrects === undefined && waits ? declinedBefore(known) : undefined
  return reason ? [{ flag: 'declined', reason }] : []
}

/** The flags for reasons that kura finds only after the draft, when it compares or claims the deal. */
export function lateFlags(reasons: readonly Phrase[]): DealFlag[] {
  return reasons.map(reason => ({
    flag: reason.id === CLAIM_REASONS.declined.id ? 'declined' : 'looks_double',
    reason,
  }))
}
