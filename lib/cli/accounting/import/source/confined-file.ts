/**
 * Opens a file that a table names, but only inside the folder of the table. Absolute paths, `..` and links are refused,
 * because another person may have written the table.
 */
import { constants } from 'node:fs'
import { lstat, open } from 'node:fs/promises'
import { join, posix, sep, win32 } from 'node:path'
import { AppError } from '../../../../core/errors.ts'

/** The path of a file that a table names, and the folder in which the file must be. */
export interface ConfinedFile {
  readonly root: string
  /** The path of the file as the table spells it. */
  readonly path: string
}

/**
 * Reads the bytes of the file, at least one and at most `limit`. @throws AppError `usage`
 */
export async function readConfined(
  file: ConfinedFile,
  { limit, hint }: { limit: number; hint: string },
): Promise<Uint8Array<ArrayBuffer>> {
  const handle = await openConfined(file)
  try {
    const stats = await handle.stat()
    if (!stats.isFile()) throw cannotUse(file, 'it is not a file')
    if (stats.size === 0) throw cannotUse(file, 'it is empty')
    if (stats.size > limit) throw cannotUse(file, `it has ${stats.size} bytes, at most ${limit}`, hint)
    return new Uint8Array(await handle.readFile())
  } finally {
    await handle.close()
  }
}

async function openConfined(file: ConfinedFile) {
  const segments = segmentsOf(file)
  for (const [index] of segments.entries()) {
    const stats = await lstat(join(file.root, ...segments.slice(0, index + 1))).catch(cause => {
      throw cannotUse(file, 'it is not there', undefined, cause)
    })
    if (stats.isSymbolicLink()) throw cannotUse(file, 'it is a link, or a folder on the way is')
  }
  // since the check, the last segment may have been replaced by a link
  const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)
  return open(join(file.root, ...segments), flags).catch(cause => {
    throw cannotUse(file, 'it cannot be opened', undefined, cause)
  })
}

function segmentsOf(file: ConfinedFile): string[] {
  const { path } = file
  if (posix.isAbsolute(path) || win32.isAbsolute(path) || /^[a-z]:/i.test(path))
    throw cannotUse(file, 'its path is absolute', 'name it by its path from the folder of the table')
  const segments = path.split(sep === '/' ? '/' : /[\\/]/)
  if (segments.includes('..')) throw cannotUse(file, 'its path leads out of the folder of the table')
  const plain = segments.filter(segment => segment !== '' && segment !== '.')
  if (plain.length === 0 || path.includes('\0')) throw cannotUse(file, 'it is not the name of a file')
  return plain
}

function cannotUse({ path }: ConfinedFile, why: string, hint?: string, cause?: unknown): AppError {
  return new AppError('usage', `Cannot use the file "${path}": ${why}`, {
    ...(hint !== undefined && { hint }),
    ...(cause !== undefined && { cause }),
  })
}
