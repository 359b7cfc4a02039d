/**
 * Brotli compression. A prepared body is compressed once, when a release is published, and the function sends the
 * compressed bytes; the function itself compresses only bodies that were not prepared.
 */
import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants } from 'node:zlib'
import { DECODED_LIMIT } from '../limits.ts'
import { chunkSize } from './chunk-size.ts'
import { freeMemory } from './memory.ts'

const compressWith = promisify(brotliCompress)
const decompressWith = promisify(brotliDecompress)

/**
 * The largest body in bytes that is compressed with the best quality. For larger bodies that takes seconds, and saves
 * only a few per cent.
 */
const BEST_QUALITY_LIMIT = 300_000

/** The default size of brotli's window, in bytes. */
const DEFAULT_WINDOW = 2 ** constants.BROTLI_DEFAULT_WINDOW

/** The parameters of brotli: its quality, and the window size in bits if it is not the default. */
interface Setting {
  readonly quality: number
  readonly windowBits?: number
}

const BEST: Setting = { quality: constants.BROTLI_MAX_QUALITY }
const FAST: Setting = { quality: 4 }

/**
 * The setting for a body that is longer than the default window: a list of files. Quality 9 is the lowest that finds
 * its repeated digests.
 */
const LIST: Setting = { quality: 9, windowBits: constants.BROTLI_MAX_WINDOW_BITS }

/** The setting for a large body that contains repetitions at large distances, as most texts, tables and programs do. */
const FAR: Setting = { quality: 9 }

/**
 * The setting for a large body with few repetitions: a small window encodes distances in fewer bits, and takes a sixth
 * to a half of the time.
 */
const NEAR: Setting = { quality: 5, windowBits: 18 }

/** `FAR` is used for similar bodies if a sample's size with `FAR` is below this share of its size with `NEAR`. */
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
  /** The setting that is better for similar bodies. */
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

/**
 * The parts are divided into runs of this many. The first part of a run is compressed with both settings, the others
 * with the setting that was better for the first.
 */
const RUN = 8

export type PartCompressor = (part: Uint8Array) => Promise<Buffer<ArrayBuffer>>

/**
 * Returns a compressor for the parts of one content, which resemble each other. The caller passes the parts in order,
 * and need not wait for a part before it passes the next. The results depend only on the bytes.
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

/** Compresses a body for one request, quickly rather than well. */
export function compressNow(body: string | Uint8Array): Promise<Buffer<ArrayBuffer>> {
  return compress(body, FAST)
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

export function acceptsBrotli(acceptEncoding: string | null): boolean {
  return (acceptEncoding ?? '').split(',').some(part => {
    const [coding = '', ...parameters] = part.toLowerCase().split(';')
    const refused = parameters.some(parameter => /^\s*q\s*=\s*0(\.0{0,3})?\s*$/.test(parameter))
    return coding.trim() === 'br' && !refused
  })
}
