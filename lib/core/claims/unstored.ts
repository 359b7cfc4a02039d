/** The errors for an act that was done although its claim does not record that. */
import { AppError } from '../errors.ts'

/**
 * Returns the error for an act that was done, but whose outcome could not be stored: the act counts as unknown until a
 * query settles it. `fact` describes the effect at the remote (`the case "x" is deal 7`), `remedy` says what to do when
 * the store answers again.
 */
export function doneUnstored(
  fact: string,
  {
    remedy,
    details,
    cause,
  }: { remedy: string; details?: Readonly<Record<string, string | number>>; cause: unknown },
): AppError {
  return new AppError('store_unavailable', `Cannot store that ${fact}: it was done at the remote`, {
    hint: `once the store answers: ${remedy}`,
    ...(details && { details }),
    cause,
  })
}

/**
 * Returns the error for an act that was done although another attempt has its claim: the effect is orphaned, and may
 * exist twice. `fact` describes the effect at the remote, `remedy` says what a person should do.
 */
export function doneOrphaned(
  fact: string,
  { remedy, details }: { remedy: string; details?: Readonly<Record<string, string | number>> },
): AppError {
  return new AppError(
    'conflict',
    `Cannot store that ${fact}: another attempt has the claim, so it may be there twice`,
    {
      hint: remedy,
      ...(details && { details }),
    },
  )
}
