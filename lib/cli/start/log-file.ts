/** A log of bounded size: if it is full, it becomes `<file>.1`, in place of the one before, and a new one begins. */
import { appendFileSync, renameSync, statSync } from 'node:fs'

/** Bytes after which a new file begins. */
const LARGEST = 5_000_000

export interface LogFileDeps {
  readonly largest?: number
  /** Is told once why a line could not be written; the requests that are logged go on. */
  readonly failed: (error: unknown) => void
}

/** Appends lines to `file`, which other users of the machine cannot read. */
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
