/**
 * Limits the copies in a delta. Each copy costs a device a read of its disk, however short the copy is. So a copy has a
 * minimum length, which grows with the file. Publishing inserts the bytes instead of making a shorter copy, and a
 * device refuses a delta with a shorter copy.
 */
import { LEAST_COPY, MOST_COPIES } from '../limits.ts'
import { createDeltaBuilder, type Delta, lengthOf } from './operations.ts'
import type { PagedBytes } from './paged-bytes.ts'

/** The minimum length in bytes of a copy in a delta to a file of `size` bytes. */
export function leastCopy(size: number): number {
  return Math.max(LEAST_COPY, Math.ceil(size / MOST_COPIES))
}

/** Whether a delta is short enough to be used: it has at most half of the file's size. */
export function isShortEnough(bytes: number, size: number): boolean {
  return 2 * bytes <= size
}

/** Replaces the short copies of the delta to `next` by inserts of the same bytes. */
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
