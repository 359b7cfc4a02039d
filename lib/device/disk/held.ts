/**
 * Windows gives the same error for a file that a program has open and for a missing right. Opening the file for writing
 * shows which of the two it is.
 */
import { closeSync, openSync } from 'node:fs'
import { isRefusal } from '../../core/disk/retry.ts'
import { AppError } from '../../core/errors.ts'
import { phrase } from '../../core/language/catalogue.ts'
import { phraseError } from '../../core/language/phrase-error.ts'
import { fileAt } from './entry.ts'
import { systemCode } from './error.ts'
import { OWN } from './layout.ts'
import { DISK_FAILURES, DISK_HINTS } from './words.ts'

/** Returns an error that names the held one of `paths`, or `error` if none is held. The changed file comes first. */
export type TellHeld = (error: unknown, paths: readonly string[]) => unknown

/** The path that has to wait: a held file, or a link or special file in the place of a file or folder. */
export function heldPath(error: unknown): string | undefined {
  const held = error instanceof AppError ? error.details['held'] : undefined
  return typeof held === 'string' ? held : undefined
}

/** For `catch`: throws `error` again, unless the error is about a held path. */
export function ignoreHeld(error: unknown): undefined {
  if (heldPath(error) === undefined) throw error
}

/** The result names the held file in the error of an operation in `dir` after its retries. Only Windows holds files. */
export function createTellHeld(dir: string, { platform }: { platform: NodeJS.Platform }): TellHeld {
  if (platform !== 'win32') return error => error
  return (error, paths) => {
    const code = systemCode(error)
    if (heldPath(error) !== undefined || !isRefusal(code)) return error
    // kura's own file is not checked after EPERM, because a missing right in the target folder also refuses its move
    const isSuspect = (path: string, at: number) =>
      at === 0 || code === 'EBUSY' || !path.startsWith(`${OWN}/`)
    const held = paths.filter(isSuspect).find(path => isHeld(fileAt(dir, path)))
    return held === undefined ? error : heldError(held, error)
  }
}

function isHeld(file: string): boolean {
  try {
    closeSync(openSync(file, 'r+'))
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EBUSY'
  }
}

function heldError(path: string, cause: unknown): AppError {
  return phraseError('device_write', phrase(DISK_FAILURES.held, { path }), {
    hint: phrase(DISK_HINTS.close),
    details: { held: path },
    cause,
  })
}
