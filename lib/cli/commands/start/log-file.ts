import { appendFileSync, renameSync, statSync } from 'node:fs'

/** The size of a file in bytes after which a new file begins. */
const LARGEST = 5_000_000

export interface LogFileDeps {
  readonly largest?: number
  /** Called once with the reason if a line cannot be written. The requests that would be logged continue. */
  readonly failed: (error: unknown) => void
}

/** Appends lines to `file`, which other users of the machine cannot read. A full file is renamed to `<file>.1`. */
export function createLogFile(file: string, { largest = LARGEST, failed }: LogFileDeps) {
  let hasFailed = false
  return (line: string): void => {
    try {
      const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0
      if (size >= largest) renameSync(file, `${file}.1`)
      appendFileSync(file, `${line}\n`, { mode: 0o600 })
    } catch (error) {
      if (!hasFailed) failed(error)
      hasFailed = true
    }
  }
}
