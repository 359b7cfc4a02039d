/**
 * What a person decides is shown first, and confirmed on the terminal. Without one, a person names what was shown earlier:
 * by its operation, and by when it was shown if the decision rests on something that was not there.
 */

import { AppError } from '../../core/errors.ts'
import type { CliContext } from '../context.ts'
import type { Output } from '../terminal/output.ts'
import { readYesNo } from '../terminal/yes-no.ts'

/** What was shown earlier. */
export interface ShownOptions {
  readonly operation?: string
  /** ISO 8601. */
  readonly seenAt?: string
}

/** Rows that a person has to judge: with `--json` remarks on standard error, because they are no result. */
export function showToPerson(title: string, rows: readonly (readonly string[])[], output: Output): void {
  if (!output.json) {
    output.line(title)
    output.table(rows)
    return
  }
  output.note(title)
  for (const cells of rows) output.note(cells.join(': '))
}

/** Whether a person confirms the question. */
export async function confirms(question: string, context: CliContext): Promise<boolean> {
  const answer = await context.ask(`${question} (yes/no) `)
  return readYesNo(answer) === true
}

/** The operation that a person names, or confirms after it was shown; undefined if the person says no. */
export async function decidedOperation(
  shown: { readonly operation: string; readonly question: string },
  named: ShownOptions,
  context: CliContext,
): Promise<string | undefined> {
  if (named.operation !== undefined) return named.operation
  return (await confirms(shown.question, context)) ? shown.operation : undefined
}

/**
 * When what a person decides on was shown: now, or as the person says who names an operation.
 * @throws AppError `usage` if the person does not say it
 */
export function shownAt({ operation, seenAt }: ShownOptions, now: string): string {
  if (operation === undefined) return now
  if (seenAt !== undefined) return seenAt
  throw new AppError('usage', `Cannot decide on the operation "${operation}" without a time`, {
    hint: 'say when it was shown: --seen-at TIME',
  })
}

/** A time that a person has copied from what was shown, as ISO 8601. @throws AppError `usage` */
export function readMoment(text: string): string {
  const moment = Date.parse(text)
  if (/T.*(?:Z|[+-]\d\d:?\d\d)$/.test(text) && !Number.isNaN(moment)) return new Date(moment).toISOString()
  throw new AppError(
    'usage',
    `Cannot use --seen-at "${text}": expected a time such as 2026-06-15T12:30:00+09:00`,
  )
}
