/** Publishing compresses prepared bodies once. The function compresses only bodies that were not prepared. */
import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants } from 'node:zlib'
import { DECODED_LIMIT } from '../limits.ts'
import { chunkSize } from './chunk-size.ts'
import { freeMemory } from './memory.ts'

const compressWith = promisify(brotliCompress)
const decompressWith = promisify(brotliDecompress)

/** For a body of more bytes, the best quality takes seconds, and saves only a few per cent. */
const BEST_QUALITY_LIMIT = 300_000

const DEFAULT_WINDOW = 2 ** constants.BROTLI_DEFAULT_WINDOW

interface Setting {
  readonly quality: number
  readonly windowBits?: number
}

const BEST: Setting = { quality: constants.BROTLI_MAX_QUALITY }
const FAST: Setting = { quality: 4 }

/** For a list of files that is longer than the default window. Quality 9 is the lowest that finds repeated digests. */
const LIST: Setting = { quality: 9, windowBits: constants.BROTLI_MAX_WINDOW_BITS }

/** For large bodies with repetitions at large distances: most texts, tables and programs. */
const FAR: Setting = { quality: 9 }

/** For large bodies with few repetitions: a small window makes distances short, and is two to six times as fast. */
const NEAR: Setting = { quality: 5, windowBits: 18 }

/** `FAR` is used for similar bodies if it makes a sample smaller than this share of its size with `NEAR`. */
const WORTHWHILE = 0.99

/** As small as is possible in a reasonable time. */
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

/** The first part of a run is compressed with both settings, the others with the one that was better for the first. */
const RUN = 8

export type PartCompressor = (part: Uint8Array) => Promise<Buffer<ArrayBuffer>>

/** For the parts of one content, in order, without waiting in between. The results depend only on the bytes. */
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

/** Quick rather than small. */
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
