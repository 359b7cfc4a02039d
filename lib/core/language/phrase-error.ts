import { AppError, type ErrorCode, type ErrorContext } from '../errors.ts'
import type { Phrase, Reason } from '../phrase.ts'
import { english, reasonIn, type SaidReason, saidReason } from './text.ts'

export interface PhraseContext extends Omit<ErrorContext, 'phrase' | 'hint' | 'hintPhrase'> {
  readonly hint?: Reason | undefined
}

/** The message and the hint are English; people read the phrases in their language. */
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

/** The same error in other words: code, status and details stay. Without a hint, the hint of `error` is kept. */
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

/** A reader needs these members of a reply to translate its English texts. */
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
    // the AppError has shortened a long text
    ...(phrase && { errorReason: { ...saidReason(phrase), text: message } }),
    ...(hintPhrase && { hintReason: { ...saidReason(hintPhrase), text: hint } }),
  }
}

/** Leaves out the phrase of a message that this program does not know: the English text is then shown. */
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
