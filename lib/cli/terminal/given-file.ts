/** A file that a person has named. */
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { fileFault } from '../../disk/file-fault.ts'
import { AppError } from '../../errors.ts'
import type { CliContext } from '../context.ts'

/** Its text; `what` it is, such as `the deal`. @throws AppError `usage` that says why it cannot be read */
export function readGivenFile(file: string, what: string, { cwd }: Pick<CliContext, 'cwd'>): Promise<string> {
  return readFile(resolve(cwd, file), 'utf8').catch((cause: unknown) => {
    throw new AppError('usage', `Cannot read ${what} "${file}": ${fileFault(cause)}`, { cause })
  })
}
