/**
 * The size of zlib's output chunks. It is apart from the compression, so that its callers load zlib when they need it.
 */

const LARGEST_CHUNK = 1 << 22
const SMALLEST_CHUNK = 1 << 14

/** The size of an output chunk: usually the whole body of `expected` bytes, so that chunks need not be joined. */
export function chunkSize(expected: number): number {
  return Math.max(SMALLEST_CHUNK, Math.min(LARGEST_CHUNK, expected))
}
