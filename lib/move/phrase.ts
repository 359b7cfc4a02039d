/** What a check says, as data: an English text for the terminal and for JSON, and what it is made of for other languages. */

import { type Message, phrase, type ValuesFor } from '../core/language/catalogue.ts'
import type { Locale } from '../core/language/language.ts'
import { english, textOf } from '../core/language/text.ts'
import type { Phrase, Value } from '../core/phrase.ts'
import { MOVE_PLACES } from './facts/words.ts'
import { MOVE_REDIRECTS } from './page/redirect-words.ts'
import { MOVE_PAGE } from './page/words.ts'
import { MOVE_REPORT } from './report/words.ts'
import { MOVE_SITE } from './site/words.ts'
import { MOVE_VISIT } from './visit/words.ts'

const MESSAGES = {
  ...MOVE_PLACES,
  ...MOVE_VISIT,
  ...MOVE_PAGE,
  ...MOVE_REDIRECTS,
  ...MOVE_SITE,
  ...MOVE_REPORT,
}

type Messages = typeof MESSAGES
export type PhraseKey = keyof Messages

/** A phrase and its English text. */
export interface Said {
  /** As the end of a sentence that begins with an address. */
  readonly message: string
  readonly phrase: Phrase
}

type Arguments<K extends PhraseKey> = keyof ValuesFor<Messages[K]> extends never
  ? [key: K]
  : [key: K, values: ValuesFor<Messages[K]>]

export function say<K extends PhraseKey>(...given: Arguments<K>): Said {
  const phrase = phraseOf(given)
  return { message: english(phrase), phrase }
}

/** Says a message in the language of `locale`. */
export type Speak = <K extends PhraseKey>(...given: Arguments<K>) => string

export function speaker(locale: Locale): Speak {
  return (...given) => textOf(phraseOf(given), locale)
}

function phraseOf([key, values]: readonly [key: PhraseKey, values?: object]): Phrase {
  // the arguments of say() are of this key
  return phrase(MESSAGES[key] as Message<{ readonly value: Value }>, (values ?? {}) as { value: Value })
}
