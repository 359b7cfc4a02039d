import { catalogue, phrase } from '../../core/language/catalogue.ts'
import { NEUTRAL } from '../../core/language/language.ts'
import { phraseError } from '../../core/language/phrase-error.ts'
import { english, textOf } from '../../core/language/text.ts'
import { readYesNo } from '../../core/language/typed-text.ts'
import type { Reason } from '../../core/phrase.ts'
import type { CliContext } from '../context.ts'
import type { Output } from '../terminal/output.ts'
import { localeToShow } from '../terminal/wording.ts'
import { TERMINAL } from '../terminal/words.ts'

const WORDS = catalogue('decision', {
  yesNo: { en: '{question} (yes/no) ', ja: '{question}（はい/いいえ） ' },
  likeTime: {
    en: 'expected a time such as 2026-06-15T12:30:00+09:00',
    ja: '「2026-06-15T12:30:00+09:00」のような時刻で指定してください',
  },
  timeless: {
    en: 'Cannot decide on the operation "{operation}" without a time',
    ja: '操作「{operation}」について決めるには、時刻が必要です',
  },
  seenAt: {
    en: 'say when it was shown: --seen-at TIME',
    ja: '表示された時刻を --seen-at で指定してください',
  },
})

/** The facts of a shown item that a script copies from kura's output. */
export interface ShownOptions {
  readonly operation?: string
  /** The time at which the item was shown, ISO 8601. */
  readonly seenAt?: string
}

/** Shows rows to the person. With `--json` the rows are remarks on standard error, because they are not the result. */
export function showToPerson(
  title: Reason,
  rows: readonly (readonly Reason[])[],
  output: Output,
  head?: readonly Reason[],
): void {
  if (!output.json) {
    output.line(title)
    output.table(rows, head)
    return
  }
  output.note(title)
  for (const cells of rows) output.note(cells.map(english).join(': '))
}

/** Asks a yes-or-no question. A question that is a phrase is asked in the company's language. */
export async function confirms(question: Reason, context: CliContext): Promise<boolean> {
  const locale = typeof question === 'string' ? NEUTRAL : localeToShow(context.config)
  const answer = await context.ask(textOf(phrase(WORDS.yesNo, { question }), locale))
  return readYesNo(answer) === true
}

/** Returns the operation that the options name or the person confirms; undefined if the person says no. */
export async function decidedOperation(
  shown: { readonly operation: string; readonly question: Reason },
  named: ShownOptions,
  context: CliContext,
): Promise<string | undefined> {
  if (named.operation !== undefined) return named.operation
  return (await confirms(shown.question, context)) ? shown.operation : undefined
}

/** @throws AppError `usage` if the options name an operation without the time at which it was shown */
export function shownAt({ operation, seenAt }: ShownOptions, now: string): string {
  if (operation === undefined) return now
  if (seenAt !== undefined) return seenAt
  throw phraseError('usage', phrase(WORDS.timeless, { operation }), { hint: phrase(WORDS.seenAt) })
}

/**
 * Returns a time that a person copied from the output, ISO 8601.
 * @throws AppError `usage`
 */
export function readMoment(text: string): string {
  const moment = Date.parse(text)
  if (/T.*(?:Z|[+-]\d\d:?\d\d)$/.test(text) && !Number.isNaN(moment)) return new Date(moment).toISOString()
  const why = phrase(WORDS.likeTime)
  throw phraseError('usage', phrase(TERMINAL.unusable, { what: '--seen-at', value: text, why }))
}
