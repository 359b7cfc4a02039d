/** Finds the blocks of a file's content by their hash. Blocks are numbered from 1; 0 means that there is none. */
import { freeMemory } from '../body/memory.ts'
import type { PagedBytes } from './paged-bytes.ts'
import { createRollingHash } from './rolling-hash.ts'

/** Computes the hash of 32-byte blocks. Copies of fewer bytes cost about as much as inserting them. */
export const BLOCKS = createRollingHash(32)

export interface BlockIndex {
  /** The last block in the bucket of this hash. */
  first(hash: number): number
  /** The block before this one in its bucket. */
  before(block: number): number
  /** Whether the block may have the hash: only a part of the hash is compared. */
  mayHave(hash: number, block: number): boolean
}

/** Reusable memory for one index at a time. It grows to the size of the largest index. */
export interface IndexMemory {
  /** Indexes a file's content by its `BLOCKS`; the previous index is no longer valid. */
  index(bytes: PagedBytes): BlockIndex
  /** Frees the memory; the previous index is no longer valid. */
  free(): void
}

export function createIndexMemory(): IndexMemory {
  const rooms = {
    buckets: createRoom(Int32Array),
    earlier: createRoom(Int32Array),
    marks: createRoom(Uint16Array),
  }
  /** Begins an empty index for this many blocks; its function `add` adds the next block. */
  const begin = (blocks: number): { add(hash: number): void; index: BlockIndex } => {
    const size = 2 ** Math.ceil(Math.log2(Math.max(16, blocks)))
    const buckets = rooms.buckets.take(size).fill(0)
    const earlier = rooms.earlier.take(blocks)
    const marks = rooms.marks.take(blocks)
    const bucketOf = (hash: number) => (hash ^ (hash >>> 15)) & (size - 1)
    let block = 0
    const add = (hash: number) => {
      const bucket = bucketOf(hash)
      marks[block] = markOf(hash)
      earlier[block] = buckets[bucket] ?? 0
      buckets[bucket] = ++block
    }
    const index: BlockIndex = {
      first: hash => buckets[bucketOf(hash)] ?? 0,
      before: block => earlier[block - 1] ?? 0,
      mayHave: (hash, block) => marks[block - 1] === markOf(hash),
    }
    return { add, index }
  }
  return {
    index(bytes) {
      const { add, index } = begin(Math.floor(bytes.length / BLOCKS.window))
      forEachHash(bytes, add)
      return index
    },
    free() {
      for (const room of Object.values(rooms)) room.free()
    },
  }
}

/**
 * Calls `take` with the hash of each whole block. A generator would create an object for each of two million blocks.
 */
function forEachHash(bytes: PagedBytes, take: (hash: number) => void): void {
  const { window, hashOf } = BLOCKS
  for (let start = 0; start + window <= bytes.length; ) {
    // a block does not go over the end of a page
    const page = bytes.from(start)
    for (let at = 0; at + window <= page.length; at += window) take(hashOf(page, at))
    start += page.length
  }
}

/** The bits of a block's hash that are stored besides its bucket. */
function markOf(hash: number): number {
  return hash >>> 16
}

/** Memory that is reused for one content after the other; it grows if a content needs more. */
function createRoom<T extends Int32Array | Uint16Array>(Numbers: new (length: number) => T) {
  let memory = new Numbers(0)
  const replace = (length: number) => {
    freeMemory(memory)
    memory = new Numbers(length)
  }
  return {
    take(length: number): T {
      if (memory.length < length) replace(length)
      return memory.subarray(0, length) as T
    },
    free: () => replace(0),
  }
}
