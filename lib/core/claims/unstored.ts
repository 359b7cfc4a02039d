import type { AppError } from '../errors.ts'
import { phrase } from '../language/catalogue.ts'
import { phraseError } from '../language/phrase-error.ts'
import type { Reason } from '../phrase.ts'
import { REFUSALS } from './words.ts'

interface Done {
  readonly remedy: Reason
  readonly details?: Readonly<Record<string, string | number>>
}

/** The error if the outcome of a done act is not stored. A query settles the act. @param fact `"x" is deal 7` */
export function doneUnstored(
  fact: Reason,
  { remedy, ...context }: Done & { readonly cause: unknown },
): AppError {
  const hint = phrase(REFUSALS.onceStored, { remedy })
  return phraseError('store_unavailable', phrase(REFUSALS.unstored, { fact }), { ...context, hint })
}

/** The error for an act that was done although another attempt has its claim: the effect may exist twice. */
export function doneOrphaned(fact: Reason, { remedy, ...context }: Done): AppError {
  return phraseError('conflict', phrase(REFUSALS.orphaned, { fact }), { ...context, hint: remedy })
}
