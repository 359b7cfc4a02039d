/** What is known about the effect of a call that failed: the one rule that decides whether it may be sent again. */
import { AppError, type ErrorCode, hasCode } from '../errors.ts'

/**
 * The codes of a failed call that did nothing at the remote: it was never sent, for want of a token or a connection, or
 * the remote refused it.
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

/** What a call did at its remote before it failed with `error`: nothing, or something that nobody knows. */
export function effectOf(error: unknown): 'none' | 'unknown' {
  return hasCode(error, ...WITHOUT_EFFECT) ? 'none' : 'unknown'
}

/** Whether a status leaves open what became of the call: a 5xx, and a 408, which may come after the work has begun. */
export function isUndecidedStatus(status: number): boolean {
  return status === 408 || status >= 500
}

/** Whether a status says that the remote refused the call, so that it had no effect. */
export function isRefusalStatus(status: number): boolean {
  return status >= 400 && !isUndecidedStatus(status)
}

/** Whether `error` is the remote's own refusal with one of these statuses. */
export function isRefusal(error: unknown, ...statuses: number[]): error is AppError {
  return error instanceof AppError && statuses.includes(Number(error.details['upstream']))
}
