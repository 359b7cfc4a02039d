/** The size of zlib's output chunks. It is apart from the compression, so that its callers load zlib when they need it. */

const LARGEST_CHUNK = 1 << 22
const SMALLEST_CHUNK = 1 << 14

/**
 * Returns the size of zlib's output chunks for a body of `expected` bytes: usually the whole body, so that no chunks
 * have to be joined.
 */
export function chunkSize(expected: number): number {
  return Math.max(SMALLEST_CHUNK, Math.min(LARGEST_CHUNK, expected))
}
