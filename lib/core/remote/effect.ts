/** Whether a failed call may have had an effect. Every act that must not happen twice asks here. */
import { AppError, type ErrorCode, hasCode } from '../errors.ts'

/** Either the remote refused the call, or it was not sent: a connection, a token or the store was missing. */
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

/** A remote refuses such a call before it does anything (token, permission, rate limit), whatever the body says. */
const BEFORE_THE_WORK = [401, 403, 429]

/** After a time-out, conflict, too early, or closed by the client, the call may still have its effect. */
const UNDECIDED = [408, 409, 425, 499]

export function isUndecidedStatus(status: number): boolean {
  return UNDECIDED.includes(status) || status >= 500
}

/** For calls without effect, and for replies whose body was checked already: the status alone shows a refusal. */
export function isRefusalStatus(status: number): boolean {
  return status >= 400 && !isUndecidedStatus(status)
}

/** @param isExplained the body has the remote's own error form, which an error page of a proxy does not have */
export function isRefusalReply({ status, isExplained }: { status: number; isExplained: boolean }): boolean {
  return BEFORE_THE_WORK.includes(status) || (isExplained && isRefusalStatus(status))
}

/** Whether an answer with such a status caused the error; a proxy may have sent it. */
export function isRefusal(error: unknown, ...statuses: number[]): error is AppError {
  return error instanceof AppError && statuses.includes(Number(error.details['upstream']))
}

/** Like `isRefusal`, but of the remote itself: a 404 of a proxy is no proof that a record does not exist. */
export function isExplainedRefusal(error: unknown, ...statuses: number[]): error is AppError {
  return isRefusal(error, ...statuses) && ('codes' in error.details || 'messages' in error.details)
}
