/** Finds the directory of a device. */
import { realpath, stat } from 'node:fs/promises'
import { AppError } from '../../core/errors.ts'

/**
 * Returns the real path of `dir`, which may be a link. @throws AppError `device_write`
 */
export async function realDirectory(dir: string): Promise<string> {
  try {
    const real = await realpath(dir)
    if ((await stat(real)).isDirectory()) return real
  } catch (cause) {
    throw missing(dir, cause)
  }
  throw missing(dir)
}

function missing(dir: string, cause?: unknown): AppError {
  return new AppError(
    'device_write',
    `Cannot use "${dir}" as the directory of a device: it is not a directory`,
    {
      hint: 'give the directory of the device; kura enrol NAME makes one',
      ...(cause !== undefined && { cause }),
    },
  )
}
