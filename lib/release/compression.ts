/** Bodies are compressed once, when a release is published; the function only hands them on. */
import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants } from 'node:zlib'
import { BODY_BUDGET } from './limits.ts'

const compressWith = promisify(brotliCompress)
const decompressWith = promisify(brotliDecompress)

/** Above this many bytes the best quality takes seconds a body, for a few per cent. */
const BEST_QUALITY_LIMIT = 300_000

const QUALITY = { best: constants.BROTLI_MAX_QUALITY, large: 6, fast: 4 }

/** For bodies that are prepared: as small as a reasonable time allows. */
export function compressOnce(body: string | Uint8Array): Promise<Buffer<ArrayBuffer>> {
  const large = Buffer.byteLength(body) > BEST_QUALITY_LIMIT
  return compress(body, large ? QUALITY.large : QUALITY.best)
}

/** For bodies that are made for one request: as fast as a small body allows. */
export function compressNow(body: string): Promise<Buffer<ArrayBuffer>> {
  return compress(body, QUALITY.fast)
}

/** @throws where `body` is not brotli, or becomes larger than a body may be */
export function decompress(body: Uint8Array): Promise<Buffer<ArrayBuffer>> {
  return decompressWith(body, { maxOutputLength: BODY_BUDGET })
}

function compress(body: string | Uint8Array, quality: number): Promise<Buffer<ArrayBuffer>> {
  return compressWith(body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_SIZE_HINT]: Buffer.byteLength(body),
    },
  })
}

/** Whether a client that sent this Accept-Encoding takes brotli. */
export function acceptsBrotli(acceptEncoding: string | null): boolean {
  return (acceptEncoding ?? '').split(',').some(part => {
    const [coding = '', ...parameters] = part.toLowerCase().split(';')
    const refused = parameters.some(parameter => /^\s*q\s*=\s*0(\.0{0,3})?\s*$/.test(parameter))
    return coding.trim() === 'br' && !refused
  })
}
