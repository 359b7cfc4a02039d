/**
 * The bytes of receipts in the store, as they were sent; in parts, because the store accepts no large record. The
 * digest of a file is its name, so the same file is stored once. Files expire soon after their rows.
 */
import { READ_AT_ONCE, type Store } from '../../../../core/store/store.ts'
import { type RecordFormat, update } from '../../../../core/store/update.ts'
import { sha256Of } from '../../../../services/accounting/receipts/identity.ts'
import { mediaTypeOf } from '../../../../services/accounting/receipts/media-type.ts'
import { KEPT } from './drafts.ts'

/**
 * The types of files that the console accepts, recognized by their first bytes; a browser shows the first two as
 * pictures.
 */
const TYPES = ['image/jpeg', 'image/png', 'application/pdf', 'image/heic', 'image/avif'] as const
export type FileType = (typeof TYPES)[number]

/** The maximum size of a file in bytes: the host accepts no larger form. */
export const LARGEST_FILE = 4_000_000

const DAY = 86_400_000
const TEXT: RecordFormat<string> = { parse: text => text, format: text => text }

/** The maximum number of bytes in one record. */
const PART = 480_000

/** Returns the type of a file; undefined if the console does not accept it. */
export function typeOfFile(bytes: Uint8Array): FileType | undefined {
  const type = mediaTypeOf(bytes)
  return TYPES.find(known => known === type)
}

/** Whether a browser shows a file of this type as a picture. */
export function isPicture(type: FileType): boolean {
  return type === 'image/jpeg' || type === 'image/png'
}

/**
 * Stores a file, and returns its digest.
 * @throws AppError `store_unavailable`
 */
export async function keepFile(bytes: Uint8Array, store: Store): Promise<string> {
  const sha256 = sha256Of(bytes)
  for (let at = 0; at * PART < bytes.length; at++) {
    const value = Buffer.from(bytes.subarray(at * PART, (at + 1) * PART)).toString('base64')
    // a part that exists is written again, so that the file expires no earlier than its new row
    const transition = () => ({ write: value, ttl: KEPT + DAY, result: undefined })
    await update(store, { key: keyOf(sha256, at), format: TEXT, transition })
  }
  return sha256
}

/**
 * Reads a file; undefined if the store no longer has all of its parts.
 * @throws AppError `store_unavailable`
 */
export async function readFile(
  { sha256, size }: { readonly sha256: string; readonly size: number },
  store: Store,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const keys = Array.from({ length: Math.ceil(size / PART) }, (_, at) => keyOf(sha256, at))
  const { records } = await store.readMany(keys.slice(0, READ_AT_ONCE))
  const parts = records.map(record => Buffer.from(record?.value ?? '', 'base64'))
  const bytes = Uint8Array.from(Buffer.concat(parts))
  return bytes.length === size && sha256Of(bytes) === sha256 ? bytes : undefined
}

function keyOf(sha256: string, at: number): string {
  return `console/file/${sha256}/${String(at).padStart(3, '0')}`
}
