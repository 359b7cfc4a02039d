import type { Phrase, Reason, Value } from '../phrase.ts'
import { type Arguments, MESSAGES, type Message, phrase } from './catalogue.ts'
import { formatOf, type Moment } from './format.ts'
import { type Locale, NEUTRAL } from './language.ts'

/** Returns the phrase in words. `locale.foreign` escapes a text from outside. */
export function textOf(phrase: Phrase | string, locale: Locale): string {
  if (typeof phrase === 'string') return written(phrase, locale)
  const message = MESSAGES.get(phrase.id)
  // the phrase was stored by another version of kura: only its id and values can be shown
  if (!message)
    return [phrase.id, ...Object.values(phrase.values).map(value => written(value, locale))].join(' ')
  return render(partsOf(message[locale.language]), phrase.values, locale)
}

/** Returns the English text, with times in UTC, for the log, the API and programs. */
export function english(phrase: Phrase | string): string {
  return textOf(phrase, NEUTRAL)
}

/** A reason in a reply. `text` is the English text. A text from outside has no id. */
export interface SaidReason {
  readonly text: string
  readonly id?: string | undefined
  readonly values?: Readonly<Record<string, unknown>> | undefined
}

export function saidReason(reason: Reason): { text: string; id?: string; values?: Record<string, unknown> } {
  if (typeof reason === 'string') return { text: reason }
  return { text: english(reason), id: reason.id, values: { ...reason.values } }
}

/** Returns the phrase, or the English text if this program does not know the message. */
export function reasonIn({ text, id, values = {} }: SaidReason = { text: '' }): Reason {
  return id === undefined || !MESSAGES.has(id) ? text : { id, values: values as Phrase['values'] }
}

export type Say = <Values>(message: Message<Values>, ...values: Arguments<NoInfer<Values>>) => string

export function sayIn(locale: Locale): Say {
  return (message, ...values) => textOf(phrase(message, ...values), locale)
}

const SEPARATORS = {
  en: { comma: ', ', semicolon: '; ' },
  ja: { comma: '、', semicolon: '、' },
} as const

/** Returns `a, b`, or `a、b` in Japanese. */
export function listIn(names: readonly string[], locale: Locale): string {
  return names.join(SEPARATORS[locale.language].comma)
}

function written(value: Value | undefined, locale: Locale): string {
  if (value === undefined) return ''
  if (typeof value === 'string') return locale.foreign?.(value) ?? value
  if (typeof value === 'number') return String(value)
  if ('id' in value) return textOf(value, locale)
  if ('items' in value) {
    const items = value.items.map(item => written(item, locale))
    return value.by === 'and'
      ? formatOf(locale).list(items)
      : items.join(SEPARATORS[locale.language].semicolon)
  }
  return listIn(
    value.map(item => written(item, locale)),
    locale,
  )
}

interface Placeholder {
  readonly name: string
  readonly as?: 'number' | Moment
  /** The texts of a plural, by category (`one`) or exact number (`=0`). */
  readonly forms?: ReadonlyMap<string, readonly Part[]>
}

/** A literal text or a placeholder. `#` in a plural is a placeholder for the number. */
type Part = string | Placeholder

function render(parts: readonly Part[], values: Phrase['values'], locale: Locale): string {
  return parts.map(part => (typeof part === 'string' ? part : filled(part, values, locale))).join('')
}

function filled({ name, as, forms }: Placeholder, values: Phrase['values'], locale: Locale): string {
  const value = values[name]
  if (as === undefined && forms === undefined) return written(value, locale)
  const format = formatOf(locale)
  if (as !== undefined) return format[as](Number(value))
  const form = forms?.get(`=${value}`) ?? forms?.get(format.category(Number(value))) ?? []
  return render(form, values, locale)
}

const PARSED = new Map<string, readonly Part[]>()

function partsOf(text: string): readonly Part[] {
  const known = PARSED.get(text)
  if (known) return known
  const [parts] = bodyOf(text, 0, undefined)
  PARSED.set(text, parts)
  return parts
}

/** Reads from `at` to the closing brace. `#` stands for the value of the enclosing plural, which `plural` names. */
function bodyOf(text: string, at: number, plural: string | undefined): [parts: Part[], end: number] {
  const parts: Part[] = []
  let from = at
  while (from < text.length && text[from] !== '}') {
    if (text[from] === '{') {
      const [placeholder, end] = placeholderOf(text, from + 1)
      parts.push(placeholder)
      from = end + 1
    } else if (text[from] === '#' && plural !== undefined) {
      parts.push({ name: plural, as: 'number' })
      from += 1
    } else {
      const [literal = ''] = text.slice(from).match(plural === undefined ? /^[^{}]+/ : /^[^{}#]+/) ?? []
      parts.push(literal)
      from += literal.length
    }
  }
  return [parts, from]
}

function placeholderOf(text: string, at: number): [placeholder: Placeholder, end: number] {
  const [head = '', name = '', , kind, style] =
    text.slice(at).match(/^(\w+)(, (plural|number|date)(?:, (day|time|weekday)?)?)?/) ?? []
  if (kind !== 'plural') {
    const as = (style ?? kind) as Placeholder['as']
    return [{ name, ...(as && { as }) }, at + head.length]
  }
  const forms = new Map<string, Part[]>()
  let from = at + head.length
  while (text[from] !== '}') {
    const [opening = '', form = ''] = text.slice(from).match(/^ ?(=?\w+) \{/) ?? []
    const [parts, end] = bodyOf(text, from + opening.length, name)
    forms.set(form, parts)
    from = end + 1
  }
  return [{ name, forms }, from]
}
