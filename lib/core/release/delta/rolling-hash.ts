/** Computes the hash of a window of bytes, which moves on by one byte in constant time (Rabin and Karp, 1987). */

/** The multiplier of the rolling hash, an odd number with well-spread bits (Knuth's golden ratio). */
const BASE = 0x9e3779b1

export interface RollingHash {
  /** The length of a window in bytes. */
  readonly window: number
  /** The hash of the window that begins at `start`; bytes after the end count as zeros. */
  hashOf(bytes: Uint8Array, start: number): number
  /** The hash of the window one byte further on. */
  roll(hash: number, leaving: number, entering: number): number
}

export function createRollingHash(window: number): RollingHash {
  /** The weight of the oldest byte of a window when the window moves. */
  const oldest = Array.from({ length: window }).reduce<number>(power => Math.imul(power, BASE), 1)
  return {
    window,
    hashOf(bytes, start) {
      let hash = 0
      for (let at = start; at < start + window; at++) hash = Math.imul(hash, BASE) + (bytes[at] ?? 0) + 1
      return hash | 0
    },
    roll: (hash, leaving, entering) =>
      (Math.imul(hash, BASE) - Math.imul(oldest, leaving + 1) + entering + 1) | 0,
  }
}
