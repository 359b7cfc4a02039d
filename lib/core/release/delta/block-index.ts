/** Finds blocks of a content by their hash. Blocks are numbered from 1, because 0 means that there is no block. */
import { freeMemory } from '../body/memory.ts'
import type { PagedBytes } from './paged-bytes.ts'

/** The base of the hash, an odd number with well-spread bits (Knuth's golden ratio). */
const BASE = 0x9e3779b1

/** The length of a block in bytes. Shorter copies cost about as much as inserting the bytes. */
const WINDOW = 32

/** The weight of the oldest byte of a window when the window moves. */
const OLDEST = Array.from({ length: WINDOW }).reduce<number>(power => Math.imul(power, BASE), 1)

/** The rolling hash of blocks, with which the window moves by one byte in constant time (Rabin and Karp, 1987). */
export const BLOCKS = {
  window: WINDOW,
  /** Returns the hash of the window at `start`. Bytes after the end count as zeros. */
  hashOf(bytes: Uint8Array, start: number): number {
    let hash = 0
    for (let at = start; at < start + WINDOW; at++) hash = Math.imul(hash, BASE) + (bytes[at] ?? 0) + 1
    return hash | 0
  },
  /** Returns the hash of the window that begins one byte later. */
  roll: (hash: number, leaving: number, entering: number): number =>
    (Math.imul(hash, BASE) - Math.imul(OLDEST, leaving + 1) + entering + 1) | 0,
}

export interface BlockIndex {
  /** Returns the last block in the bucket of this hash. */
  first(hash: number): number
  /** Returns the block before this one in its bucket. */
  before(block: number): number
  /** Whether the block may have this hash. Only a part of the hash is compared. */
  mayHave(hash: number, block: number): boolean
}

/** The memory for one index at a time. The next index makes the previous one invalid. */
export interface IndexMemory {
  index(bytes: PagedBytes): BlockIndex
  free(): void
}

export function createIndexMemory(): IndexMemory {
  const rooms = {
    buckets: createRoom(Int32Array),
    earlier: createRoom(Int32Array),
    marks: createRoom(Uint16Array),
  }
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

/** Takes a callback, because a generator would create an object for each of two million blocks. */
function forEachHash(bytes: PagedBytes, take: (hash: number) => void): void {
  const { window, hashOf } = BLOCKS
  for (let start = 0; start + window <= bytes.length; ) {
    // a block does not go over the end of a page
    const page = bytes.from(start)
    for (let at = 0; at + window <= page.length; at += window) take(hashOf(page, at))
    start += page.length
  }
}

function markOf(hash: number): number {
  return hash >>> 16
}

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
