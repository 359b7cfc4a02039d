/** Finds a delta from a content of which only the signature is known. The delta copies whole blocks of the content. */
import type { DiffDeps } from './diff.ts'
import type { Delta } from './operations.ts'
import { PagedBytes } from './paged-bytes.ts'
import { createRollingHash } from './rolling-hash.ts'
import { type Match, type Place, scan } from './scan.ts'
import { type Signature, strongHash } from './signature.ts'

/** How many blocks with the same hash are tried: repeated content must not make the search quadratic. */
const TRIED = 8

/** How many pieces of the new content are searched for in an older one. */
const SAMPLES = 16

/**
 * Whether the content with this signature contains some pieces of `next`. This takes far less time than making a delta.
 */
export function resembles(
  signature: Signature,
  next: PagedBytes,
  { memory }: Pick<DiffDeps, 'memory'>,
): boolean {
  // a piece of two blocks contains one whole block of the old content, at any alignment
  const piece = 2 * signature.block
  const pieces = Array.from({ length: SAMPLES }, (_, number) => {
    const start = Math.floor((Math.max(0, next.length - piece) / (SAMPLES - 1)) * number)
    return next.slice(start, Math.min(start + piece, next.length))
  })
  const sample = PagedBytes.of(Buffer.concat(pieces))
  const delta = diffFromSignature(signature, sample, { memory, mostInserted: Number.POSITIVE_INFINITY })
  return delta?.some(operation => 'offset' in operation) === true
}

/**
 * Returns the delta that makes `next` from the content with this signature; undefined if it would insert more than
 * `mostInserted` bytes.
 */
export function diffFromSignature(
  { size, block, hashes, isBlock }: Signature,
  next: PagedBytes,
  { memory, mostInserted }: DiffDeps,
): Delta | undefined {
  const index = memory.indexHashes(hashes)

  /**
   * Returns the first block with this hash, from the block `number` on in its bucket; blocks count from 1, and 0 means
   * that there is none.
   */
  const withHash = (hash: number, number: number): number => {
    let found = number
    while (found > 0 && hashes[found - 1] !== hash) found = index.before(found)
    return found
  }

  const match = (hash: number, { at, expected }: Place): Match | undefined => {
    const first = withHash(hash, index.first(hash))
    if (first === 0) return undefined
    let strong: Uint8Array | undefined
    for (const number of candidates(first, expected)) {
      const offset = number * block
      const length = Math.min(block, size - offset, next.length - at)
      // the last block is shorter, and matches only at the end of the new content
      if (length < block && at + length < next.length) continue
      strong ??= strongHash(next.slice(at, at + block))
      if (isBlock(number, strong)) return { start: at, offset, length }
    }
    return undefined
  }

  /** Yields the block that follows the last copy, and some of the blocks with the same hash as `first`. */
  function* candidates(first: number, expected: number): Generator<number, void> {
    const hash = hashes[first - 1] ?? 0
    if (hashes[expected / block] === hash) yield expected / block
    let number = first
    for (let tried = 0; number > 0 && tried < TRIED; tried++) {
      yield number - 1
      number = withHash(hash, index.before(number))
    }
  }

  return scan(next, { rolling: createRollingHash(block), match }, mostInserted)
}
