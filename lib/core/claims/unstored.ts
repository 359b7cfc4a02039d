/** What a caller is told if an act was done and its claim does not say so. */
import { AppError } from '../errors.ts'

/**
 * The act is done and its claim could not be told: it counts as unknown, and looking for it settles it. `fact` says what
 * is so at the remote (`the case "x" is deal 7`), `remedy` what to do once the store answers.
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
 * The act is done, and another attempt holds its claim: nothing owns the effect, which may be there twice. `fact` says what
 * is so at the remote, `remedy` what a person does about it.
 */
export function doneStray(
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
