/** The title of a Markdown file, as the index shows it. */
import { blocksOf } from '../core/markdown/blocks.ts'

const LONGEST_TITLE = 200
/** Control characters, and invisible characters that change how the text around them is shown. */
const INVISIBLE = /[\p{Cc}\u200b-\u200f\u2028-\u202e\u2060\u2066-\u2069\ufeff]+/gu

/**
 * The text of the first heading that is in no list or quotation, on one line, without control and invisible characters and
 * at most 200 characters long; undefined if there is none. Front matter, code and HTML are skipped.
 */
export function markdownTitle(text: string): string | undefined {
  for (const { heading } of blocksOf(text)) {
    const title = cleanTitle(heading?.replace(/^#+ /, '') ?? '')
    if (title !== '') return title
  }
  return undefined
}

/** `text` on one line: no invisible characters, single spaces, cut between characters. */
function cleanTitle(text: string): string {
  const line = text.replace(INVISIBLE, ' ').replace(/\s+/g, ' ').trim()
  return [...line.slice(0, 2 * LONGEST_TITLE)].slice(0, LONGEST_TITLE).join('').trimEnd()
}
