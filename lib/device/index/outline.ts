/** The parts of an index that decide where lines are added, found in one pass over its blocks. Pure. */
import type { Block } from '../../core/markdown/block.ts'
import { blocksOf } from '../../core/markdown/blocks.ts'
import { plainText } from '../../core/markdown/plain-text.ts'
import { createFindOwned, type SeeBlock } from './owned-lines.ts'

/** A place in the index for new lines: after a list item, whose bullet they get, or under the heading. */
export interface Place {
  readonly at: number
  readonly bullet: string
}

export interface Outline {
  /** The files that have a line. */
  readonly found: ReadonlySet<string>
  /** The place under the heading; undefined if there is no heading. */
  readonly under: Place | undefined
  /** The place after each of kura's lines in the section under the heading, by path. */
  readonly places: ReadonlyMap<string, Place>
  readonly last: Block | undefined
}

/** The bullet of an added line if there is no line of kura before it. */
export const BULLET = '- '

/**
 * Collects an outline: the caller passes each block of the text to `see`. Lines are added under the first `heading`.
 */
export function createOutline(heading: string): { see: SeeBlock; outline(): Outline } {
  const [expected] = blocksOf(heading)
  const found = new Set<string>()
  const places = new Map<string, Place>()
  let under: Place | undefined
  let inSection = false
  let last: Block | undefined
  return {
    see(block, owned) {
      last = block
      if (block.kind === 'heading') {
        inSection = under === undefined && isSameHeading(block, expected)
        if (inSection) under = { at: block.end, bullet: BULLET }
      }
      if (!owned) return
      found.add(owned.path)
      if (!inSection) return
      // the marker of the list, so that a line before it joins it
      if (under && places.size === 0) under = { at: under.at, bullet: owned.bullet }
      places.set(owned.path, { at: block.end, bullet: owned.bullet })
    },
    outline: () => ({ found, under, places, last }),
  }
}

/** Whether two blocks are headings of one level that a reader shows alike, however their signs are escaped. */
export function isSameHeading({ heading }: Block, other: Block | undefined): boolean {
  if (heading === undefined || other?.heading === undefined) return false
  return heading === other.heading || plainText(heading) === plainText(other.heading)
}

export function outlineOf(
  source: string,
  { heading, paths }: { heading: string; paths: Iterable<string> },
): Outline {
  const { see, outline } = createOutline(heading)
  const find = createFindOwned(source, paths)
  for (const block of blocksOf(source)) see(block, find(block))
  return outline()
}
