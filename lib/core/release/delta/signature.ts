/**
 * The signature of a content: a rolling hash and a truncated SHA-256 of each of its blocks. It is small, and it is
 * enough to make a delta from that content without the content itself (Tridgell and Mackerras, The rsync algorithm,
 * 1996; zsync keeps it as a file).
 *
 * version (1 byte), bits of the block's length (1), length of the content (6), then for each block: rolling hash (4),
 * the first bytes of its SHA-256 (8); numbers have the lowest byte first, and zeros fill up the last block
 */
import { hash } from 'node:crypto'
import { createRollingHash } from './rolling-hash.ts'

const VERSION = 1
const HEAD = 8
const WEAK = 4
/**
 * The length in bytes of the truncated SHA-256. Together with the rolling hash 96 bits are compared. A file of a
 * gigabyte has 2^30 windows and less than 2^17 blocks, so one such file in 2^49 gets a delta with a wrong block. The
 * device notices that, and fetches the whole content.
 */
const STRONG = 8
const ENTRY = WEAK + STRONG

const SMALLEST_BITS = 9
const LARGEST_BITS = 30

export interface Signature {
  /** The length of the content in bytes; below, the length of its blocks. */
  readonly size: number
  readonly block: number
  /** The rolling hash of each block. */
  readonly hashes: Int32Array
  /** Whether the block with this number, counted from 0, has this strong hash. */
  isBlock(number: number, strong: Uint8Array): boolean
}

/** Returns the hash that distinguishes blocks with the same rolling hash. */
export function strongHash(block: Uint8Array): Uint8Array {
  return hash('sha256', block, 'buffer').subarray(0, STRONG)
}

/**
 * Returns the signature of the content in `pieces`, which are read to their end; `size` is the length of the content in
 * bytes.
 */
export async function signatureOf(size: number, pieces: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const bits = blockBits(size)
  const { window, hashOf } = createRollingHash(2 ** bits)
  const signature = Buffer.alloc(lengthOf(size, window))
  signature.writeUInt8(VERSION, 0)
  signature.writeUInt8(bits, 1)
  signature.writeUIntLE(size, 2, 6)
  let at = HEAD
  for await (const block of blocksOf(pieces, window)) {
    // a file's content that is longer than its size is damaged; the source of the pieces reports this at their end
    if (at === signature.length) continue
    signature.writeInt32LE(hashOf(block, 0), at)
    signature.set(strongHash(block), at + WEAK)
    at += ENTRY
  }
  return signature
}

/** Reads a signature; undefined if the bytes are not a signature, or one of a later version. */
export function readSignature(bytes: Buffer): Signature | undefined {
  if (bytes.length < HEAD || bytes[0] !== VERSION) return undefined
  const bits = bytes.readUInt8(1)
  const size = bytes.readUIntLE(2, 6)
  const block = 2 ** bits
  if (bits > LARGEST_BITS || bytes.length !== lengthOf(size, block)) return undefined
  const hashes = Int32Array.from({ length: Math.ceil(size / block) }, (_, number) =>
    bytes.readInt32LE(HEAD + number * ENTRY),
  )
  return {
    size,
    block,
    hashes,
    isBlock(number, strong) {
      const at = HEAD + number * ENTRY + WEAK
      return bytes.subarray(at, at + STRONG).equals(strong)
    },
  }
}

/**
 * Returns the number of bits of the block size, which is about half of the square root of the content's size: larger
 * blocks make each change cost more, smaller ones make the signature larger.
 */
function blockBits(size: number): number {
  const bits = Math.floor(Math.log2(Math.sqrt(size) / 2))
  return Math.min(LARGEST_BITS, Math.max(SMALLEST_BITS, bits))
}

function lengthOf(size: number, block: number): number {
  return HEAD + Math.ceil(size / block) * ENTRY
}

/** Yields the blocks of a file's content; each is valid until the next one is read. */
async function* blocksOf(
  pieces: AsyncIterable<Uint8Array>,
  length: number,
): AsyncGenerator<Uint8Array, void> {
  const block = new Uint8Array(length)
  let filled = 0
  for await (const piece of pieces) {
    for (let at = 0; at < piece.length; ) {
      const part = piece.subarray(at, at + length - filled)
      block.set(part, filled)
      at += part.length
      filled += part.length
      if (filled < length) continue
      yield block
      filled = 0
    }
  }
  if (filled > 0) yield block.fill(0, filled)
}
