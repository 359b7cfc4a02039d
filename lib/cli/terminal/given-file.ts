/** A file that a person has named. */
import { resolve } from 'node:path'
import { fileFault } from '../../core/disk/file-fault.ts'
import { readRegular } from '../../core/disk/regular-file.ts'
import { AppError } from '../../core/errors.ts'
import type { CliContext } from '../context.ts'

/**
 * Its text, without a byte order mark; `what` it is, such as `the deal`.
 * @throws AppError `usage` that says why it cannot be read
 */
export async function readGivenFile(
  file: string,
  what: string,
  { cwd }: Pick<CliContext, 'cwd'>,
): Promise<string> {
  const bytes = await readRegular(resolve(cwd, file)).catch((cause: unknown) => {
    throw new AppError('usage', `Cannot read ${what} "${file}": ${fileFault(cause)}`, { cause })
  })
  return new TextDecoder().decode(bytes)
}
