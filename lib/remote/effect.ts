/** Whether a call that failed may have had an effect at the remote: the one rule for everything that must not happen twice. */
import { AppError, type ErrorCode, hasCode } from '../errors.ts'

/**
 * The codes of a failed call that did nothing at the remote: it was not sent, because there was no connection or no token,
 * or the remote refused it.
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

/** What a call that failed with `error` did at the remote: nothing, or something unknown. */
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
