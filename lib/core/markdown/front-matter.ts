/** Front matter: settings between `---` and `---` or `...` at the start of a file. Markdown readers do not show it as text. */
import { endOfLine, nextLine } from './line-cursor.ts'

/** The offset after the front matter that starts at `start`; `start` itself if there is none. */
export function endOfFrontMatter(source: string, start: number): number {
  if (!isLine(source, start, /^---[ \t]*$/)) return start
  for (let at = nextLine(source, endOfLine(source, start)); at < source.length; ) {
    const next = nextLine(source, endOfLine(source, at))
    if (isLine(source, at, /^(?:---|\.\.\.)[ \t]*$/)) return next
    at = next
  }
  return start
}

function isLine(source: string, at: number, pattern: RegExp): boolean {
  const first = source[at]
  return (first === '-' || first === '.') && pattern.test(source.slice(at, endOfLine(source, at)))
}
