import { realpathSync, statSync } from 'node:fs'
import type { AppError } from '../../core/errors.ts'
import { phrase } from '../../core/language/catalogue.ts'
import { phraseError } from '../../core/language/phrase-error.ts'
import { DISK_FAILURES, DISK_HINTS } from './words.ts'

/** The real path of a directory; `dir` may be a link. @throws AppError `device_write` */
export async function realDirectory(dir: string): Promise<string> {
  try {
    // synchronous, because an asynchronous call starts threads that a sync without changes does not need
    const real = realpathSync(dir)
    if (statSync(real).isDirectory()) return real
  } catch (cause) {
    throw missing(dir, cause)
  }
  throw missing(dir)
}

function missing(dir: string, cause?: unknown): AppError {
  return phraseError('device_write', phrase(DISK_FAILURES.notFolder, { dir }), {
    hint: phrase(DISK_HINTS.giveFolder),
    ...(cause !== undefined && { cause }),
  })
}
