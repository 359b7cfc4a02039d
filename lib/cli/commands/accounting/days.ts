import { phrase } from '../../../core/language/catalogue.ts'
import { phraseError } from '../../../core/language/phrase-error.ts'
import { readDay as readAnyDay } from '../../../services/accounting/taxes/issue-date.ts'
import { TYPED } from './words.ts'

/**
 * Returns the day in `text` as YYYY-MM-DD. People may write the day in many forms.
 * @throws AppError `usage` that names the option and what is wrong
 */
export function readDay(option: string, text: string): string {
  const read = readAnyDay(text)
  if ('date' in read) return read.date
  throw phraseError('usage', phrase(TYPED.notDay, { option, reason: read.reason }), {
    hint: phrase(TYPED.likeDay),
  })
}

/**
 * Returns the first and the last day of the span; both days belong to the span.
 * @throws AppError `usage`, also if the days are in the wrong order
 */
export function readSpan(given: { readonly from: string; readonly until: string }): {
  from: string
  until: string
} {
  const span = { from: readDay('--from', given.from), until: readDay('--until', given.until) }
  if (span.from <= span.until) return span
  throw phraseError('usage', phrase(TYPED.wrongOrder, given), { hint: phrase(TYPED.swapped, given) })
}
