/**
 * Finds a delta between two files that are in memory: the old one is indexed by the hash of each of its blocks, a rolling
 * hash (Rabin and Karp, 1987) runs over the new one, and a block that is found is verified and grown in both directions
 * as far as the bytes agree, as xdelta does. Time is linear in the sizes; memory is four bytes for every block.
 */
import { createDeltaBuilder, type Delta } from './operations.ts'

/** Bytes of a block: shorter copies cost about as much as inserting their bytes. */
const BLOCK = 32
/** Multiplier of the rolling hash, an odd number with well-spread bits (Knuth's golden ratio). */
const BASE = 0x9e3779b1
/** BASE to the power of BLOCK: what the oldest byte of a window weighs, once the window has moved. */
const OLDEST = Array.from({ length: BLOCK }).reduce<number>(power => Math.imul(power, BASE), 1)
/** How many old blocks of one hash are tried: repeated content must not make the search quadratic. */
const TRIED = 8

/** The delta that makes `next` from `old`. */
export function diff(old: Uint8Array, next: Uint8Array): Delta {
  const builder = createDeltaBuilder()
  const index = indexBlocks(old)
  /** Up to here `next` is in the delta. */
  let done = 0
  let at = 0
  let hash = at + BLOCK <= next.length ? hashAt(next, at) : 0
  /** Where the last copy ended in `old`: an edit in the middle usually goes on from there. */
  let expected = 0
  while (at + BLOCK <= next.length) {
    const match = findMatch({ old, next, index, at, hash, from: done, expected })
    if (match) {
      builder.insert(next.subarray(done, match.start))
      builder.copy({ offset: match.offset, length: match.length })
      expected = match.offset + match.length
      done = match.start + match.length
      at = done
      if (at + BLOCK <= next.length) hash = hashAt(next, at)
    } else {
      hash = roll(hash, next[at] ?? 0, next[at + BLOCK] ?? 0)
      at += 1
    }
  }
  builder.insert(next.subarray(done))
  return builder.end()
}

interface BlockIndex {
  /** For each bucket the number of its last block, plus one. */
  readonly last: Int32Array
  /** For each block the one before it in its bucket, plus one. */
  readonly before: Int32Array
  readonly mask: number
}

function indexBlocks(old: Uint8Array): BlockIndex {
  const blocks = Math.floor(old.length / BLOCK)
  const size = 2 ** Math.ceil(Math.log2(Math.max(16, blocks * 2)))
  const index = { last: new Int32Array(size), before: new Int32Array(blocks), mask: size - 1 }
  for (let block = 0; block < blocks; block++) {
    const bucket = bucketOf(hashAt(old, block * BLOCK), index)
    index.before[block] = index.last[bucket] ?? 0
    index.last[bucket] = block + 1
  }
  return index
}

function bucketOf(hash: number, { mask }: Pick<BlockIndex, 'mask'>): number {
  return (hash ^ (hash >>> 15)) & mask
}

function hashAt(bytes: Uint8Array, start: number): number {
  let hash = 0
  for (let at = start; at < start + BLOCK; at++) hash = Math.imul(hash, BASE) + (bytes[at] ?? 0) + 1
  return hash | 0
}

function roll(hash: number, leaving: number, entering: number): number {
  return (Math.imul(hash, BASE) - Math.imul(OLDEST, leaving + 1) + entering + 1) | 0
}

interface Search {
  readonly old: Uint8Array
  readonly next: Uint8Array
  readonly index: BlockIndex
  readonly at: number
  readonly hash: number
  /** A match may grow back to here. */
  readonly from: number
  readonly expected: number
}

interface Match {
  readonly start: number
  readonly offset: number
  readonly length: number
}

/** The longest of the matches that are tried; of equal ones the one that goes on where the last copy ended. */
function findMatch(search: Search): Match | undefined {
  const { index, hash, expected } = search
  let best: Match | undefined
  let block = index.last[bucketOf(hash, index)] ?? 0
  for (let tried = 0; block > 0 && tried < TRIED; tried++) {
    const match = grow(search, (block - 1) * BLOCK)
    if (match && (!best || isBetter(match, best, expected))) best = match
    block = index.before[block - 1] ?? 0
  }
  return best
}

function isBetter(match: Match, best: Match, expected: number): boolean {
  if (match.length !== best.length) return match.length > best.length
  return Math.abs(match.offset - expected) < Math.abs(best.offset - expected)
}

/** The bytes around `next[at]` and `old[offset]` that agree; undefined if the block itself does not. */
function grow({ old, next, at, from }: Search, offset: number): Match | undefined {
  let end = 0
  while (at + end < next.length && offset + end < old.length && next[at + end] === old[offset + end]) end += 1
  if (end < BLOCK) return undefined
  let back = 0
  while (at - back > from && offset - back > 0 && next[at - back - 1] === old[offset - back - 1]) back += 1
  return { start: at - back, offset: offset - back, length: end + back }
}
