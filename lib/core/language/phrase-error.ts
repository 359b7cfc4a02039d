import { AppError, type ErrorCode, type ErrorContext } from '../errors.ts'
import type { Phrase } from '../phrase.ts'
import { english } from './text.ts'

/** An error whose message is a phrase in English: what is stored or shown because of it is read in other languages too. */
export function phraseError(
  code: ErrorCode,
  phrase: Phrase,
  context: Omit<ErrorContext, 'phrase'> = {},
): AppError {
  return new AppError(code, english(phrase), { ...context, phrase })
}
