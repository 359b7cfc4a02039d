/** The title of a Markdown file, as the index shows it. */

const LONGEST_TITLE = 200
const HEADING = /^ {0,3}#{1,6}[ \t]+(.*)$/
const FENCE = /^ {0,3}(`{3,}|~{3,})/
/** Control characters, and invisible characters that change how the text around them is shown. */
const INVISIBLE = /[\p{Cc}\u200b-\u200f\u2028-\u202e\u2060\u2066-\u2069\ufeff]+/gu

/**
 * The text of the first heading (`# …`), on one line, without control and invisible characters and at most 200
 * characters long; undefined if there is none. Front matter and fenced code are skipped.
 */
export function markdownTitle(text: string): string | undefined {
  for (const line of proseLines(text)) {
    const title = cleanTitle(HEADING.exec(line)?.[1] ?? '')
    if (title !== '') return title
  }
  return undefined
}

/** `text` on one line: no invisible characters, single spaces, cut between characters. */
function cleanTitle(text: string): string {
  const line = text
    .replace(INVISIBLE, ' ')
    .replace(/(^|[ \t]+)#+[ \t]*$/, '')
    .replace(/\s+/g, ' ')
    .trim()
  return [...line].slice(0, LONGEST_TITLE).join('').trimEnd()
}

/** The lines outside front matter and fenced code. */
function* proseLines(text: string): Generator<string> {
  let fence: string | undefined
  for (const line of withoutFrontMatter(text.replace(/^\ufeff/, '').split(/\r\n|\n|\r/))) {
    const mark = FENCE.exec(line)?.[1]
    if (fence === undefined && mark === undefined) yield line
    else if (fence === undefined) fence = mark
    else if (mark?.startsWith(fence)) fence = undefined
  }
}

function withoutFrontMatter(lines: readonly string[]): readonly string[] {
  if (lines[0] !== '---') return lines
  const end = lines.indexOf('---', 1)
  return end === -1 ? lines : lines.slice(end + 1)
}
