/**
 * The errors of kura. A message starts with the action, quotes values, and then gives the actual and the expected
 * state: `Cannot install "a/b.md": it has 3 bytes, the release says 5`. The hint says what to do. Neither the message
 * nor the hint contains a secret. The HTTP status of each code is in `http/answers.ts`.
 */
import type { Phrase, Reason } from './phrase.ts'

/** The error codes. They are stable: devices, operators and tests match on them, people read the message. */
export type ErrorCode =
  // errors in a caller's request
  | 'bad_request'
  | 'not_found'
  | 'method_not_allowed'
  | 'body_too_large'
  | 'conflict'
  // errors of authentication and permission
  | 'signature_missing'
  | 'signature_malformed'
  | 'signature_invalid'
  | 'authority_unknown'
  | 'clock_skew'
  | 'key_revoked'
  | 'nonce_used'
  | 'scope_missing'
  | 'approval_needed'
  | 'approval_invalid'
  // settings or a release that this deployment lacks, and acts that it does not allow
  | 'settings_missing'
  | 'settings_invalid'
  | 'not_in_preview'
  | 'writes_off'
  | 'paused'
  | 'cap_reached'
  | 'release_missing'
  // the store
  | 'store_unavailable'
  | 'store_busy'
  | 'seal_invalid'
  // errors of publishing
  | 'payload_invalid'
  | 'payload_unpublished'
  | 'release_invalid'
  | 'root_invalid'
  | 'release_key'
  // errors of a device
  | 'credentials_invalid'
  | 'device_busy'
  | 'device_write'
  | 'index_unreadable'
  | 'release_expired'
  | 'release_rejected'
  | 'content_mismatch'
  // errors of a remote or of the network
  | 'remote_unreachable'
  | 'remote_silent'
  | 'remote_answer'
  | 'remote_refused'
  | 'permission_missing'
  | 'payment_required'
  | 'limited'
  | 'reauthorize'
  | 'token_busy'
  | 'authorization_failed'
  // errors of a person at the terminal
  | 'usage'
  | 'interrupted'
  | 'output_lost'
  | 'internal'

export interface ErrorContext {
  /** What a person should do, without a full stop. */
  hint?: string
  /** Public members of the JSON answer beside `error` and `code`; never a secret. */
  details?: Readonly<Record<string, string | number | boolean | readonly string[]>>
  /** The HTTP status code of a remote's refusal, if it is passed on in place of the error code's own status. */
  status?: number
  cause?: unknown
  /**
   * The phrase of the message, for people who read another language; `language/phrase-error.ts` makes error and message
   * from it.
   */
  phrase?: Phrase
  hintPhrase?: Phrase
}

/** An error with a stable code. Anything else that is thrown is a bug of kura: `internal`. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly hint: string | undefined
  readonly details: NonNullable<ErrorContext['details']>
  readonly status: number | undefined
  readonly phrase: Phrase | undefined
  readonly hintPhrase: Phrase | undefined

  constructor(code: ErrorCode, message: string, context: ErrorContext = {}) {
    super(shortened(message), 'cause' in context ? { cause: context.cause } : undefined)
    this.name = 'AppError'
    this.code = code
    this.hint = context.hint
    this.details = context.details ?? {}
    this.status = context.status
    this.phrase = context.phrase
    this.hintPhrase = context.hintPhrase
  }
}

/** The maximum number of characters of a value that a message quotes. */
const LONGEST_QUOTE = 200
/** The maximum number of characters of a message: kura's own words and the values that they quote. */
const LONGEST_MESSAGE = 1_000
const LONG_QUOTE = new RegExp(`"[^"]{${LONGEST_QUOTE + 1},}"`, 'g')
/**
 * Matches a text in which every quotation mark opens before a value or closes after one. It matches unless a value
 * contains a quotation mark.
 */
const WELL_QUOTED = /^[^"]*(?:(?<![^\s([])"[^"]*"(?![^\s,.:;)\]])[^"]*)*$/

/**
 * Shortens long quoted values, because a caller may send a megabyte. If a value itself contains quotation marks, its
 * end cannot be found: then everything from the first quotation mark to the last one counts as one value.
 */
function shortened(message: string): string {
  if (message.length <= LONGEST_QUOTE) return message
  const short = message.replace(LONG_QUOTE, quoted => `"${cut(quoted.slice(1), LONGEST_QUOTE)}"`)
  if (short.length <= LONGEST_MESSAGE && WELL_QUOTED.test(short)) return short
  return cut(shortenedAsOne(message), LONGEST_MESSAGE)
}

function shortenedAsOne(message: string): string {
  const start = message.indexOf('"') + 1
  const end = message.lastIndexOf('"')
  if (end < start) return message
  return message.slice(0, start) + cut(message.slice(start, end), LONGEST_QUOTE) + message.slice(end)
}

function cut(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most).toWellFormed()}…`
}

/** The same error in other words: code, status and details stay, and `error` is its cause. */
export function restate(
  error: AppError,
  { message = error.message, hint = error.hint, details }: RestatedWords,
): AppError {
  return new AppError(error.code, message, {
    ...(hint !== undefined && { hint }),
    ...(error.status !== undefined && { status: error.status }),
    ...(error.phrase && message === error.message && { phrase: error.phrase }),
    ...(error.hintPhrase && hint === error.hint && { hintPhrase: error.hintPhrase }),
    details: { ...error.details, ...details },
    cause: error,
  })
}

/** The words of the new error. An absent member is taken from the old error. */
interface RestatedWords extends Pick<ErrorContext, 'details'> {
  readonly message?: string
  readonly hint?: string | undefined
}

export function hasCode(error: unknown, ...codes: ErrorCode[]): error is AppError {
  return error instanceof AppError && codes.includes(error.code)
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** The reason of a failure, to be stored or shown: the phrase of an error that has one, else its message. */
export function failureOf(error: unknown): Reason {
  return (error instanceof AppError && error.phrase) || messageOf(error)
}
