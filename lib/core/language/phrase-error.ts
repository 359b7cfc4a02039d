import { AppError, type ErrorCode, type ErrorContext } from '../errors.ts'
import type { Phrase, Reason } from '../phrase.ts'
import { english } from './text.ts'

/** The context of an error whose message is a phrase. Its hint may be a phrase too. */
export interface PhraseContext extends Omit<ErrorContext, 'phrase' | 'hint' | 'hintPhrase'> {
  readonly hint?: Reason | undefined
}

/**
 * Returns an error with the English texts of its phrases as its message and hint. If the error is stored or shown as a
 * reason, the phrase is used, so people read the reason in their language.
 */
export function phraseError(
  code: ErrorCode,
  phrase: Phrase,
  { hint, ...context }: PhraseContext = {},
): AppError {
  return new AppError(code, english(phrase), {
    ...context,
    phrase,
    ...(hint !== undefined && { hint: english(hint) }),
    ...(typeof hint === 'object' && { hintPhrase: hint }),
  })
}
