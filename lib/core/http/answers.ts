import { AppError, ERROR_STATUS, type ErrorCode } from '../errors.ts'
import { errorReasons } from '../language/phrase-error.ts'

export function isErrorCode(text: string): text is ErrorCode {
  return Object.hasOwn(ERROR_STATUS, text)
}

export function statusOf(error: unknown): number {
  return error instanceof AppError ? (error.status ?? ERROR_STATUS[error.code]) : ERROR_STATUS.internal
}

/** Returns the answer for an error. An error that is no AppError gives `internal`, without its message. */
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

/** Returns an answer that no cache keeps, unless `headers` say otherwise. */
export function jsonAnswer(
  body: unknown,
  { status = 200, headers = {} }: { status?: number; headers?: Record<string, string> } = {},
): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store', ...headers },
  })
}
