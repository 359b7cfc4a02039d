import { AppError, type ErrorCode, type ErrorContext } from '../errors.ts'
import type { Phrase, Reason } from '../phrase.ts'
import { english, reasonIn, type SaidReason, saidReason } from './text.ts'

export interface PhraseContext extends Omit<ErrorContext, 'phrase' | 'hint' | 'hintPhrase'> {
  readonly hint?: Reason | undefined
}

/** Returns an error with an English message and hint, and their phrases, which people read in their own language. */
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

/** Returns the error with another phrase. Code, status and details stay. Without a new hint, the old hint stays. */
export function restatePhrase(
  error: AppError,
  phrase: Phrase,
  { hint = error.hintPhrase ?? error.hint, details }: Pick<PhraseContext, 'hint' | 'details'> = {},
): AppError {
  return phraseError(error.code, phrase, {
    ...(hint !== undefined && { hint }),
    ...(error.status !== undefined && { status: error.status }),
    details: { ...error.details, ...details },
    cause: error,
  })
}

/** The members of a reply from which a reader translates its English texts. */
export interface ErrorReasons {
  readonly errorReason?: SaidReason | undefined
  readonly hintReason?: SaidReason | undefined
}

export function errorReasons({
  message,
  hint = '',
  phrase,
  hintPhrase,
}: Pick<AppError, 'message' | 'hint' | 'phrase' | 'hintPhrase'>) {
  return {
    // `text` is the AppError's message, which shortens a long text
    ...(phrase && { errorReason: { ...saidReason(phrase), text: message } }),
    ...(hintPhrase && { hintReason: { ...saidReason(hintPhrase), text: hint } }),
  }
}

/** Leaves out the phrase of a message that this program does not know, so that people see the English text. */
export function phrasesIn({
  errorReason,
  hintReason,
}: ErrorReasons): Pick<ErrorContext, 'phrase' | 'hintPhrase'> {
  const [phrase, hintPhrase] = [reasonIn(errorReason), reasonIn(hintReason)]
  return {
    ...(typeof phrase === 'object' && { phrase }),
    ...(typeof hintPhrase === 'object' && { hintPhrase }),
  }
}
