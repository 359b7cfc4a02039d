/** Finds the phrases of an English text, so that people can read stored English texts in their own language. */
import type { Phrase } from '../phrase.ts'
import { MESSAGES, type Message } from './catalogue.ts'
import { joined, outside } from './outside.ts'
import { textOf } from './text.ts'

/** Separates the texts of a joined text. */
const SEPARATOR = '; '

/** The placeholders whose value may itself be a text of kura. */
const READ: readonly string[] = ['reason', 'remote', 'span']

/**
 * Makes a reader of English texts. For each part of a text it returns the message of `messages` that has this English
 * text; a part that matches no message is a text from outside.
 */
export function phraseReader(messages: readonly Message[]): (text: string) => Phrase[] {
  const patterns = messages
    .map(({ id, en }) => ({ id, pattern: patternOf(en), literal: en.replaceAll(/\{\w+\}/g, '').length }))
    .sort((one, other) => other.literal - one.literal)
  const known = (text: string): Phrase | undefined => {
    for (const { id, pattern } of patterns) {
      const match = pattern.exec(text)
      if (match)
        return { id, values: Object.fromEntries(Object.entries(match.groups ?? {}).map(readPlaceholder)) }
    }
    return undefined
  }
  const readPlaceholder = ([placeholder, value]: [string, string]): [string, Phrase['values'][string]] => {
    if (!READ.includes(placeholder)) return [placeholder, value]
    return [
      placeholder,
      placeholder === 'reason' ? { items: read(value), by: 'semicolon' } : (known(value) ?? value),
    ]
  }
  const read = (text: string): Phrase[] => {
    const parts = text.split(SEPARATOR)
    const each = parts.map(known)
    if (each.every(part => part !== undefined)) return each
    const whole = known(text)
    return whole ? [whole] : parts.map((part, at) => each[at] ?? outside(part))
  }
  return read
}

function patternOf(en: string): RegExp {
  const source = en
    .split(/\{(\w+)\}/)
    .map((part, index) =>
      index % 2 === 0 ? part.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&') : `(?<${part}>[\\s\\S]+?)`,
    )
    .join('')
  return new RegExp(`^${source}$`)
}

/** The catalogues whose messages may be stored as English texts. */
const STORED = /^(?:claims|remotes|deals|tokens|registrar|devices|chat|owners)\./

/** The current reader and the number of messages that were loaded when it was made. */
let reader: { readonly read: (text: string) => Phrase[]; readonly of: number } | undefined

/** The phrases of a text that is stored in English. */
export function readPhrases(text: string): Phrase[] {
  if (reader?.of !== MESSAGES.size) {
    const stored = [...MESSAGES.values()].filter(({ id }) => STORED.test(id))
    reader = { read: phraseReader(stored), of: MESSAGES.size }
  }
  return reader.read(text)
}

/** The Japanese translation of a text that is stored in English. */
export function japanese(text: string): string {
  return textOf(joined(readPhrases(text)), {
    language: 'ja',
    timezone: 'UTC',
  })
}
