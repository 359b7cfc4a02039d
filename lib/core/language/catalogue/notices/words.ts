/** What a notice says of each kind of matter: what happened, what it means, what to do, and by when. */
import type { Language } from '../../language.ts'
import type { Message } from '../../message.ts'
import { japanese } from '../../reading.ts'

/** What is told first. */
export const URGENCIES = ['exposure', 'money', 'credential', 'deadline', 'device'] as const

export type Urgency = (typeof URGENCIES)[number]

/** The texts of one kind of matter. A notice is about one or several matters of a kind. */
export interface MatterWords<Facts> {
  readonly urgency: Urgency
  /** What happened, to so many. */
  readonly title: Message<number>
  /** Which one, and what is known of it. */
  readonly line: Message<Facts>
  readonly meaning: Message
  readonly act: Message
  /** For a shell, as it stands. */
  readonly command?: (facts: Facts) => string
  /** When it must be done, milliseconds since the epoch. */
  readonly by?: (facts: Facts) => number
  /** What people call it. */
  readonly name: (facts: Facts, language: Language) => string
  /** What has changed now that it is over, said of names. */
  readonly over: Message<string>
}

export function matter<Facts>(words: MatterWords<Facts>): MatterWords<Facts> {
  return words
}

/** A command of kura for a shell, each word quoted if it must be. */
export function kura(...words: readonly string[]): string {
  return ['npx', 'kura', ...words.map(shellWord)].join(' ')
}

/** Of a matter whose end only a person can say. */
export interface DoneFacts {
  /** The key and the step of the matter. */
  readonly key: string
  readonly step: string
}

/** Says that somebody has dealt with the matter as it was shown, and with no later step of it. */
export function doneCommand({ key, step }: DoneFacts): string {
  return kura('notices', '--done', key, '--step', step)
}

function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
}

/** ` (a; b)`, or nothing */
export function remark(...texts: readonly (string | undefined)[]): string {
  const said = texts.filter(isSaid)
  return said.length > 0 ? ` (${said.join('; ')})` : ''
}

/** `（a、b）` in Japanese, of texts that are stored in English; or nothing */
export function remarkJa(...texts: readonly (string | undefined)[]): string {
  const said = texts.filter(isSaid).map(japanese)
  return said.length > 0 ? `（${said.join('、')}）` : ''
}

function isSaid(text: string | undefined): text is string {
  return text !== undefined && text !== ''
}
