/**
 * Messages for people, each written in every language: a message without a translation does not compile. A catalogue is
 * a constant object of messages; `lib/core/language/catalogue/` holds one file for each subject.
 */
import { type Format, formatOf } from './format.ts'
import type { Language, Locale } from './language.ts'

/** One message: how each language says it, from the same values. */
export type Message<Values = void> = {
  readonly [L in Language]: (values: Values, format: Format) => string
}

/** The text of `message` for people of `locale`. */
export function textOf<Values>(message: Message<Values>, values: Values, locale: Locale): string {
  return message[locale.language](values, formatOf(locale))
}
