import { AppError, failureOf, messageOf } from '../../core/errors.ts'
import { type Message, phrase } from '../../core/language/catalogue.ts'
import { outside } from '../../core/language/outside.ts'
import { phraseError } from '../../core/language/phrase-error.ts'
import type { Phrase } from '../../core/phrase.ts'
import { DISK_FAILURES, DISK_HINTS } from './words.ts'

const HINTS: Readonly<Record<string, Message<object>>> = {
  EACCES: DISK_HINTS.rights,
  EPERM: DISK_HINTS.rights,
  EROFS: DISK_HINTS.readOnly,
  ENOSPC: DISK_HINTS.full,
  EDQUOT: DISK_HINTS.quota,
  ENOTDIR: DISK_HINTS.fileInPlace,
  EISDIR: DISK_HINTS.folderInPlace,
  ENOTEMPTY: DISK_HINTS.folderInPlace,
  EXDEV: DISK_HINTS.oneDisk,
  EBUSY: DISK_HINTS.inUse,
  EMFILE: DISK_HINTS.manyOpen,
  ENAMETOOLONG: DISK_HINTS.shorterPath,
}

/** The system's code of an error or of one of its causes. */
export function systemCode(error: unknown): string | undefined {
  for (let current = error, depth = 0; current instanceof Error && depth < 4; depth++) {
    if ('code' in current && typeof current.code === 'string' && /^E[A-Z0-9]+$/.test(current.code))
      return current.code
    current = current.cause
  }
  return undefined
}

/** The AppError `device_write` "Cannot `act`: …", or `internal` without a system code; an AppError stays as it is. */
export function diskError(act: Phrase, error: unknown): AppError {
  if (error instanceof AppError) return error
  const code = systemCode(error)
  if (code === undefined)
    return phraseError('internal', phrase(DISK_FAILURES.failed, { act, why: failureOf(error) }), {
      cause: error,
    })
  const message = phrase(DISK_FAILURES.refused, { act, code, reason: outside(reasonOf(error)) })
  return phraseError('device_write', message, { hint: phrase(HINTS[code] ?? DISK_HINTS.check), cause: error })
}

/** Reads Node's messages "ENOSPC: no space left on device, write '/path'", "EPERM, Operation not permitted: /path". */
function reasonOf(error: unknown): string {
  const message = messageOf(error)
  return /^E[A-Z0-9]+[:,] ([^,:]+)/.exec(message)?.[1] ?? message
}
