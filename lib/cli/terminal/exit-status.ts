/** The exit statuses of every command, so that a script can tell them apart. */
import { AppError } from '../../core/errors.ts'

export const EXIT = {
  done: 0,
  failed: 1,
  usage: 2,
  review: 3,
  alreadyDone: 4,
  interrupted: 130,
  brokenPipe: 141,
} as const

/** The meaning of each exit status, for `kura help exit-codes` and docs/README.md. */
export const EXIT_MEANINGS: readonly (readonly [status: number, meaning: string])[] = [
  [EXIT.done, 'everything that the command is for was done'],
  [
    EXIT.failed,
    'it failed, or part of it is missing or has to be corrected, or a check found something wrong',
  ],
  [EXIT.usage, 'the command line cannot be read: a wrong option, a bad value, a missing argument'],
  [EXIT.review, 'a person has to look first, or the result is not certain'],
  [EXIT.alreadyDone, 'the case was already done; nothing was sent again'],
  [EXIT.interrupted, 'Ctrl-C stopped it; run it again to continue'],
  [EXIT.brokenPipe, 'the program that reads the output has ended'],
]

const STATUSES: Readonly<Record<string, number>> = {
  usage: EXIT.usage,
  interrupted: EXIT.interrupted,
}

/** Returns the exit status of a command that ends with `error`. */
export function exitStatusOf(error: unknown): number {
  if (!(error instanceof AppError)) return EXIT.failed
  if (error.details?.['decision'] === 'already_done') return EXIT.alreadyDone
  return STATUSES[error.code] ?? EXIT.failed
}
