import { fileFault } from '../../core/disk/file-fault.ts'
import { AppError } from '../../core/errors.ts'
import { EXIT } from './exit-status.ts'

export function lostOutput(cause: unknown): AppError {
  return new AppError('output_lost', `Cannot write to standard output: ${fileFault(cause)}`, {
    hint: 'free some space; before you repeat a command that changes something, look at what it did',
    cause,
  })
}

/**
 * If a pipe closes, the command ends as other programs do. If the disk is full, the command continues, because its work
 * may be half done, and `tell` shows the error once.
 */
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
