/** Whether a failed call may have had an effect. Every act that must not happen twice asks here. */
import { AppError, type ErrorCode, hasCode } from '../errors.ts'

/** The codes of calls without effect: the remote refused, or a connection, a token or the store was missing. */
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

/** The statuses with which a remote refuses a call before it does anything (token, permission, rate limit). */
const BEFORE_THE_WORK = [401, 403, 429]

/** The statuses after which a call may still have its effect: time-out, conflict, too early, closed by the client. */
const UNDECIDED = [408, 409, 425, 499]

export function isUndecidedStatus(status: number): boolean {
  return UNDECIDED.includes(status) || status >= 500
}

/** Whether the status alone shows a refusal. It does for calls without effect, and if the body was checked already. */
export function isRefusalStatus(status: number): boolean {
  return status >= 400 && !isUndecidedStatus(status)
}

/** @param isExplained whether the body has the remote's own error form, which an error page of a proxy does not have */
export function isRefusalReply({ status, isExplained }: { status: number; isExplained: boolean }): boolean {
  return BEFORE_THE_WORK.includes(status) || (isExplained && isRefusalStatus(status))
}

/** Whether an answer with one of these statuses caused the error. A proxy may have sent the answer. */
export function isRefusal(error: unknown, ...statuses: number[]): error is AppError {
  return error instanceof AppError && statuses.includes(Number(error.details['upstream']))
}

/** Whether the remote itself refused. A 404 of a proxy is no proof that a record does not exist. */
export function isExplainedRefusal(error: unknown, ...statuses: number[]): error is AppError {
  return isRefusal(error, ...statuses) && ('codes' in error.details || 'messages' in error.details)
}
