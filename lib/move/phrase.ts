/** What a check says, as data: an English text for the terminal and for JSON, and what it is made of for other languages. */
import { MOVE_PAGE } from '../core/language/catalogue/move-page.ts'
import { MOVE_PLACES } from '../core/language/catalogue/move-places.ts'
import { MOVE_REDIRECTS } from '../core/language/catalogue/move-redirects.ts'
import { MOVE_REPORT } from '../core/language/catalogue/move-report.ts'
import { MOVE_SITE } from '../core/language/catalogue/move-site.ts'
import { MOVE_VISIT } from '../core/language/catalogue/move-visit.ts'
import { type Locale, NEUTRAL } from '../core/language/language.ts'
import { type Message, textOf } from '../core/language/message.ts'

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
type ValuesOf<K extends PhraseKey> = Parameters<Messages[K]['en']>[0]

/** A message of the catalogue with its values; a text among them may be a phrase of its own, or a list of them. */
export interface Phrase {
  readonly key: PhraseKey
  readonly values: Readonly<Record<string, string | number | Phrase | readonly Phrase[]>>
}

/** A phrase and its English text. */
export interface Said {
  /** As the end of a sentence that begins with an address. */
  readonly message: string
  readonly phrase: Phrase
}

type Filled<V> = {
  readonly [N in keyof V]: V[N] extends string ? V[N] | Phrase | readonly Phrase[] : V[N]
}
type Arguments<K extends PhraseKey> =
  ValuesOf<K> extends undefined ? [key: K] : [key: K, values: Filled<ValuesOf<K>>]

export function say<K extends PhraseKey>(...[key, values]: Arguments<K>): Said {
  const phrase: Phrase = { key, values: (values ?? {}) as Phrase['values'] }
  return { message: phraseText(phrase, NEUTRAL), phrase }
}

/** Says a message of the catalogue in the language of `locale`. */
export type Speak = <K extends PhraseKey>(...given: Arguments<K>) => string

export function speaker(locale: Locale): Speak {
  return (...[key, values]) => phraseText({ key, values: (values ?? {}) as Phrase['values'] }, locale)
}

/** Between the items of a list. */
const SEPARATORS: Readonly<Record<Locale['language'], string>> = { en: ', ', ja: '、' }

/** The phrase in the language of `locale`, with the phrases inside it. */
export function phraseText({ key, values }: Phrase, locale: Locale): string {
  const texts = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === 'object'
      ? [value]
          .flat()
          .map(inner => phraseText(inner, locale))
          .join(SEPARATORS[locale.language])
      : value,
  ])
  // say() checked the values of this key
  return textOf(MESSAGES[key] as Message<object>, Object.fromEntries(texts), locale)
}
