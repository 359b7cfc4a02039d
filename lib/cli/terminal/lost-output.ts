/**
 * Handles output that cannot be written. If the reader of a pipe closes it, as `head` does, the command ends, as other
 * programs do. If the disk is full, the command continues, because its work may be half done; it reports the error once
 * and ends with the exit status of a failure. If standard error cannot be written, that is ignored.
 */
import { fileFault } from '../../core/disk/file-fault.ts'
import { AppError } from '../../core/errors.ts'
import { EXIT } from './exit-status.ts'

export function lostOutput(cause: unknown): AppError {
  return new AppError('output_lost', `Cannot write to standard output: ${fileFault(cause)}`, {
    hint: 'free some space; before you repeat a command that changes something, look at what it did',
    cause,
  })
}

/** Watches the streams of this process for errors; `tell` shows the error on standard error. */
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
