/** Brotli compression. Bodies are compressed once, when a release is published; the function sends them as they are. */
import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants } from 'node:zlib'
import { DECODED_LIMIT } from '../limits.ts'
import { freeMemory } from './memory.ts'

const compressWith = promisify(brotliCompress)
const decompressWith = promisify(brotliDecompress)

/** Above this many bytes the best quality takes seconds per body and saves only a few per cent. */
const BEST_QUALITY_LIMIT = 300_000

/** How many bytes brotli looks back unless told otherwise. */
const DEFAULT_WINDOW = 2 ** constants.BROTLI_DEFAULT_WINDOW

/** How brotli compresses: its quality, and the bits of its window, if that is not the default one. */
interface Setting {
  readonly quality: number
  readonly windowBits?: number
}

const BEST: Setting = { quality: constants.BROTLI_MAX_QUALITY }
const FAST: Setting = { quality: 4 }

/** Only a list of very many files is longer than the window; 9 is the first quality that finds its repeated digests. */
const LIST: Setting = { quality: 9, windowBits: constants.BROTLI_MAX_WINDOW_BITS }

/** The two ways to compress a large body. Most texts, tables and programs repeat what is far away. */
const FAR: Setting = { quality: 9 }

/** If little repeats, a near window names it in fewer bits; it takes a sixth to a half of the time. */
const NEAR: Setting = { quality: 5, windowBits: 18 }

/** A body is compressed as those that resemble it in the far way if that made them smaller than this part of the near way. */
const WORTHWHILE = 0.99

/** Compresses a prepared body: as small as is possible in a reasonable time. */
export async function compressOnce(body: string | Uint8Array): Promise<Buffer<ArrayBuffer>> {
  const bytes = Buffer.byteLength(body)
  if (bytes > DEFAULT_WINDOW) return compress(body, LIST)
  if (bytes <= BEST_QUALITY_LIMIT) return compress(body, BEST)
  return (await compressBothWays(body)).smaller
}

interface BothWays {
  readonly smaller: Buffer<ArrayBuffer>
  /** For bodies that resemble this one. */
  readonly similar: Setting
}

async function compressBothWays(body: string | Uint8Array): Promise<BothWays> {
  const near = await compress(body, NEAR)
  const far = await compress(body, FAR)
  const similar = far.length < near.length * WORTHWHILE ? FAR : NEAR
  const [smaller, larger] = near.length < far.length ? [near, far] : [far, near]
  freeMemory(larger)
  return { smaller, similar }
}

/** Of so many parts the first is compressed in both ways, and the others in the way that is better for it. */
const RUN = 8

/** Compresses a part of a content. */
export type PartCompressor = (part: Uint8Array) => Promise<Buffer<ArrayBuffer>>

/**
 * For a content with so many parts: if they are many, they resemble each other. They are given in order, and may be
 * compressed at the same time; the results depend only on their bytes.
 */
export function createPartCompressor(parts: number): PartCompressor {
  if (parts < RUN) return compressOnce
  let number = 0
  let first: Promise<BothWays> | undefined
  return async part => {
    if (part.length <= BEST_QUALITY_LIMIT) return compress(part, BEST)
    const before = number++ % RUN === 0 ? undefined : first
    if (before !== undefined) return compress(part, (await before).similar)
    first = compressBothWays(part)
    return (await first).smaller
  }
}

/** Compresses a body for one request: fast. */
export function compressNow(body: string | Uint8Array): Promise<Buffer<ArrayBuffer>> {
  return compress(body, FAST)
}

const LARGEST_CHUNK = 1 << 22
const SMALLEST_CHUNK = 1 << 14

/** How many bytes zlib gives at once, of `expected` ones: a body is mostly one piece, so that no pieces have to be joined. */
export function chunkSize(expected: number): number {
  return Math.max(SMALLEST_CHUNK, Math.min(LARGEST_CHUNK, expected))
}

/** @throws if `body` is not brotli, or is larger than a body may be once decompressed */
export function decompress(body: Uint8Array): Promise<Buffer<ArrayBuffer>> {
  return decompressWith(body, { maxOutputLength: DECODED_LIMIT, chunkSize: chunkSize(body.length * 8) })
}

function compress(body: string | Uint8Array, { quality, windowBits }: Setting): Promise<Buffer<ArrayBuffer>> {
  const bytes = Buffer.byteLength(body)
  return compressWith(body, {
    chunkSize: chunkSize(bytes),
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes,
      ...(windowBits !== undefined && { [constants.BROTLI_PARAM_LGWIN]: windowBits }),
    },
  })
}

/** Whether a client that sent this Accept-Encoding accepts brotli. */
export function acceptsBrotli(acceptEncoding: string | null): boolean {
  return (acceptEncoding ?? '').split(',').some(part => {
    const [coding = '', ...parameters] = part.toLowerCase().split(';')
    const refused = parameters.some(parameter => /^\s*q\s*=\s*0(\.0{0,3})?\s*$/.test(parameter))
    return coding.trim() === 'br' && !refused
  })
}
