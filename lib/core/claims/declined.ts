import { phrase } from '../language/catalogue.ts'
import { quotedReason } from '../language/outside.ts'
import type { Phrase, Reason } from '../phrase.ts'
import type { Claim } from './stored-records.ts'
import { CLAIM_REASONS } from './words.ts'

interface Requested {
  readonly flags: readonly Reason[]
  readonly declinedWaits?: boolean | undefined
  readonly corrects?: string | undefined
}

/** A request's flags. With `declinedWaits`, a person's refusal adds a flag, unless the request is a correction. */
export function flagsOf(
  before: Claim<unknown> | undefined,
  { flags, declinedWaits, corrects }: Requested,
): readonly Reason[] {
  if (!before || !declinedWaits || corrects !== undefined) return flags
  const declined = declinedBefore(before)
  return declined ? [...flags, declined] : flags
}

/** Names the person who declined the act, and the reason. Undefined if the act was sent since, or never declined. */
export function declinedBefore({ steps }: Pick<Claim<unknown>, 'steps'>): Phrase | undefined {
  const at = steps.findLastIndex(
    ({ state }, index) => state === 'refused' && steps[index - 1]?.state === 'review',
  )
  const step = steps[at]
  if (!step || steps.slice(at).some(({ state }) => state === 'claimed')) return undefined
  return phrase(CLAIM_REASONS.declined, { person: step.by, reason: quotedReason(step.reason ?? '') })
}
