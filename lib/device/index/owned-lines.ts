/** Finds kura's own lines in an index: outer list items that consist of a link to a file that kura may list. Pure. */
import type { Block } from '../../core/markdown/block.ts'
import { blocksOf } from '../../core/markdown/blocks.ts'
import { bulletOf, createTargetOf } from './markdown-line.ts'

/** A line of kura, and the text that a person has written below the line in the same list item. */
export interface OwnedLine {
  readonly block: Block
  readonly text: string
  /**
   * The list marker and the spaces behind it. They are never changed, because they decide which text belongs to the
   * item.
   */
  readonly bullet: string
  readonly path: string
  readonly before: Block | undefined
  readonly after: Block | undefined
}

/** Finds kura's line in `block`; undefined if the block has no such line. */
export type FindOwned = (block: Block) => Pick<OwnedLine, 'text' | 'bullet' | 'path'> | undefined

/** Called with each block of a text, in order, and with the line of kura that it contains, if any. */
export type SeeBlock = (block: Block, found: ReturnType<FindOwned>) => void

/** Kura's lines in `source`, in order; `paths` are the paths that kura may list. `see` is called with every block. */
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
    if (block && found) yield { ...found, block, before, after }
    before = block
    block = after
  }
}

export function createFindOwned(source: string, paths: Iterable<string>): FindOwned {
  const targetOf = createTargetOf(paths)
  return ({ kind, start, firstEnd }) => {
    if (kind !== 'item') return undefined
    const text = source.slice(start, firstEnd)
    const bullet = bulletOf(text)
    const path = bullet === undefined ? undefined : targetOf(text)
    return bullet !== undefined && path !== undefined ? { text, bullet, path } : undefined
  }
}

function* withEnd(blocks: Iterable<Block>): Generator<Block | undefined> {
  yield* blocks
  yield undefined
}
