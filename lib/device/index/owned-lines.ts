/** Finds kura's own lines in an index: outer list items that are nothing but a link to a file that kura may list. Pure. */
import type { Block } from '../../core/markdown/block.ts'
import { blocksOf } from '../../core/markdown/blocks.ts'
import { bulletOf, createTargetOf } from './markdown-line.ts'

/** One of kura's lines, with all that a person has written into its item below it. */
export interface OwnedLine {
  readonly block: Block
  readonly text: string
  /** The list marker and the spaces behind it. They stay, for they decide what belongs to the item. */
  readonly bullet: string
  /** The file that it links to. */
  readonly path: string
  readonly before: Block | undefined
  readonly after: Block | undefined
}

/** Finds the line in `block`; undefined if it is not kura's. */
export type FindOwned = (block: Block) => Pick<OwnedLine, 'text' | 'bullet' | 'path'> | undefined

/** Sees each block of a text, in order, and kura's line in it. */
export type SeeBlock = (block: Block, found: ReturnType<FindOwned>) => void

/** Kura's lines in `source`, in order, by the paths that kura may list; `see` sees the blocks without them too. */
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

/** Finds whether a block of `source` is a line of kura's to one of `paths`. */
export function createFindOwned(source: string, paths: Iterable<string>): FindOwned {
  const targetOf = createTargetOf(paths)
  return ({ kind, start, firstEnd }) => {
    if (kind !== 'item' || source[start] !== '-') return undefined
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
