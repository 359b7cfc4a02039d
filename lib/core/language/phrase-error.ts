import { AppError, type ErrorCode, type ErrorContext } from '../errors.ts'
import type { Phrase, Reason } from '../phrase.ts'
import { english, reasonIn, type SaidReason, saidReason } from './text.ts'

/** The context of an error whose message is a phrase. Its hint may be a phrase too. */
export interface PhraseContext extends Omit<ErrorContext, 'phrase' | 'hint' | 'hintPhrase'> {
  readonly hint?: Reason | undefined
}

/**
 * An error whose message and hint are the English texts of the phrases. If the error is stored or shown as a reason,
 * the phrase is used, so people read the reason in their language.
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

/**
 * Says the same error in the words of a phrase: code, status and details stay, and `error` is its cause. Without a
 * hint, the hint of `error` is kept.
 */
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

/** The members of an error's reply that a reader needs to translate its English texts. */
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
    // the text of the phrase, which the AppError has shortened if it is long
    ...(phrase && { errorReason: { ...saidReason(phrase), text: message } }),
    ...(hintPhrase && { hintReason: { ...saidReason(hintPhrase), text: hint } }),
  }
}

/**
 * The phrases of an error in a reply. If this program does not know a message, its phrase is left out, and the English
 * text is shown.
 */
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
