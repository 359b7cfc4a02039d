/** The host's messages name a member of the request in backticks. People read what they typed for it instead. */
import type { Phrase, Reason, Value } from '../phrase.ts'

/** For each member of a request, the option, the argument, the file or the column that fills it. */
export type TypedWords = ReadonlyMap<string, string>

const NAMED = /`([A-Za-z_]\w*(?:\.\w+)*)`/g

export function inWords(text: string, words: TypedWords): string {
  return text.replace(NAMED, (quoted, member: string) => wordOf(member, words) ?? quoted)
}

/** Returns the words for a member, or its path in the nearest parent that has words: `"0.amount" of --lines`. */
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

/** Whether the segment is a name. The other segments are indexes of lists. */
export function isName(segment: string): boolean {
  return !/^\d+$/.test(segment)
}

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
