/** Reads a file that a person names. */
import { resolve } from 'node:path'
import { fileFault } from '../../core/disk/file-fault.ts'
import { readRegular } from '../../core/disk/regular-file.ts'
import { AppError } from '../../core/errors.ts'
import type { CliContext } from '../context.ts'

/**
 * Reads the text of the file, without a byte order mark; an error calls the file `what`, such as `the deal`.
 * @throws AppError `usage` with the reason why the file cannot be read
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
