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

const STATUSES: Readonly<Record<string, number>> = { usage: EXIT.usage, interrupted: EXIT.interrupted }

export function exitStatusOf(error: unknown): number {
  if (!(error instanceof AppError)) return EXIT.failed
  if (error.details?.['decision'] === 'already_done') return EXIT.alreadyDone
  return STATUSES[error.code] ?? EXIT.failed
}
