/**
 * Words in place of the members of a request: a message of the host names a member in backticks, and a person reads what
 * they typed to fill it, such as an option, the header of a column or the label of a field. Pure.
 */

/** For each member, what the person typed to fill it: `--amount`, `<id>`, `"deal.json"`, a column. */
export type TypedWords = ReadonlyMap<string, string>

const NAMED = /`([A-Za-z_]\w*(?:\.\w+)*)`/g

/**
 * Replaces each request member that a message of the host names in backticks with the option or argument that the
 * person typed.
 */
export function inWords(text: string, words: TypedWords): string {
  return text.replace(NAMED, (quoted, member: string) => wordOf(member, words) ?? quoted)
}

/**
 * Returns the typed text for a member, or a path within the nearest parent that has one. An error may name a member of
 * a list line without its parents.
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

/** Whether a segment of a path is the name of a member, and not the index of a list. */
export function isName(segment: string): boolean {
  return !/^\d+$/.test(segment)
}
