/** Brotli compression. Bodies are compressed once, when a release is published; the function sends them as they are. */
import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants } from 'node:zlib'
import { DECODED_LIMIT } from './limits.ts'

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

/**
 * What a large body is compressed with, one after the other, to keep the smallest: most texts, tables and programs repeat
 * what is far away; if little repeats, a near window names it in fewer bits.
 */
const LARGE: readonly Setting[] = [{ quality: 9 }, { quality: 5, windowBits: 18 }]

/** Compresses a prepared body: as small as is possible in a reasonable time. */
export async function compressOnce(body: string | Uint8Array): Promise<Buffer<ArrayBuffer>> {
  const bytes = Buffer.byteLength(body)
  if (bytes > DEFAULT_WINDOW) return compress(body, LIST)
  if (bytes <= BEST_QUALITY_LIMIT) return compress(body, BEST)
  const found: Buffer<ArrayBuffer>[] = []
  for (const setting of LARGE) found.push(await compress(body, setting))
  return found.reduce((one, other) => (other.length < one.length ? other : one))
}

/** Compresses a body for one request: fast. */
export function compressNow(body: string | Uint8Array): Promise<Buffer<ArrayBuffer>> {
  return compress(body, FAST)
}

/** The most bytes that zlib gives at once: a body is mostly one piece, so that no pieces have to be joined. */
const LARGEST_CHUNK = 1 << 22
const SMALLEST_CHUNK = 1 << 14

function chunkSize(expected: number): number {
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
