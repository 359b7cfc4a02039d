/**
 * Rewords errors about a request. A message of the host names a member of the request in backticks. Instead, the person
 * reads what they typed to fill it: an option, the header of a column, the label of a field. Pure.
 */
import type { Phrase, Reason, Value } from '../phrase.ts'

/**
 * For each member of a request, the text that the person typed to fill it or sees beside it: `--amount`, `<id>`,
 * `"deal.json"`, a column.
 */
export type TypedWords = ReadonlyMap<string, string>

const NAMED = /`([A-Za-z_]\w*(?:\.\w+)*)`/g

/** The text with the words of the person in place of the request's members in backticks. */
export function inWords(text: string, words: TypedWords): string {
  return text.replace(NAMED, (quoted, member: string) => wordOf(member, words) ?? quoted)
}

/**
 * The typed text for a member; without one, the path within the nearest parent that has one: `"0.amount" of --lines`.
 * An error may also name a member without its parents; it then means the known member that ends in this name. Undefined
 * if nothing fits.
 */
export function wordOf(member: string, words: TypedWords): string | undefined {
  const path = member.split('.')
  for (let length = path.length; length >= 0; length--) {
    const word = words.get(path.slice(0, length).filter(isName).join('.'))
    if (word === undefined) continue
    const rest = path.slice(length)
    return rest.some(isName) ? `"${rest.join('.')}" of ${word}` : word
  }
  return [...words].find(([known]) => known.endsWith(`.${member}`))?.[1]
}

/** Whether the segment is a name; the other segments are indexes of lists. */
export function isName(segment: string): boolean {
  return !/^\d+$/.test(segment)
}

/** The reason in the person's words: `inWords` is applied to the values of a phrase, or to a text. */
export function reasonInWords(reason: Reason, words: TypedWords): Reason {
  return typeof reason === 'string' ? inWords(reason, words) : phraseInWords(reason, words)
}

export function phraseInWords({ id, values }: Phrase, words: TypedWords): Phrase {
  const named = Object.entries(values).map(([name, value]) => [name, valueInWords(value, words)])
  return { id, values: Object.fromEntries(named) as Phrase['values'] }
}

function valueInWords(value: Value, words: TypedWords): Value {
  if (typeof value === 'string') return inWords(value, words)
  if (typeof value === 'number') return value
  if ('id' in value) return phraseInWords(value, words)
  if ('items' in value) return { ...value, items: value.items.map(item => valueInWords(item, words)) }
  return value.map(item => valueInWords(item, words))
}
