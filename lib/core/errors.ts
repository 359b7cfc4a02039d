/** A message begins with the action, quotes values, and ends with the actual and expected state. It has no secret. */
import type { Phrase, Reason } from './phrase.ts'

/** The HTTP status of each error code. The codes are stable: devices, operators and tests match on them. */
export const ERROR_STATUS = {
  // errors in a caller's request
  bad_request: 400,
  not_found: 404,
  method_not_allowed: 405,
  body_too_large: 413,
  conflict: 409,
  // errors of authentication and permission
  signature_missing: 401,
  signature_malformed: 401,
  signature_invalid: 401,
  authority_unknown: 401,
  clock_skew: 401,
  key_revoked: 401,
  nonce_used: 401,
  scope_missing: 403,
  approval_needed: 403,
  approval_invalid: 403,
  // settings or a release that this deployment lacks, and acts that it does not allow
  settings_missing: 503,
  settings_invalid: 503,
  not_in_preview: 503,
  writes_off: 403,
  paused: 503,
  cap_reached: 403,
  release_missing: 503,
  // errors of the store
  store_unavailable: 503,
  store_busy: 503,
  seal_invalid: 500,
  // errors of publishing
  payload_invalid: 500,
  payload_unpublished: 500,
  release_invalid: 500,
  root_invalid: 500,
  release_key: 500,
  // errors of a device
  credentials_invalid: 500,
  device_busy: 500,
  device_write: 500,
  index_unreadable: 500,
  release_expired: 500,
  release_rejected: 500,
  content_mismatch: 500,
  // errors of a remote or of the network
  remote_unreachable: 504,
  remote_silent: 504,
  remote_answer: 502,
  remote_refused: 502,
  permission_missing: 403,
  payment_required: 402,
  limited: 429,
  reauthorize: 503,
  token_busy: 503,
  authorization_failed: 400,
  // errors of a person at the terminal
  usage: 400,
  interrupted: 500,
  output_lost: 500,
  internal: 500,
} as const
export type ErrorCode = keyof typeof ERROR_STATUS

export interface ErrorContext {
  /** What a person should do, without a full stop. */
  hint?: string
  /** Public members of the JSON answer beside `error` and `code`. They never contain a secret. */
  details?: Readonly<Record<string, string | number | boolean | readonly string[]>>
  /** The status with which a remote refused the call, in place of the error code's own status. */
  status?: number
  cause?: unknown
  /** The message as a phrase, for people who read another language (`language/phrase-error.ts`). */
  phrase?: Phrase
  hintPhrase?: Phrase
}

/** An expected error. Anything else that is thrown is a bug of kura, and is answered as `internal`. */
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

/** The most characters of a quoted value. */
const LONGEST_QUOTE = 200
/** The most characters of a message, with its quoted values. */
const LONGEST_MESSAGE = 1_000
const LONG_QUOTE = new RegExp(`"[^"]{${LONGEST_QUOTE + 1},}"`, 'g')
/** Matches a message whose quotation marks each open before a value or close after one. */
const WELL_QUOTED = /^[^"]*(?:(?<![^\s([])"[^"]*"(?![^\s,.:;)\]])[^"]*)*$/

/**
 * Shortens the quoted values, because a caller may send a megabyte. If a value itself contains quotation marks, its end
 * cannot be found, so everything between the first and the last quotation mark counts as one value.
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

/** Returns the error with other words. The code, the status and the details stay, and `error` is the cause. */
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

/** The new words. An absent member is taken from the old error. */
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

/** Returns what is stored or shown of an error: its phrase if it has one, otherwise its message. */
export function failureOf(error: unknown): Reason {
  return (error instanceof AppError && error.phrase) || messageOf(error)
}
