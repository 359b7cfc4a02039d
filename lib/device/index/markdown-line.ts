/**
 * The one form of line that kura owns in an index file, `- [title, or path](path)`: writes it so that Markdown shows a
 * link to exactly that file, and finds the file that such a line links to. Pure.
 */

export interface IndexedFile {
  readonly path: string
  readonly title?: string | undefined
}

/** The line of a file. */
export function formatLine({ path, title }: IndexedFile): string {
  return `- [${linkText(title ?? '') || linkText(path)}](${linkDestination(path)})`
}

/** Brackets would end the text; after a backtick or `<` its end might not be recognised (CommonMark 6.3). */
function linkText(text: string): string {
  return text
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .replace(/[\\[\]`<]/g, '\\$&')
}

/**
 * The path as a link destination: in `<…>` if it has spaces or parentheses. What Markdown would read as something else
 * (an escape, a fragment, an entity, a code span) is percent-encoded.
 */
function linkDestination(path: string): string {
  const encoded = path
    .replace(/%(?=[0-9a-f]{2})/gi, '%25')
    .replace(/#/g, '%23')
    .replace(/&(?=#?\w+;)/g, '%26')
    .replace(/`/g, '%60')
  return /[\s()]/u.test(encoded) ? `<${encoded}>` : encoded
}

/** Finds which of `paths` a line links to; undefined unless the whole line is a list item with one such link. */
export function createTargetOf(paths: Iterable<string>): (line: string) => string | undefined {
  const written = new Map<string, string>()
  const plain = new Map<string, string>()
  for (const path of paths) {
    written.set(linkDestination(path), path)
    plain.set(path, path)
  }
  return line => {
    const destination = destinationOf(line)
    if (destination === undefined) return undefined
    const bare = withoutEscapes(/^<(.*)>$/.exec(destination)?.[1] ?? destination)
    return written.get(destination) ?? plain.get(bare) ?? plain.get(percentDecode(bare))
  }
}

/** The text between the parentheses of `- [text](…)`. */
function destinationOf(line: string): string | undefined {
  const start = /^- +\[/.exec(line)?.[0].length
  if (start === undefined) return undefined
  const end = endOfText(line, start)
  const rest = line.slice(end).trimEnd()
  if (end === -1 || !rest.startsWith('](') || !rest.endsWith(')')) return undefined
  return rest.slice(2, -1).trim()
}

/** The position of the bracket that closes the link text; -1 if there is none. */
function endOfText(line: string, start: number): number {
  let depth = 1
  for (let index = start; index < line.length; index++) {
    const character = line[index]
    if (character === '\\') index++
    else if (character === '[') depth++
    else if (character === ']' && --depth === 0) return index
  }
  return -1
}

function withoutEscapes(text: string): string {
  return text.replace(/\\([!-/:-@[-`{-~])/g, '$1')
}

function percentDecode(text: string): string {
  try {
    return decodeURIComponent(text).normalize('NFC')
  } catch {
    return text.normalize('NFC')
  }
}
