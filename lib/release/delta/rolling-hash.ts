/** The hash of a block of bytes, which moves on by one byte in constant time (Rabin and Karp, 1987). */

/** Bytes of a block: shorter copies cost about as much as inserting their bytes. */
export const BLOCK = 32
/** Multiplier of the rolling hash, an odd number with well-spread bits (Knuth's golden ratio). */
const BASE = 0x9e3779b1
/** BASE to the power of BLOCK: what the oldest byte of a window weighs, once the window has moved. */
const OLDEST = Array.from({ length: BLOCK }).reduce<number>(power => Math.imul(power, BASE), 1)

/** The hash of the block at `start`; bytes behind the last count as zeros. */
export function hashOf(bytes: Uint8Array, start: number): number {
  let hash = 0
  for (let at = start; at < start + BLOCK; at++) hash = Math.imul(hash, BASE) + (bytes[at] ?? 0) + 1
  return hash | 0
}

/** The hash of the block one byte further on. */
export function roll(hash: number, leaving: number, entering: number): number {
  return (Math.imul(hash, BASE) - Math.imul(OLDEST, leaving + 1) + entering + 1) | 0
}
