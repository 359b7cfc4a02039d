/**
 * The rule that says whether a failed call may have had an effect at the remote. Every act that must not happen twice
 * uses it.
 */
import { AppError, type ErrorCode, hasCode } from '../errors.ts'

/**
 * The error codes of a call that had no effect at the remote. Either the remote refused it, or it was not sent: a
 * connection, a token or the store was missing, or this is a preview.
 */
const WITHOUT_EFFECT: readonly ErrorCode[] = [
  'remote_unreachable',
  'remote_refused',
  'permission_missing',
  'payment_required',
  'limited',
  'reauthorize',
  'token_busy',
  'not_in_preview',
  'store_unavailable',
  'store_busy',
]

export function effectOf(error: unknown): 'none' | 'unknown' {
  return hasCode(error, ...WITHOUT_EFFECT) ? 'none' : 'unknown'
}

/**
 * The status codes with which a remote refuses a call before it does anything, whatever the body says: token,
 * permission, rate limit.
 */
const BEFORE_THE_WORK = [401, 403, 429]

/**
 * The status codes after which the call may still have its effect: time-out (408), conflict (409), too early (425),
 * closed by the client (499).
 */
const UNDECIDED = [408, 409, 425, 499]

/** Whether a call that was answered with this status may have had an effect, whatever the body says. */
export function isUndecidedStatus(status: number): boolean {
  return UNDECIDED.includes(status) || status >= 500
}

/**
 * Whether the status alone shows that the remote refused the call. Use it for calls without effect, and for replies
 * whose body was checked already.
 */
export function isRefusalStatus(status: number): boolean {
  return status >= 400 && !isUndecidedStatus(status)
}

/**
 * Whether the reply shows that the remote refused the call, so that the call had no effect. `isExplained`: the body has
 * the remote's own error form, which an error page of a proxy does not have.
 */
export function isRefusalReply({ status, isExplained }: { status: number; isExplained: boolean }): boolean {
  return BEFORE_THE_WORK.includes(status) || (isExplained && isRefusalStatus(status))
}

/** Whether an answer with one of these statuses, of the remote or of a proxy before it, caused the error. */
export function isRefusal(error: unknown, ...statuses: number[]): error is AppError {
  return error instanceof AppError && statuses.includes(Number(error.details['upstream']))
}

/**
 * Like `isRefusal`, but the body must have had the remote's own error form. An error page of a proxy has another form:
 * a 404 with such a page is no proof that a record does not exist.
 */
export function isExplainedRefusal(error: unknown, ...statuses: number[]): error is AppError {
  return isRefusal(error, ...statuses) && ('codes' in error.details || 'messages' in error.details)
}
