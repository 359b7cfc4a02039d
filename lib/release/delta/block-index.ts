/** Finds the blocks of a content by their hash. Blocks have numbers from 1; 0 is none. */
import type { PagedBytes } from './paged-bytes.ts'
import { createRollingHash } from './rolling-hash.ts'

/** The blocks of a content that is there: shorter copies cost about as much as inserting their bytes. */
export const BLOCKS = createRollingHash(32)

export interface BlockIndex {
  /** The last block in the bucket of this hash. */
  first(hash: number): number
  /** The block before this one in its bucket. */
  before(block: number): number
  /** Whether the block may have this hash: a part of it is compared. */
  mayHave(hash: number, block: number): boolean
}

/** Memory for the index of one content after the other: it grows to the largest. */
export interface IndexMemory {
  /** Indexes a content by its `BLOCKS`; the index before is given up. */
  index(bytes: PagedBytes): BlockIndex
  /** Indexes blocks by their hashes, in order. */
  indexHashes(hashes: Iterable<number>, blocks: number): BlockIndex
}

export function createIndexMemory(): IndexMemory {
  const rooms = [createRoom(), createRoom()] as const
  let marks = new Uint16Array(0)
  const indexHashes = (hashes: Iterable<number>, blocks: number): BlockIndex => {
    const size = 2 ** Math.ceil(Math.log2(Math.max(16, blocks)))
    const buckets = rooms[0](size).fill(0)
    const earlier = rooms[1](blocks)
    if (marks.length < blocks) marks = new Uint16Array(blocks)
    const bucketOf = (hash: number) => (hash ^ (hash >>> 15)) & (size - 1)
    let block = 0
    for (const hash of hashes) {
      const bucket = bucketOf(hash)
      marks[block] = markOf(hash)
      earlier[block] = buckets[bucket] ?? 0
      buckets[bucket] = ++block
    }
    return {
      first: hash => buckets[bucketOf(hash)] ?? 0,
      before: block => earlier[block - 1] ?? 0,
      mayHave: (hash, block) => marks[block - 1] === markOf(hash),
    }
  }
  const index = (bytes: PagedBytes) => indexHashes(hashesOf(bytes), Math.floor(bytes.length / BLOCKS.window))
  return { index, indexHashes }
}

/** The hash of each whole block. */
function* hashesOf(bytes: PagedBytes): Generator<number, void> {
  const { window, hashOf } = BLOCKS
  for (let start = 0; start + window <= bytes.length; ) {
    // a block does not go over the end of a page
    const page = bytes.from(start)
    for (let at = 0; at + window <= page.length; at += window) yield hashOf(page, at)
    start += page.length
  }
}

/** What is kept of a block's hash, besides its bucket. */
function markOf(hash: number): number {
  return hash >>> 16
}

/** Numbers for one content after the other, in one piece of memory. */
function createRoom(): (length: number) => Int32Array {
  let memory = new Int32Array(0)
  return length => {
    if (memory.length < length) memory = new Int32Array(length)
    return memory.subarray(0, length)
  }
}
