/** Turns the system's errors about a disk into errors that say what to do. */
import { AppError, messageOf } from '../../core/errors.ts'

const ADVICE: Readonly<Record<string, string>> = {
  EACCES: 'give the user that runs kura the right to read and to write there, then sync again',
  EPERM: 'give the user that runs kura the right to read and to write there, then sync again',
  EROFS: 'the file system is read-only: mount it writable, or use another directory, then sync again',
  ENOSPC: 'free space on the disk, then sync again; what was fetched is kept',
  EDQUOT: 'the disk quota is used up: free space, then sync again; what was fetched is kept',
  ENOTDIR: 'a file is in the place of a folder: move it away, then sync again',
  EISDIR: 'a folder is in the place of a file: move it away, then sync again',
  ENOTEMPTY: 'a folder is in the place of a file: move it away, then sync again',
  EXDEV: 'keep the whole directory of the device on one file system, then sync again',
  EBUSY: 'another program uses the file: close it, then sync again',
  EMFILE: 'too many files are open: close other programs, then sync again',
  ENAMETOOLONG: 'move the directory of the device to a shorter path, then sync again',
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

/**
 * Returns `error` as an AppError `device_write`: "Cannot `action`: …". An AppError is returned unchanged. An error
 * without a system code becomes `internal`.
 */
export function diskError(action: string, error: unknown): AppError {
  if (error instanceof AppError) return error
  const code = systemCode(error)
  if (code === undefined)
    return new AppError('internal', `Cannot ${action}: ${messageOf(error)}`, { cause: error })
  return new AppError('device_write', `Cannot ${action}: ${code}, ${reasonOf(error)}`, {
    hint: ADVICE[code] ?? 'check the disk, then sync again',
    cause: error,
  })
}

/**
 * Returns the words in Node's message: `no space left on device` in "ENOSPC: no space left on device, write '/path'".
 * Some messages have the form "EPERM, Operation not permitted: /path".
 */
function reasonOf(error: unknown): string {
  const message = messageOf(error)
  return /^E[A-Z0-9]+[:,] ([^,:]+)/.exec(message)?.[1] ?? message
}
