/** The flags that a deal has because of other deals and cases, or because a person has declined it. Pure. */

import { declinedBefore } from '../../../core/claims/declined.ts'
import type { Claim } from '../../../core/claims/stored-records.ts'
import { CLAIM_REASONS } from '../../../core/claims/words.ts'
import type { Phrase } from '../../../core/phrase.ts'
import { type Alike, flagsOf } from './cases/alike.ts'
import type { DealFlag } from './draft/draft.ts'
import type { DealRequest } from './schema.ts'

export function doubleFlags(alike: readonly Alike[]): DealFlag[] {
  return lateFlags(flagsOf(alike))
}

/** The flag of a deal that is requested again after a person declined it; a correction has none. */
export function declinedFlags(
  known: Claim<unknown> | undefined,
  { corrects }: Pick<DealRequest, 'corrects'>,
): DealFlag[] {
  const waits = known?.state === 'refused' || known?.state === 'review'
  const reason = corrects === undefined && waits ? declinedBefore(known) : undefined
  return reason ? [{ flag: 'declined', reason }] : []
}

/** The flags for the reasons that kura finds only when it compares or claims the deal, after the draft. */
export function lateFlags(reasons: readonly Phrase[]): DealFlag[] {
  return reasons.map(reason => ({ flag: isDecline(reason) ? 'declined' : 'looks_double', reason }))
}

function isDecline({ id }: Phrase): boolean {
  return id === CLAIM_REASONS.declined.id
}
