/**
 * What becomes of a command if its output cannot be written. A reader such as `head` that has enough ends it, as it does with
 * any other program. If the disk is full the command goes on, for what it does may be half done; it says so once, and
 * fails. What cannot be written to standard error is lost.
 */
import { fileFault } from '../../core/disk/file-fault.ts'
import { AppError } from '../../core/errors.ts'
import { EXIT } from '../exit-status.ts'

/** What is told about standard output that cannot be written. */
export function lostOutput(cause: unknown): AppError {
  return new AppError('output_lost', `Cannot write to standard output: ${fileFault(cause)}`, {
    hint: 'free some space; before you repeat a command that changes something, look at what it did',
    cause,
  })
}

/** Watches the streams of this process; `tell` shows the error on standard error. */
export function watchOutput(tell: (error: AppError) => void): void {
  process.stderr.on('error', () => undefined)
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(EXIT.brokenPipe)
    process.once('exit', () => {
      process.exitCode ||= EXIT.failed
    })
    tell(lostOutput(error))
  })
}
