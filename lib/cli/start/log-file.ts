/** A log of bounded size: if it is full, it becomes `<file>.1`, in place of the one before, and a new one begins. */
import { appendFileSync, renameSync, statSync } from 'node:fs'

/** Bytes after which a new file begins. */
const LARGEST = 5_000_000

/** Appends lines to `file`, which other users of the machine cannot read. */
export function createLogFile(file: string, { largest = LARGEST }: { largest?: number } = {}) {
  return (line: string): void => {
    const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0
    if (size >= largest) renameSync(file, `${file}.1`)
    appendFileSync(file, `${line}\n`, { mode: 0o600 })
  }
}
