import type { Block } from '../../core/markdown/block.ts'
import { blocksOf } from '../../core/markdown/blocks.ts'
import {
  endOfLine,
  indentOf,
  isBlank,
  lineCursor,
  nextLine,
  restOf,
} from '../../core/markdown/line-cursor.ts'
import { bulletOf, createTargetOf, isUnclosed } from './markdown-line.ts'

/** The most lines of a folded link that is kura's: at 72 columns, a title of 200 characters takes six. */
const MOST_LINES = 12

/** A list item whose text is one link to a file that kura may list. */
export interface OwnedLine {
  /** The list item. Its first line is kura's, and ends with the link even if a program has folded the link. */
  readonly block: Block
  readonly text: string
  /** The marker with its spaces. It is never changed, because it decides which text belongs to the item. */
  readonly bullet: string
  readonly path: string
  readonly before: Block | undefined
  readonly after: Block | undefined
}

export type FindOwned = (block: Block) => Omit<OwnedLine, 'before' | 'after'> | undefined

/** Called with each block of a text, in order, and with the line of kura that it contains, if any. */
export type SeeBlock = (block: Block, found: ReturnType<FindOwned>) => void

/** Finds kura's lines in `source`, in order, for the paths that kura may list. `see` is called with every block. */
export function* ownedLines(
  source: string,
  paths: Iterable<string>,
  see: SeeBlock = () => undefined,
): Generator<OwnedLine> {
  const find = createFindOwned(source, paths)
  let before: Block | undefined
  let block: Block | undefined
  for (const after of withEnd(blocksOf(source))) {
    const found = block && find(block)
    if (block) see(block, found)
    if (block && found) yield { ...found, before, after }
    before = block
    block = after
  }
}

export function createFindOwned(source: string, paths: Iterable<string>): FindOwned {
  const targetOf = createTargetOf(paths)
  return block => {
    if (block.kind !== 'item') return undefined
    const bullet = bulletOf(source.slice(block.start, block.firstEnd))
    if (bullet === undefined) return undefined
    const { text, end } = unfold(source, block, bullet)
    const path = targetOf(text)
    return path === undefined ? undefined : { text, bullet, path, block: endingAt(source, block, end) }
  }
}

/** Joins a folded link: it continues on the next lines as long as they are text and the link is not closed. */
function unfold(source: string, block: Block, bullet: string): { text: string; end: number } {
  let text = source.slice(block.start, block.firstEnd)
  let end = block.firstEnd
  for (let lines = 1; lines < MOST_LINES && isUnclosed(text); lines++) {
    const start = nextLine(source, end)
    const more = start < block.end ? continuation(source, start, bullet.length) : undefined
    if (more === undefined) break
    text = `${text.trimEnd()} ${more.trimEnd()}`
    end = endOfLine(source, start)
  }
  return { text, end }
}

/** The next line's text if it continues the item. A line indented by at least `width` must be plain text. */
function continuation(source: string, start: number, width: number): string | undefined {
  const line = lineCursor(source, start)
  const text = restOf(line)
  if (isBlank(line)) return undefined
  if (indentOf(line) < width) return text
  const [paragraph, next] = blocksOf(`a\n${' '.repeat(indentOf(line) - width)}${text}`)
  return paragraph?.kind === 'text' && next === undefined ? text : undefined
}

function endingAt(source: string, block: Block, end: number): Block {
  if (end === block.firstEnd) return block
  return { ...block, firstEnd: end, indented: /[\r\n][ \t]/.test(source.slice(end, block.end)) }
}

function* withEnd(blocks: Iterable<Block>): Generator<Block | undefined> {
  yield* blocks
  yield undefined
}
