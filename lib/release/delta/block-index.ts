/** Finds the blocks of a content by their hash. Blocks have numbers from 1; 0 is none. */
import type { PagedBytes } from './paged-bytes.ts'
import { BLOCK, hashOf } from './rolling-hash.ts'

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
  /** Indexes a content; the index before is given up. */
  index(bytes: PagedBytes): BlockIndex
}

export function createIndexMemory(): IndexMemory {
  const rooms = [createRoom(), createRoom()] as const
  let marks = new Uint16Array(0)
  return {
    index(bytes) {
      const blocks = Math.floor(bytes.length / BLOCK)
      const size = 2 ** Math.ceil(Math.log2(Math.max(16, blocks)))
      const buckets = rooms[0](size).fill(0)
      const earlier = rooms[1](blocks)
      if (marks.length < blocks) marks = new Uint16Array(blocks)
      const bucketOf = (hash: number) => (hash ^ (hash >>> 15)) & (size - 1)
      let block = 0
      for (let start = 0; start < blocks * BLOCK; ) {
        // a block does not go over the end of a page
        const page = bytes.from(start)
        for (let at = 0; at + BLOCK <= page.length; at += BLOCK) {
          const hash = hashOf(page, at)
          const bucket = bucketOf(hash)
          marks[block] = markOf(hash)
          earlier[block] = buckets[bucket] ?? 0
          buckets[bucket] = ++block
        }
        start += page.length
      }
      return {
        first: hash => buckets[bucketOf(hash)] ?? 0,
        before: block => earlier[block - 1] ?? 0,
        mayHave: (hash, block) => marks[block - 1] === markOf(hash),
      }
    },
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
