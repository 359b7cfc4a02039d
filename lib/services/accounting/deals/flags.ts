/** The flags that a deal has because of other deals and cases, or because a person has declined it. Pure. */

import { declinedBefore } from '../../../core/claims/declined.ts'
import type { Claim } from '../../../core/claims/stored-records.ts'
import { CLAIM_REASONS } from '../../../core/claims/words.ts'
import type { Phrase } from '../../../core/phrase.ts'
import { type Alike, flagsOf } from './cases/alike.ts'
import type { DealFlag } from './draft/draft.ts'
import type { DealRequest } from './schema.ts'

/** Returns the flags of a deal that looks like others. */
export function doubleFlags(alike: readonly Alike[]): DealFlag[] {
  return lateFlags(flagsOf(alike))
}

/** Returns the flag of a deal that a person has declined, and that is requested again; a correction has none. */
export function declinedFlags(
  known: Claim<unknown> | undefined,
  { corrects }: Pick<DealRequest, 'corrects'>,
): DealFlag[] {
  const waits = known?.state === 'refused' || known?.state === 'review'
  const reason = corrects === undefined && waits ? declinedBefore(known) : undefined
  return reason ? [{ flag: 'declined', reason }] : []
}

/** Returns the flags of a deal from the reasons that only its claim has. */
export function lateFlags(reasons: readonly Phrase[]): DealFlag[] {
  return reasons.map(reason => ({ flag: isDecline(reason) ? 'declined' : 'looks_double', reason }))
}

function isDecline({ id }: Phrase): boolean {
  return id === CLAIM_REASONS.declined.id
}
