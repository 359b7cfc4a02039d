/** The size of zlib's output chunks: a file of its own, so that using it does not load the compression and zlib. */

const LARGEST_CHUNK = 1 << 22
const SMALLEST_CHUNK = 1 << 14

/** Usually the size of the whole body of `expected` bytes, so that chunks need not be joined. */
export function chunkSize(expected: number): number {
  return Math.max(SMALLEST_CHUNK, Math.min(LARGEST_CHUNK, expected))
}
