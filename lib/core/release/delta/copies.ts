/**
 * Each copy costs a device a read of its disk, however short the copy is. So publishing inserts the bytes instead of a
 * short copy, and a device refuses a delta with a short copy. The minimum grows with the file.
 */
import { LEAST_COPY, MOST_COPIES } from '../limits.ts'
import { createDeltaBuilder, type Delta, lengthOf } from './operations.ts'
import type { PagedBytes } from './paged-bytes.ts'

/** Returns the shortest copy, in bytes, for a file of `size` bytes. */
export function leastCopy(size: number): number {
  return Math.max(LEAST_COPY, Math.ceil(size / MOST_COPIES))
}

/** Whether a delta of so many bytes is worth its work for a file of `size` bytes. */
export function isShortEnough(bytes: number, size: number): boolean {
  return 2 * bytes <= size
}

/** Replaces short copies by inserts of the same bytes. */
export function withoutShortCopies(delta: Delta, next: PagedBytes): Delta {
  const least = leastCopy(next.length)
  const builder = createDeltaBuilder()
  let at = 0
  for (const operation of delta) {
    const end = at + lengthOf(operation)
    if ('insert' in operation) builder.insert(operation.insert)
    else if (operation.length < least) builder.insert(next.slice(at, end))
    else builder.copy(operation)
    at = end
  }
  return builder.end()
}
