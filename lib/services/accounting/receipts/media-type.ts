/**
 * The media type of a receipt, by its first bytes. The name of a file is not a reliable sign, and the service reads
 * only receipts of the types that it knows. Pure.
 */

/** A type, and the bytes with which its files begin, in Latin-1; `at` is their offset. */
interface Magic {
  readonly type: string
  readonly starts: readonly string[]
  readonly at?: number
}

const MAGICS: readonly Magic[] = [
  { type: 'image/jpeg', starts: ['\xff\xd8\xff'] },
  { type: 'image/png', starts: ['\x89PNG\r\n\x1a\n'] },
  { type: 'image/gif', starts: ['GIF87a', 'GIF89a'] },
  { type: 'image/bmp', starts: ['BM'] },
  { type: 'image/tiff', starts: ['II*\0', 'MM\0*'] },
  { type: 'image/webp', starts: ['WEBP'], at: 8 },
  { type: 'image/heic', starts: ['ftypheic', 'ftypheix', 'ftyphevc', 'ftypmif1', 'ftypmsf1'], at: 4 },
]

/** A PDF may begin with other bytes, such as those of a mail program. */
const PDF_WITHIN = 1024

/**
 * Returns the media type of a file; undefined if it is neither a PDF nor an image of a type in which people keep
 * receipts.
 */
export function mediaTypeOf(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.subarray(0, PDF_WITHIN)).toString('latin1')
  if (head.includes('%PDF')) return 'application/pdf'
  return MAGICS.find(({ starts, at = 0 }) => starts.some(start => head.startsWith(start, at)))?.type
}

const EXTENSIONS = /\.(?:pdf|jpe?g|png|gif|bmp|tiff?|webp|heic|heif)$/i

/** Whether a file has the name of a receipt, by its extension. */
export function isReceiptName(name: string): boolean {
  return EXTENSIONS.test(name)
}
