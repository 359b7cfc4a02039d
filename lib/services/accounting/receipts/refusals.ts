/** The errors of a file that is not uploaded (again): a message for people, and the state of its case for programs. */
import type { Claim } from '../../../core/claims/claim.ts'
import type { NotSent } from '../../../core/claims/transitions/request.ts'
import { doneOrphaned, doneUnstored } from '../../../core/claims/unstored.ts'
import { AppError, restate } from '../../../core/errors.ts'
import { english } from '../../../core/language/text.ts'
import type { StoredReceipt } from './schema.ts'

type ReceiptClaim = Claim<StoredReceipt>

interface Refusal {
  readonly why: string
  readonly hint: string
}

const REFUSALS: Readonly<Record<NotSent, (claim: ReceiptClaim) => Refusal>> = {
  in_progress: ({ until }) => ({
    why: `another call is uploading it, until ${new Date(until).toISOString()} at the latest`,
    hint: 'try again after that',
  }),
  gone: ({ name, result }) => ({
    why: `it was uploaded as receipt ${result?.receipt}, and deleted at the service`,
    hint: `to upload it again: kura settle ${name}`,
  }),
  review: ({ name, flags }) => ({
    why: `it waits for a person: ${flags.map(english).join('; ')}`,
    hint: `free it, then upload it again: kura settle ${name}`,
  }),
  conflict: ({ name }) => ({
    why: 'its case is stored with another content',
    hint: `look at it: kura settle ${name}`,
  }),
  already_done: ({ name }) => ({
    why: 'its case is done, and does not say as which receipt',
    hint: `look for it at the service: kura settle ${name}`,
  }),
  unknown: ({ name, reason }) => ({
    why: `it may have been uploaded: ${reason && english(reason)}`,
    hint: `look for it at the service: kura settle ${name}`,
  }),
}

/** The error for a caller who did not get the claim. */
export function refuseReceipt(file: string, decision: NotSent, claim: ReceiptClaim): AppError {
  const { why, hint } = REFUSALS[decision](claim)
  return new AppError('conflict', `Cannot upload "${file}": ${why}`, {
    hint,
    details: {
      receipt: claim.name,
      decision,
      state: claim.state,
      ...(decision === 'in_progress' && { until: new Date(claim.until).toISOString() }),
    },
  })
}

/** The error of a failed upload, with the state in which the file's case is now. */
export function uploadFailed(
  { file, name }: { file: string; name: string },
  state: 'refused' | 'unknown',
  cause: unknown,
): unknown {
  if (!(cause instanceof AppError)) return cause
  const unknown = state === 'unknown'
  const message = unknown
    ? `Cannot tell whether "${file}" was uploaded: ${cause.message}`
    : `Cannot upload "${file}", nothing was added: ${cause.message}`
  const hint = unknown ? `do not upload it again: kura settle ${name} looks for it` : cause.hint
  return restate(cause, { message, hint, details: { receipt: name, state } })
}

/** The error if the file box has several files with this content: a person has to choose one. */
export function foundSeveral(
  { file, name }: { file: string; name: string },
  found: readonly StoredReceipt[],
): AppError {
  const ids = found.map(({ receipt }) => receipt).join(', ')
  return new AppError('conflict', `Cannot upload "${file}": the file box has it several times, as ${ids}`, {
    hint: `delete all but one at the service, then: kura settle ${name}`,
    details: { receipt: name, state: 'unknown' },
  })
}

/**
 * The error if the file was uploaded but its id could not be stored: the case is unknown, and resolving the case finds
 * the file.
 */
export function receiptUnstored(name: string, receipt: number, cause: unknown): AppError {
  return doneUnstored(`the file is receipt ${receipt}`, {
    remedy: `kura settle ${name}`,
    details: { receipt: name, id: receipt },
    cause,
  })
}

/**
 * The error if the file was uploaded but its case belongs to another attempt by now: the file box may have the file
 * twice.
 */
export function receiptOrphaned(name: string, receipt: number): AppError {
  return doneOrphaned(`the file is receipt ${receipt}`, {
    remedy: `look at the file box: it may have the file twice, as kura settle ${name} shows`,
    details: { receipt: name, id: receipt },
  })
}
