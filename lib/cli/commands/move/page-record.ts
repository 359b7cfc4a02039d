/** Writes the file of `--record FILE`: every page of a check with every hop, as JSON lines. */
import { appendFile, writeFile } from 'node:fs/promises'
import { fileFault } from '../../../core/disk/file-fault.ts'
import { AppError } from '../../../core/errors.ts'
import type { PageRecord } from '../../../move/report/page-record.ts'

export interface PageRecordFile {
  /**
   * Appends a line, never in the middle of another one. Never throws: if the write fails, the check continues without
   * the record.
   */
  add(page: PageRecord): Promise<void>
  /**
   * Waits until the last line is written.
   * @throws AppError `usage` if a line could not be written; the lines after it were skipped
   */
  end(): Promise<void>
}

/**
 * Empties the file at `path`; errors call it `name`.
 * @throws AppError `usage` if it cannot be written
 */
export async function startPageRecord(path: string, name: string): Promise<PageRecordFile> {
  const unwritable = (cause: unknown) =>
    new AppError('usage', `Cannot write the record "${name}": ${fileFault(cause)}`, { cause })
  await writeFile(path, '').catch((cause: unknown) => {
    throw unwritable(cause)
  })
  let failure: AppError | undefined
  let written: Promise<void> = Promise.resolve()
  return {
    add(page) {
      written = written
        .then(() => (failure ? undefined : appendFile(path, `${JSON.stringify(page)}\n`)))
        .catch((cause: unknown) => {
          failure = unwritable(cause)
        })
      return written
    },
    async end() {
      await written
      if (failure) throw failure
    },
  }
}
