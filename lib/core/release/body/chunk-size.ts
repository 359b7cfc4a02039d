/** The size of chunks for zlib. This file is apart from the compression, so that its users do not load zlib. */

const LARGEST_CHUNK = 1 << 22
const SMALLEST_CHUNK = 1 << 14

/** Returns the size of the chunks. It is usually the whole body's, so that chunks need not be joined. */
export function chunkSize(expected: number): number {
  return Math.max(SMALLEST_CHUNK, Math.min(LARGEST_CHUNK, expected))
}
