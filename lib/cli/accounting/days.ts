/** Reads days in the options of a command, in the forms in which people write them. */

import { AppError } from '../../core/errors.ts'
import { english } from '../../core/language/text.ts'
import { readDay as readAnyDay } from '../../services/accounting/taxes/issue-date.ts'

/**
 * Reads the day as YYYY-MM-DD. @throws AppError `usage` that names the option and what is wrong
 */
export function readDay(option: string, text: string): string {
  const read = readAnyDay(text)
  if ('date' in read) return read.date
  throw new AppError('usage', `Cannot use ${option}: ${english(read.reason)}`, {
    hint: 'write it like 2026-04-30, 2026/4/30 or 令和8年4月30日',
  })
}

/**
 * Reads the days of `--from` and `--until`, both included.
 * @throws AppError `usage`, also if the days are in the wrong order
 */
export function readSpan(given: { readonly from: string; readonly until: string }): {
  from: string
  until: string
} {
  const span = { from: readDay('--from', given.from), until: readDay('--until', given.until) }
  if (span.from <= span.until) return span
  throw new AppError(
    'usage',
    `Cannot use --from "${given.from}" with --until "${given.until}": the first day is after the last`,
    { hint: `--from ${given.until} --until ${given.from}` },
  )
}
