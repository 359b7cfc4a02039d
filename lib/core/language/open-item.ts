/** An open item waits for a person's act. A rule raises notices about items of a kind; `lib/app` collects the kinds. */
import type { Phrase, Reason, Value } from '../phrase.ts'
import { catalogue, type Message, phrase } from './catalogue.ts'
import { joined } from './outside.ts'

/** The urgencies, in the order in which notices are sent. */
export const URGENCIES = ['exposure', 'money', 'credential', 'deadline', 'device'] as const

export type Urgency = (typeof URGENCIES)[number]

export interface OpenItem<Facts> {
  readonly urgency: Urgency
  /** The title says what happened to the `count` items. */
  readonly title: Message<{ readonly count: number }>
  readonly line: (facts: Facts) => Phrase
  readonly meaning: Message<Empty>
  readonly act: Message<Empty>
  /** The command that deals with the item, ready for a shell. */
  readonly command: (facts: Facts) => string
  /** The time by which a person must have acted, in milliseconds since the epoch. */
  readonly by?: (facts: Facts) => number
  readonly name: (facts: Facts) => Phrase | string
  /** The message once the items are no longer open. */
  readonly over: Message<{ readonly names: Value }>
}

type Empty = Readonly<Record<never, never>>

/** An item whose line takes its values from the facts. */
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

/** A notice comes from the service whose state requires a person's act. */
export interface Notice<Kind extends string = string, Facts = unknown> {
  /** The notice's key: `registrar/purchase/example.com`. The item stays open as long as a rule raises this key. */
  readonly key: string
  /** The item's state. People are notified again when it changes, so it contains no value that grows all the time. */
  readonly step: string
  readonly kind: Kind
  /** The facts, without secrets and contact data. */
  readonly facts: Facts
}

export type NoticeOf<Items extends OpenItems> = {
  readonly [Kind in keyof Items & string]: Notice<Kind, FactsOf<Items[Kind]>>
}[keyof Items & string]

/** A word that every shell takes as it is. PowerShell splits `-a.b`, expands `@a`, makes a list of `a,b`. */
const BARE = /^(?:--?[a-z][a-z-]*|[\w./][\w@+=:./-]*)$/
/** A text that bash, zsh, cmd and PowerShell (which reads typographic quotes) leave unchanged in double quotes. */
const QUOTABLE = /^[^"\u201c-\u201e$`\\!%\p{Cc}]+$/u
/** A text that bash, zsh and PowerShell read as one word if the rest after its bare beginning is in single quotes. */
const JOINED = /^(?<bare>[\p{L}\p{N}_][\p{L}\p{N}_./-]*)(?<rest>[^"\\\p{Cc}]+)$/u
/** A word that a `.cmd` file misreads: PowerShell passes it on without quotes, and there these signs are operators. */
const SEPARATED = /^[^\s]*[&|<>^][^\s]*$/u
/** Signs that end a text in single quotes, in PowerShell or in any shell. */
const SINGLE_QUOTES = /['\u2018-\u201b]/gu
/** The word in place of a name that the reader has to quote for their own shell. */
const NAME = 'NAME'

/**
 * Returns a command that a person can paste into any shell, because a notice does not know its reader's shell. A name
 * that bash, zsh and PowerShell do not read alike becomes NAME, and the line of the item shows the name. cmd cannot
 * read a name with a `$`, a backtick, a `!` or a `%`.
 */
export function kura(...words: readonly string[]): string {
  return ['kura', ...words.map(shellWord)].join(' ')
}

/** The facts of an item that stays open until a person says that it is done. */
export interface DoneFacts {
  readonly key: string
  readonly step: string
}

/** Returns the command that closes an item. It names the step that the person saw, so a later step stays open. */
export function doneCommand({ key, step }: DoneFacts): string {
  return kura('notices', '--done', key, '--step', step)
}

/** Returns the text as one word. `NAME` if no quoting works in bash, zsh and PowerShell alike. */
export function shellWord(text: string): string {
  if (BARE.test(text)) return text
  if (SEPARATED.test(text)) return NAME
  if (QUOTABLE.test(text)) return `"${text}"`
  const { bare, rest } = JOINED.exec(text)?.groups ?? {}
  return rest === undefined ? NAME : `${bare}'${rest.replaceAll(SINGLE_QUOTES, `'"$&"'`)}'`
}

/** Replaces the backslashes of Windows by slashes, because only cmd and PowerShell take backslashes as they are. */
export function pathWord(path: string, separator: string): string {
  return shellWord(path.replaceAll(separator, '/'))
}

/** Quotes the name even if no shell needs the quotes, so that people see it as a name. */
export function quotedWord(name: string): string {
  return BARE.test(name) ? `"${name}"` : shellWord(name)
}

const WORDS = catalogue('notices', {
  remark: { en: ' ({texts})', ja: '（{texts}）' },
  quoted: { en: '"{name}"', ja: '「{name}」' },
  another: { en: 'perhaps another one', ja: 'ほかにもう1件の可能性あり' },
})

/** Returns ` (a; b)`, or an empty text if there are no reasons. */
export function remark(...reasons: readonly (Reason | undefined)[]): Value {
  const given = reasons.flatMap(reason => reason || [])
  return given.length > 0 ? phrase(WORDS.remark, { texts: joined(given) }) : ''
}

export function quoted(name: string): Phrase {
  return phrase(WORDS.quoted, { name })
}

/** Lists the copies of an effect that exists more than once (`deal 7 and deal 8`). `uncertain` ones are possible. */
export function places(made: readonly Phrase[], uncertain: number): Value {
  return { items: uncertain > 0 ? [...made, phrase(WORDS.another)] : made, by: 'and' }
}
