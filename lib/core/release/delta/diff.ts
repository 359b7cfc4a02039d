/**
 * Finds a delta between two contents: the old one is indexed by the hashes of its blocks, and a rolling hash runs over
 * the new one. A block that is found is verified, and grown in both directions as far as the bytes agree, as xdelta
 * does. Time is linear in the sizes. It takes memory for at least a third of the old content's size and for the
 * inserted bytes; the contents themselves are read page by page.
 */
import { BLOCKS, createIndexMemory, type IndexMemory } from './block-index.ts'
import type { Delta } from './operations.ts'
import { PagedBytes } from './paged-bytes.ts'
import { type Match, type Place, scan } from './scan.ts'
import { sharedAfter, sharedBefore } from './shared.ts'

/** At most this many old blocks with the same hash are tried: repeated content must not make the search quadratic. */
const TRIED = 8

/** The delta from `old` to `next`, which are both in memory. */
export function diff(old: Uint8Array, next: Uint8Array): Delta {
  const deps = { memory: createIndexMemory(), mostInserted: Number.POSITIVE_INFINITY }
  return diffPaged(PagedBytes.of(old), PagedBytes.of(next), deps) ?? []
}

export interface DiffDeps {
  readonly memory: IndexMemory
  /** The maximum number of bytes that a delta may insert. */
  readonly mostInserted: number
}

/** The delta; undefined if it would insert more than `mostInserted` bytes. */
export function diffPaged(
  old: PagedBytes,
  next: PagedBytes,
  { memory, mostInserted }: DiffDeps,
): Delta | undefined {
  const index = memory.index(old)

  /** The longest of the tried matches; of equally long ones, the one nearest to `expected`. */
  const match = (hash: number, place: Place): Match | undefined => {
    let best: Match | undefined
    let block = index.first(hash)
    for (let tried = 0; block > 0 && tried < TRIED; block = index.before(block)) {
      if (!index.mayHave(hash, block)) continue
      tried += 1
      const found = grow([old, (block - 1) * BLOCKS.window], [next, place])
      if (found && (!best || isBetter(found, best, place.expected))) best = found
    }
    return best
  }
  return scan(next, { rolling: BLOCKS, match }, mostInserted)
}

function isBetter(match: Match, best: Match, expected: number): boolean {
  if (match.length !== best.length) return match.length > best.length
  return Math.abs(match.offset - expected) < Math.abs(best.offset - expected)
}

/** Extends a match in both directions as far as the bytes are equal; undefined if the block itself differs. */
function grow(
  [old, offset]: readonly [PagedBytes, number],
  [next, { at, done }]: readonly [PagedBytes, Place],
): Match | undefined {
  const end = sharedAfter([next, at], [old, offset])
  if (end < BLOCKS.window) return undefined
  const back = sharedBefore([next, at], [old, offset], at - done)
  return { start: at - back, offset: offset - back, length: end + back }
}
