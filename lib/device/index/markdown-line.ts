/**
 * The only form of line that kura owns in an index file: `- [title, or path](path)`. Programs that format Markdown
 * change the marker to `*` or `+`, also to separate lists, or put up to three spaces before it. Pure.
 */

export interface IndexedFile {
  readonly path: string
  readonly title?: string | undefined
}

const BULLET = /^ {0,3}[-*+] {1,4}(?=\[)/

/** Matches a link's text without a code span, a tag or another link. */
const LINK_TEXT = String.raw`(?:\\[^]|[^\\[\]\x60<]|<(?![A-Za-z/!?]))*`
const CHARACTER = String.raw`(?:\\?[^\x00-\x20\x7f()\\]|\\[()\\])`
const DESTINATION = String.raw`(?:<(?:[^<>\\]|\\[^])*>|(?!<)(?:${CHARACTER}|\(${CHARACTER}*\))*)`
const SHOWN = new RegExp(String.raw`^ {0,3}[-*+] {1,4}\[${LINK_TEXT}\]\([ \t]*${DESTINATION}[ \t]*\)[ \t]*$`)

/** The line of a file. `bullet` is the list marker, as in the line before the change or in the list around it. */
export function formatLine({ path, title }: IndexedFile, bullet = '- '): string {
  return `${bullet}[${linkText(title ?? '') || linkText(path)}](${linkDestination(path)})`
}

/** The line of a file that left the release: its path without a link, above a person's text. */
export function formatFormerLine(path: string, bullet: string): string {
  const runs = path.match(/`+/g) ?? []
  const fence = '`'.repeat(1 + Math.max(0, ...runs.map(run => run.length)))
  return runs.length > 0 ? `${bullet}${fence} ${path} ${fence}` : `${bullet}\`${path}\``
}

/** The list marker of a line that may be kura's, with the spaces around it; undefined for other lines. */
export function bulletOf(line: string): string | undefined {
  return BULLET.exec(line)?.[0]
}

export function isUnclosed(line: string): boolean {
  return endOfText(line, (bulletOf(line) ?? '').length + 1) === -1
}

/** Whether Markdown shows the list item as exactly one link (CommonMark 6.3). */
export function isShown(line: string): boolean {
  return SHOWN.test(line)
}

/** Escapes what could end or hide the text of a link, emphasis outside of words, and entities (CommonMark 6). */
function linkText(text: string): string {
  return text
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .replace(/[\\[\]`<*~]|&(?=#?\w+;)/g, '\\$&')
    .replace(/(?<![\p{L}\p{N}_])_+|_+(?![\p{L}\p{N}_])/gu, run => run.replaceAll('_', '\\_'))
}

/** Percent-encodes what Markdown reads as something else: an escape, a fragment, an entity, a code span. */
function linkDestination(path: string): string {
  const encoded = path
    .replace(/%(?=[0-9a-f]{2})/gi, '%25')
    .replace(/#/g, '%23')
    .replace(/&(?=#?\w+;)/g, '%26')
    .replace(/`/g, '%60')
  return /[\s()]/u.test(encoded) ? `<${encoded}>` : encoded
}

/** The result finds the one of `paths` to which a list item links. Undefined if the item is not exactly one link. */
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

function destinationOf(line: string): string | undefined {
  const bullet = bulletOf(line)
  if (bullet === undefined) return undefined
  const end = endOfText(line, bullet.length + 1)
  const rest = line.slice(end).trimEnd()
  if (end === -1 || !rest.startsWith('](') || !rest.endsWith(')')) return undefined
  return rest.slice(2, -1).trim()
}

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
  const decoded = text.replace(/(?:%[0-9a-f]{2})+/gi, run =>
    Buffer.from(run.replaceAll('%', ''), 'hex').toString(),
  )
  return decoded.normalize('NFC')
}
