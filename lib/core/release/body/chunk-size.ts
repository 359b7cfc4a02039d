/** Apart from the compression, so that using this does not load zlib. */

const LARGEST_CHUNK = 1 << 22
const SMALLEST_CHUNK = 1 << 14

/** Usually the size of the whole body, so that chunks need not be joined. */
export function chunkSize(expected: number): number {
  return Math.max(SMALLEST_CHUNK, Math.min(LARGEST_CHUNK, expected))
}
