/** The HTTP answer to an error. A new error code does not compile until it has a row here. */
import { AppError, type ErrorCode } from '../errors.ts'
import { errorReasons } from '../language/phrase-error.ts'

/** The status code of the answer for each error code, unless the error has a status of its own. */
export const ERROR_STATUS: Readonly<Record<ErrorCode, number>> = {
  bad_request: 400,
  not_found: 404,
  method_not_allowed: 405,
  body_too_large: 413,
  conflict: 409,
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
  settings_missing: 503,
  settings_invalid: 503,
  not_in_preview: 503,
  writes_off: 403,
  paused: 503,
  cap_reached: 403,
  release_missing: 503,
  store_unavailable: 503,
  store_busy: 503,
  seal_invalid: 500,
  payload_invalid: 500,
  payload_unpublished: 500,
  release_invalid: 500,
  root_invalid: 500,
  release_key: 500,
  credentials_invalid: 500,
  device_busy: 500,
  device_write: 500,
  index_unreadable: 500,
  release_expired: 500,
  release_rejected: 500,
  content_mismatch: 500,
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
  usage: 400,
  interrupted: 500,
  output_lost: 500,
  internal: 500,
}

export function isErrorCode(text: string): text is ErrorCode {
  return Object.hasOwn(ERROR_STATUS, text)
}

export function statusOf(error: unknown): number {
  return error instanceof AppError ? (error.status ?? ERROR_STATUS[error.code]) : ERROR_STATUS.internal
}

/**
 * The answer to an error: `{error, code}`, the hint, the phrases of message and hint, and the public details, each if
 * there is one. An error that is no AppError is answered as `internal`, without its message.
 */
export function errorAnswer(error: unknown, headers: Record<string, string> = {}): Response {
  const known =
    error instanceof AppError
      ? error
      : new AppError('internal', 'Cannot answer: an unexpected fault, see the log')
  const status = statusOf(known)
  const body = {
    error: known.message,
    code: known.code,
    ...(known.hint && { hint: known.hint }),
    ...errorReasons(known),
    ...known.details,
  }
  return jsonAnswer(body, { status, headers })
}

/** An answer with a body in JSON, which no cache keeps unless `headers` say otherwise. */
export function jsonAnswer(
  body: unknown,
  { status = 200, headers = {} }: { status?: number; headers?: Record<string, string> } = {},
): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store', ...headers },
  })
}
