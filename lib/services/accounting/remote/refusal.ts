/**
 * The reason why an act failed, as it is stored with the case: kura's explanation and, if the service refused the act,
 * the service's text. The service may quote what a person wrote, so its text is shown with the case and never logged.
 */
import { CLAIM_REASONS } from '../../../core/claims/words.ts'
import { AppError, failureOf } from '../../../core/errors.ts'
import { isPhraseOf, phrase } from '../../../core/language/catalogue.ts'
import { quotedReason } from '../../../core/language/outside.ts'
import { english } from '../../../core/language/text.ts'
import type { Reason, Value } from '../../../core/phrase.ts'
import { effectOf } from '../../../core/remote/effect.ts'
import { sentencesOf } from '../../../core/remote/sentences.ts'
import { SAID } from './words.ts'

export function reasonOfFailure(error: unknown): Reason {
  if (!(error instanceof AppError)) return phrase(CLAIM_REASONS.unexpectedFault)
  const failure = failureOf(error)
  if (effectOf(error) !== 'none' || !Array.isArray(error.details['messages'])) return failure
  const sentences = sentencesOf(error)
  return phrase(SAID.refusal, {
    reason: quotedReason(failure),
    words: { items: sentences, by: 'semicolon' },
  })
}

/** The English text, without the parts that must not be logged. */
export function loggedReason(reason: Reason): string {
  return english(isPhraseOf(SAID.refusal, reason) ? ownWords(reason.values['reason']) : reason)
}

function ownWords(value: Value | undefined): Reason {
  return typeof value === 'object' && 'id' in value ? value : ''
}
