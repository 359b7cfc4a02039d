/** Files that hold a secret: readable by their owner alone, and never replaced unasked. */
import { existsSync } from 'node:fs'
import { writeFileAtomic } from '../../disk/atomic-file.ts'
import { AppError } from '../../errors.ts'

/** Writes `path` with mode 0600. @throws AppError `usage` where it exists and `replace` is false */
export async function writePrivateFile(
  path: string,
  text: string,
  { replace }: { replace: boolean },
): Promise<void> {
  if (!replace && existsSync(path)) {
    throw new AppError('usage', `Cannot write "${path}": it exists already`, {
      hint: 'name another file, or say --force to replace it',
    })
  }
  await writeFileAtomic(path, text, { mode: 0o600 })
}
