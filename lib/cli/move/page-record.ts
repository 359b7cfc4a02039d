/** `--record FILE`: every page of a check with every hop, a JSON line each. */
import { appendFile, writeFile } from 'node:fs/promises'
import { AppError, messageOf } from '../../errors.ts'
import type { PageRecord } from '../../move/page/check-page.ts'

export interface PageRecordFile {
  /** Adds a line; lines of pages that end together follow each other. Never throws: a check goes on without it. */
  add(page: PageRecord): Promise<void>
  /** Waits for the last line. @throws AppError `usage` where one could not be written; none follows that one */
  end(): Promise<void>
}

/** Empties the file at `path`; `name` is what a person called it. @throws AppError `usage` where it cannot be written */
export async function startPageRecord(path: string, name: string): Promise<PageRecordFile> {
  const refused = (cause: unknown) =>
    new AppError('usage', `Cannot write the record "${name}": ${messageOf(cause)}`, { cause })
  await writeFile(path, '').catch((cause: unknown) => {
    throw refused(cause)
  })
  let failure: AppError | undefined
  let written: Promise<void> = Promise.resolve()
  return {
    add(page) {
      written = written
        .then(() => (failure ? undefined : appendFile(path, `${JSON.stringify(page)}\n`)))
        .catch((cause: unknown) => {
          failure = refused(cause)
        })
      return written
    },
    async end() {
      await written
      if (failure) throw failure
    },
  }
}
