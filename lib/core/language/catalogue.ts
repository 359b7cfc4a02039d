/**
 * Messages for people. A message is data: its text in each language, in a subset of ICU MessageFormat:
 * - `{name}`: a text or a number as it is, or another phrase;
 * - `{count, number}`, and `{at, date, day}` (`time`, `weekday`) of a moment in milliseconds since the epoch;
 * - `{count, plural, =0 {none} one {a device} other {# devices}}`: English has `one` and `other`, Japanese `other`
 *   alone.
 *
 * The compiler refuses a message whose text is missing in a language, whose placeholders differ between the languages,
 * or whose plural lacks a form, and values whose names differ from the placeholders.
 */
import type { Phrase, Reason, Value } from '../phrase.ts'
import type { Language } from './language.ts'

export interface Message<Values = never> extends Readonly<Record<Language, string>> {
  /** The subject of the catalogue and the message's name: `claims.processEnded`. */
  readonly id: string
  /** Never set: this member only gives the compiler the type of the values. */
  readonly takes?: (values: Values) => void
}

/** `onlyEn` and `onlyJa` list the placeholders that only one language has on purpose. */
type Texts = Readonly<Record<Language, string>> & {
  readonly onlyEn?: readonly string[]
  readonly onlyJa?: readonly string[]
}

type Catalogue<C extends Readonly<Record<string, Texts>>> = {
  readonly [K in keyof C]: Message<ValuesOf<C[K][Language]>>
}

const LOADED = new Map<string, Message>()

/** The messages of all loaded catalogues by their ids. */
export const MESSAGES: ReadonlyMap<string, Message> = LOADED

/** Adds messages. Their ids begin with the subject: if it changes, phrases already stored lose their text. */
export function catalogue<const C extends Readonly<Record<string, Texts>>>(
  subject: string,
  texts: C & { readonly [K in keyof C]: CheckedTexts<C[K]> },
): Catalogue<C> {
  const messages = Object.entries<Texts>(texts).map(([name, { en, ja }]) => {
    const message = { id: `${subject}.${name}`, en, ja }
    LOADED.set(message.id, message)
    return [name, message] as const
  })
  return Object.fromEntries(messages) as unknown as Catalogue<C>
}

export type Arguments<Values> = keyof Values extends never ? [] : [values: Values]

export function phrase<Values>({ id }: Message<Values>, ...[values]: Arguments<NoInfer<Values>>): Phrase {
  return { id, values: (values ?? {}) as Phrase['values'] }
}

/** Whether the reason is this message, whatever its values are. */
export function isPhraseOf({ id }: Pick<Message, 'id'>, reason: Reason | undefined): reason is Phrase {
  return typeof reason === 'object' && reason.id === id
}

type ValuesOf<T extends string> = {
  readonly [Name in NameOf<PlaceholdersOf<T>>]: Name extends NumberOf<PlaceholdersOf<T>> ? number : Value
}

/** A placeholder of a text. `forms` has the forms of a plural. */
type Placeholder = readonly [name: string, kind: 'plain' | 'number' | 'plural' | 'malformed', forms: string]
type Malformed = ['', 'malformed', never]

type PlaceholdersOf<T extends string> =
  BodyOf<`${T}}`, never> extends infer Body ? (Body extends [infer Holes, ''] ? Holes : Malformed) : never

/** The placeholders up to the closing brace, and the text after it. */
type BodyOf<T extends string, Found> = T extends `${infer Before}}${infer After}`
  ? Before extends `${string}{${string}`
    ? T extends `${string}{${infer Inside}`
      ? PlaceholderOf<Inside, Found>
      : Malformed
    : [Found, After]
  : Malformed

type PlaceholderOf<T extends string, Found> = T extends `${infer Head}}${infer After}`
  ? Head extends `${string}{${string}`
    ? T extends `${infer Name}, plural, ${infer Forms}`
      ? FormsOf<Forms, Found, Name, never>
      : Malformed
    : BodyOf<After, Found | SimplePlaceholder<Head>>
  : Malformed

type SimplePlaceholder<Head extends string> = Head extends `${infer Name}, ${infer Kind}`
  ? Kind extends 'number' | 'date, day' | 'date, time' | 'date, weekday'
    ? [Name, 'number', never]
    : Malformed
  : [Head, 'plain', never]

type FormsOf<T extends string, Found, Name, Forms> = T extends `${infer Form} {${infer Text}`
  ? BodyOf<Text, Found> extends [infer Inner, infer After extends string]
    ? After extends `}${infer Rest}`
      ? BodyOf<Rest, Inner | [Name, 'plural', Forms | Form]>
      : After extends ` ${infer More}`
        ? FormsOf<More, Inner, Name, Forms | Form>
        : Malformed
    : Malformed
  : Malformed

type NameOf<H> = H extends Placeholder ? H[0] : never
type NumberOf<H> = H extends readonly [infer Name, 'number' | 'plural', unknown] ? Name : never

interface PluralForms extends Record<Language, string> {
  en: 'one' | 'other'
  ja: 'other'
}

type WrongForms<L extends Language, H> = H extends readonly [unknown, 'plural', infer Forms]
  ? Exclude<PluralForms[L], Forms> | Exclude<Forms, PluralForms[L] | `=${number}`>
  : never

type LackingPlaceholders<T extends Texts, L extends Language> = Exclude<
  NameOf<PlaceholdersOf<T[Language]>>,
  NameOf<PlaceholdersOf<T[L]>> | NamesIn<T[L extends 'ja' ? 'onlyEn' : 'onlyJa']>
>

type NamesIn<Names> = Names extends readonly (infer Name)[] ? Name : never

type CheckedTexts<T extends Texts> = {
  readonly [L in Language]: '' extends NameOf<PlaceholdersOf<T[L]>>
    ? { readonly wrong: 'a placeholder without an end, a name or a known kind' }
    : [WrongForms<L, PlaceholdersOf<T[L]>>] extends [never]
      ? [LackingPlaceholders<T, L>] extends [never]
        ? string
        : { readonly 'lacks the placeholders': LackingPlaceholders<T, L> }
      : { readonly 'plural forms that are missing or too many': WrongForms<L, PlaceholdersOf<T[L]>> }
}
