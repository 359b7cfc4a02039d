/**
 * Finds blocks as CommonMark 0.31.2 does (section 3, and its appendix "A parsing strategy"), and front matter. No line
 * is read more than twice, so the time is linear in the size of the text. Pure.
 */
import type { Block } from './block.ts'
import { BlockScanner } from './block-scanner.ts'
import { endOfLine, nextLine } from './line-cursor.ts'

const BOM = '\ufeff'

/** Yields the outer blocks, in order. A byte order mark belongs to no block. */
export function* blocksOf(source: string): Generator<Block> {
  const first = source.startsWith(BOM) ? BOM.length : 0
  const body = endOfFrontMatter(source, first)
  if (body > first) yield frontMatter(first, body)
  const scanner = new BlockScanner(source)
  for (let start = body; start < source.length; ) {
    const finished = scanner.readLine(start)
    if (finished) yield finished
    start = nextLine(source, scanner.lineEnd)
  }
  const last = scanner.finish()
  if (last) yield last
}

function frontMatter(start: number, end: number): Block {
  return { kind: 'front matter', start, firstEnd: start + 3, end, indented: false, open: false }
}

/** Returns the end of the front matter, which `---` or `...` ends. Without front matter, returns `start`. */
function endOfFrontMatter(source: string, start: number): number {
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
