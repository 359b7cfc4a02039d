import { existsSync } from 'node:fs'
import { writeFileAtomic } from '../../core/disk/atomic-file.ts'
import { fileFault } from '../../core/disk/file-fault.ts'
import { AppError } from '../../core/errors.ts'

/**
 * Writes `path` with mode 0600.
 * @throws AppError `usage` if the file exists and `replace` is false, or if the file cannot be written
 */
export async function writePrivateFile(
  path: string,
  text: string,
  { replace }: { replace: boolean },
): Promise<void> {
  if (!replace && existsSync(path)) {
    throw new AppError('usage', `Cannot write "${path}": it already exists`, {
      hint: 'name another file, or replace this one with --force',
    })
  }
  await writeFileAtomic(path, text, { mode: 0o600 }).catch((cause: unknown) => {
    throw new AppError('usage', `Cannot write "${path}": ${fileFault(cause)}`, { cause })
  })
}
