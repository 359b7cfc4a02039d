import { AppError, type ErrorCode, type ErrorContext } from '../errors.ts'
import type { Phrase, Reason } from '../phrase.ts'
import { MESSAGES } from './catalogue.ts'
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

/**
 * Makes an error with the words of a phrase from `error`: with the same code and status, the details of both, and
 * `error` as its cause. If it gets no hint of its own, it has the hint of `error`.
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

/** The members of a reply that `phraseMembers` of `errors.ts` wrote. */
export interface PhraseMembers {
  readonly reasonId?: string | undefined
  readonly reasonValues?: Readonly<Record<string, unknown>> | undefined
  readonly hintId?: string | undefined
  readonly hintValues?: Readonly<Record<string, unknown>> | undefined
}

/**
 * Returns the phrases of an error in a reply. A phrase whose message this program does not know is left out, so that the
 * English text is shown.
 */
export function phrasesIn({
  reasonId,
  reasonValues,
  hintId,
  hintValues,
}: PhraseMembers): Pick<ErrorContext, 'phrase' | 'hintPhrase'> {
  const [phrase, hintPhrase] = [knownPhrase(reasonId, reasonValues), knownPhrase(hintId, hintValues)]
  return { ...(phrase && { phrase }), ...(hintPhrase && { hintPhrase }) }
}

function knownPhrase(id: string | undefined, values: PhraseMembers['reasonValues'] = {}): Phrase | undefined {
  return id !== undefined && MESSAGES.has(id) ? { id, values: values as Phrase['values'] } : undefined
}
