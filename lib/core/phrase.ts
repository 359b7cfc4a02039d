/** A text for people as it is stored and passed on. `language/text.ts` writes it in a language. */
export interface Phrase {
  /** The catalogue, and the name of the message in it: `claims.processEnded`. */
  readonly id: string
  readonly values: Readonly<Record<string, Value>>
}

/** The words of a person, a remote or the system are never translated. */
export type Reason = Phrase | string

/** A time is in milliseconds since the epoch. The items of a plain array are joined with commas. */
export type Value = string | number | Phrase | readonly Value[] | Listed

export interface Listed {
  readonly items: readonly Value[]
  readonly by: 'and' | 'semicolon'
}
