/**
 * A text for people in the form in which it is stored and passed on: the id of a message and its values.
 * `language/catalogue.ts` makes phrases, and `language/text.ts` writes them in a language.
 */
export interface Phrase {
  /** The catalogue and the name of the message in it: `claims.processEnded`. */
  readonly id: string
  readonly values: Readonly<Record<string, Value>>
}

/** A reason: a phrase, or the words of a person, a remote or the system, which are never translated. */
export type Reason = Phrase | string

/**
 * A value in a phrase: a text from outside, a number, another phrase, or several of these. A time is in milliseconds
 * since the epoch.
 */
export type Value = string | number | Phrase | readonly Value[] | Listed

/** Several values, joined as in a sentence or with semicolons. The items of a plain array are joined with commas. */
export interface Listed {
  readonly items: readonly Value[]
  readonly by: 'and' | 'semicolon'
}
