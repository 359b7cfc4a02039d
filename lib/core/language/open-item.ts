/**
 * An open item is something on which a person has to act. Every kind of item has its texts, and a rule that raises
 * notices about its items. A kind is defined next to its rule; `lib/app` collects the kinds.
 */
import type { Phrase, Reason, Value } from '../phrase.ts'
import { catalogue, type Message, phrase } from './catalogue.ts'
import { joined } from './outside.ts'

/** The urgencies, in the order in which notices are sent. */
export const URGENCIES = ['exposure', 'money', 'credential', 'deadline', 'device'] as const

export type Urgency = (typeof URGENCIES)[number]

/** A kind of open items. */
export interface OpenItem<Facts> {
  readonly urgency: Urgency
  /** The title: what happened to the `count` items. */
  readonly title: Message<{ readonly count: number }>
  /** The line that names the item and gives the known facts about it. */
  readonly line: (facts: Facts) => Phrase
  readonly meaning: Message<Empty>
  readonly act: Message<Empty>
  /** The command for the item, ready for a shell. */
  readonly command: (facts: Facts) => string
  /** The time by which a person must have acted, milliseconds since the epoch. */
  readonly by?: (facts: Facts) => number
  readonly name: (facts: Facts) => Phrase | string
  /** The message when the items are no longer open; `names` lists them. */
  readonly over: Message<{ readonly names: Value }>
}

type Empty = Readonly<Record<never, never>>

/** The texts of a kind. The line about an item is a message whose values come from the facts. */
interface Words<Facts, Values> extends Omit<OpenItem<Facts>, 'line'> {
  readonly line: Message<Values>
  readonly values: (facts: Facts) => NoInfer<Values>
}

export function openItem<Facts, Values extends Phrase['values']>({
  line,
  values,
  ...words
}: Words<Facts, Values>): OpenItem<Facts> {
  return { ...words, line: facts => ({ id: line.id, values: values(facts) }) }
}

export type OpenItems = Readonly<Record<string, OpenItem<never>>>

export type FactsOf<Item extends OpenItem<never>> = Parameters<Item['line']>[0]

/** Says that a person has to act. The service whose state requires the act raises it. */
export interface Notice<Kind extends string = string, Facts = unknown> {
  /**
   * The key of the notice, such as `registrar/purchase/example.com`. The item stays open as long as a rule raises a
   * notice with this key.
   */
  readonly key: string
  /**
   * The stage of the open item. People are notified again when the step changes, so it must not contain a value that
   * grows all the time.
   */
  readonly step: string
  readonly kind: Kind
  /** The facts, without secrets and contact data. */
  readonly facts: Facts
}

export type NoticeOf<Items extends OpenItems> = {
  readonly [Kind in keyof Items & string]: Notice<Kind, FactsOf<Items[Kind]>>
}[keyof Items & string]

/** Matches a word that every shell takes as it is. PowerShell splits `-a.b`, expands `@a`, makes a list of `a,b`. */
const BARE = /^(?:--?[a-z][a-z-]*|[\w./][\w@+=:./-]*)$/
/**
 * Matches a text that bash, zsh, cmd and PowerShell (which reads typographic quotes) leave unchanged in double quotes.
 */
const QUOTABLE = /^[^"\u201c-\u201e$`\\!%\p{Cc}]+$/u
/**
 * Matches a text that bash, zsh and PowerShell read as one word if its beginning is bare and the rest is in single
 * quotes.
 */
const JOINED = /^(?<bare>[\p{L}\p{N}_][\p{L}\p{N}_./-]*)(?<rest>[^"\\\p{Cc}]+)$/u
/**
 * Matches a word that a `.cmd` file misreads: PowerShell passes it on without quotes, and in the file these signs are
 * operators.
 */
const SEPARATED = /^[^\s]*[&|<>^][^\s]*$/u
/** Matches the characters that end a text in single quotes in PowerShell, or in any shell. */
const SINGLE_QUOTES = /['\u2018-\u201b]/gu
/** Stands for a name that the reader quotes for their own shell. */
const NAME = 'NAME'

/**
 * A command of kura that a person can paste into bash, zsh, cmd or PowerShell, because a notice does not know its
 * reader's shell. A name that bash, zsh and PowerShell do not read alike becomes the placeholder NAME; the line of the
 * item shows the name. cmd cannot read a name with a `$`, a backtick, a `!` or a `%`.
 */
export function kura(...words: readonly string[]): string {
  return ['kura', ...words.map(shellWord)].join(' ')
}

/** The facts about an item that stays open until a person says that it is done. */
export interface DoneFacts {
  readonly key: string
  readonly step: string
}

/** The command that says that the item is done. It names the step that the person saw, so a later step stays open. */
export function doneCommand({ key, step }: DoneFacts): string {
  return kura('notices', '--done', key, '--step', step)
}

/** `text` as one word of a command; `NAME` if no quoting of it works in bash, zsh and PowerShell alike. */
export function shellWord(text: string): string {
  if (BARE.test(text)) return text
  if (SEPARATED.test(text)) return NAME
  if (QUOTABLE.test(text)) return `"${text}"`
  const { bare, rest } = JOINED.exec(text)?.groups ?? {}
  return rest === undefined ? NAME : `${bare}'${rest.replaceAll(SINGLE_QUOTES, `'"$&"'`)}'`
}

/**
 * Writes a path as `shellWord` does. On Windows, slashes replace its backslashes, which only cmd and PowerShell take as
 * they are.
 */
export function pathWord(path: string, separator: string): string {
  return shellWord(path.replaceAll(separator, '/'))
}

/** The name as `shellWord` writes it, but in quotes even if no shell needs them, so that it is seen as a name. */
export function quotedWord(name: string): string {
  return BARE.test(name) ? `"${name}"` : shellWord(name)
}

const WORDS = catalogue('notices', {
  remark: { en: ' ({texts})', ja: '（{texts}）' },
  quoted: { en: '"{name}"', ja: '「{name}」' },
  another: { en: 'perhaps another one', ja: 'ほかにもう1件の可能性あり' },
})

/** The reasons in parentheses, ` (a; b)`; an empty text if there are none. */
export function remark(...reasons: readonly (Reason | undefined)[]): Value {
  const given = reasons.flatMap(reason => reason || [])
  return given.length > 0 ? phrase(WORDS.remark, { texts: joined(given) }) : ''
}

export function quoted(name: string): Phrase {
  return phrase(WORDS.quoted, { name })
}

/**
 * Lists the known copies of an effect that exists more than once (`deal 7 and deal 8`). If `uncertain` is above 0, the
 * list says that there may be another.
 */
export function places(made: readonly Phrase[], uncertain: number): Value {
  return { items: uncertain > 0 ? [...made, phrase(WORDS.another)] : made, by: 'and' }
}
