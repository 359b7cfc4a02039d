/** A text for people as it is stored and passed on. `language/text.ts` writes it in a language. */
export interface Phrase {
  /** The id of the message, which is its catalogue's and its own name: `claims.processEnded`. */
  readonly id: string
  readonly values: Readonly<Record<string, Value>>
}

/** A text for people. The words of a person, a remote or the system are plain text, and are never translated. */
export type Reason = Phrase | string

/** The value of a placeholder. A time is in milliseconds since the epoch. A plain array is joined with commas. */
export type Value = string | number | Phrase | readonly Value[] | Listed

export interface Listed {
  readonly items: readonly Value[]
  readonly by: 'and' | 'semicolon'
}
