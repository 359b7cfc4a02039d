/** Publishing compresses prepared bodies once. The function compresses only bodies that were not prepared. */
import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants } from 'node:zlib'
import { DECODED_LIMIT } from '../limits.ts'
import { chunkSize } from './chunk-size.ts'
import { freeMemory } from './memory.ts'

const compressWith = promisify(brotliCompress)
const decompressWith = promisify(brotliDecompress)

/** The most bytes that are compressed with the best quality. For more, it takes seconds and saves a few per cent. */
const BEST_QUALITY_LIMIT = 300_000

const DEFAULT_WINDOW = 2 ** constants.BROTLI_DEFAULT_WINDOW

interface Setting {
  readonly quality: number
  readonly windowBits?: number
}

const BEST: Setting = { quality: constants.BROTLI_MAX_QUALITY }
const FAST: Setting = { quality: 4 }

/** The setting for a list of files longer than the default window. No lower quality finds repeated digests. */
const LIST: Setting = { quality: 9, windowBits: constants.BROTLI_MAX_WINDOW_BITS }

/** The setting for large bodies with repetitions at large distances: most texts, tables and programs. */
const FAR: Setting = { quality: 9 }

/** The setting for large bodies with few repetitions. The small window makes compressing two to six times as fast. */
const NEAR: Setting = { quality: 5, windowBits: 18 }

/** `FAR` is used for similar bodies if its result is smaller than this share of the result of `NEAR`. */
const WORTHWHILE = 0.99

/** Makes the body as small as is possible in a reasonable time. */
export async function compressOnce(body: string | Uint8Array): Promise<Buffer<ArrayBuffer>> {
  const bytes = Buffer.byteLength(body)
  if (bytes > DEFAULT_WINDOW) return compress(body, LIST)
  if (bytes <= BEST_QUALITY_LIMIT) return compress(body, BEST)
  return (await compressBothWays(body)).smaller
}

interface BothWays {
  readonly smaller: Buffer<ArrayBuffer>
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

/** The number of parts in a run. The first gets both settings, the others the one that was better for the first. */
const RUN = 8

export type PartCompressor = (part: Uint8Array) => Promise<Buffer<ArrayBuffer>>

/** Compresses the parts of a content, given in order and without waiting. The results depend only on the bytes. */
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

/** Compresses quickly, so the result is not as small as possible. */
export function compressNow(body: string | Uint8Array): Promise<Buffer<ArrayBuffer>> {
  return compress(body, FAST)
}

/** @throws if `body` is not brotli, or is larger than `DECODED_LIMIT` once decompressed */
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
