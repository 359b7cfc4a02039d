import { AppError, type ErrorCode, type ErrorContext } from '../errors.ts'
import type { Phrase } from '../phrase.ts'
import { english } from './text.ts'

/**
 * Returns an error with the English text of a phrase as its message. If the error is stored or shown as a reason, the
 * phrase is used, so people read it in their language.
 */
export function phraseError(
  code: ErrorCode,
  phrase: Phrase,
  context: Omit<ErrorContext, 'phrase'> = {},
): AppError {
  return new AppError(code, english(phrase), { ...context, phrase })
}
