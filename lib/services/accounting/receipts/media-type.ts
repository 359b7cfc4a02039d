/** A file's bytes show its type. Names are unreliable, and the service reads only receipts of types that it knows. */

/** `starts` are the possible first bytes in Latin-1; `at` is their offset. */
interface Magic {
  readonly type: MediaType
  readonly starts: readonly string[]
  readonly at?: number
}

/** The brands of pictures in HEIF (ISO/IEC 23008-12, annex B): HEVC, its layers and sequences, and any codec. */
const HEIF = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'hevm', 'hevs', 'mif1', 'mif2', 'msf1']
const AVIF = ['avif', 'avis']

/** The extensions of each type. kura writes the first one. */
const EXTENSIONS = {
  'application/pdf': ['.pdf'],
  'image/jpeg': ['.jpg', '.jpeg'],
  'image/png': ['.png'],
  'image/gif': ['.gif'],
  'image/bmp': ['.bmp'],
  'image/tiff': ['.tif', '.tiff'],
  'image/webp': ['.webp'],
  'image/avif': ['.avif'],
  'image/heic': ['.heic', '.heif'],
} as const satisfies Readonly<Record<string, readonly string[]>>
export type MediaType = keyof typeof EXTENSIONS

const MAGICS: readonly Magic[] = [
  { type: 'image/jpeg', starts: ['\xff\xd8\xff'] },
  { type: 'image/png', starts: ['\x89PNG\r\n\x1a\n'] },
  { type: 'image/gif', starts: ['GIF87a', 'GIF89a'] },
  { type: 'image/bmp', starts: ['BM'] },
  { type: 'image/tiff', starts: ['II*\0', 'MM\0*'] },
  { type: 'image/webp', starts: ['WEBP'], at: 8 },
  { type: 'image/avif', starts: AVIF.map(brand => `ftyp${brand}`), at: 4 },
  { type: 'image/heic', starts: HEIF.map(brand => `ftyp${brand}`), at: 4 },
]

/** The bytes within which `%PDF` must stand. Other bytes may come before it, such as those of a mail program. */
export const PDF_WITHIN = 1024

/** First bytes of files that may hold a PDF but are none: archives, programs, MSI, a link, a script, HTML, RTF. */
const NO_PDF = [
  'PK',
  'Rar!',
  '7z\xbc\xaf',
  '\x1f\x8b',
  'MZ',
  '\x7fELF',
  '\xca\xfe\xba\xbe',
  '\xfe\xed\xfa\xce',
  '\xfe\xed\xfa\xcf',
  '\xce\xfa\xed\xfe',
  '\xcf\xfa\xed\xfe',
  '\xd0\xcf\x11\xe0',
  'L\0\0\0\x01\x14\x02\0',
  '#!',
  '<',
  '{\\rtf',
]
/** A byte order mark and white space, which an interpreter skips before a script. */
const SKIPPED = /^(?:\xef\xbb\xbf)?\s*/

/** Undefined if the file is neither a PDF nor an image of a type in which people keep receipts. */
export function mediaTypeOf(bytes: Uint8Array): MediaType | undefined {
  const head = Buffer.from(bytes.subarray(0, PDF_WITHIN)).toString('latin1')
  const found = MAGICS.find(({ starts, at = 0 }) => starts.some(start => head.startsWith(start, at)))
  if (found) return found.type
  return head.includes('%PDF') && !isOther(head) ? 'application/pdf' : undefined
}

function isOther(head: string): boolean {
  const first = head.replace(SKIPPED, '')
  return NO_PDF.some(start => first.startsWith(start)) || /^@echo/i.test(first)
}

/** Whether a PDF has its end, without which no browser shows it (ISO 32000-1, 7.5.5). `startxref 0` is no end. */
export function hasTrailer(bytes: Uint8Array): boolean {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const at = file.lastIndexOf('startxref')
  return at !== -1 && /^startxref\s+[1-9]/.test(file.toString('latin1', at, at + 24))
}

export function isReceiptName(name: string): boolean {
  return extensionIn(name) !== undefined
}

function extensionIn(name: string): string | undefined {
  const plain = name.toLowerCase()
  return Object.values(EXTENSIONS)
    .flat()
    .find(extension => plain.endsWith(extension))
}

/** Characters of a file's name that the file box accepts. */
const LONGEST_NAME = 200

/** Returns a name whose extension fits the bytes (else `.bin`), without characters that change its look (`\p{Cf}`). */
export function leavingName(name: string, bytes: Uint8Array): string {
  const plain = name.replaceAll(/\p{Cf}/gu, '').trim()
  const written = extensionIn(plain) ?? ''
  const stem = plain.slice(0, plain.length - written.length) || 'receipt'
  const type = mediaTypeOf(bytes)
  const [usual = '.bin', ...others]: readonly string[] = type === undefined ? [] : EXTENSIONS[type]
  const extension = others.includes(written) ? written : usual
  return stem.slice(0, LONGEST_NAME - extension.length).toWellFormed() + extension
}
