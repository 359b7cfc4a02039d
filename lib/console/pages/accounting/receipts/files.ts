/** A file is stored in parts, because the store accepts no large record. Its digest is its key, so it has one copy. */
import { READ_AT_ONCE, type Store } from '../../../../core/store/store.ts'
import { type Decision, type RecordFormat, update } from '../../../../core/store/update.ts'
import { sha256Of } from '../../../../services/accounting/receipts/identity.ts'
import { mediaTypeOf } from '../../../../services/accounting/receipts/media-type.ts'

/** The console recognizes these types by a file's first bytes. A browser shows the first two as pictures. */
export const FILE_TYPES = ['image/jpeg', 'image/png', 'application/pdf', 'image/heic', 'image/avif'] as const
export type FileType = (typeof FILE_TYPES)[number]

/** The maximum size of a file in bytes, because the host accepts no larger form. */
export const LARGEST_FILE = 4_000_000

const TEXT: RecordFormat<string> = { parse: text => text, format: text => text }

const PART = 480_000

/** The type of a file; undefined if the console does not accept the file. */
export function typeOfFile(bytes: Uint8Array): FileType | undefined {
  const type = mediaTypeOf(bytes)
  return FILE_TYPES.find(known => known === type)
}

/** Whether a browser shows a file of this type as a picture. */
export function isPicture(type: FileType): boolean {
  return type === 'image/jpeg' || type === 'image/png'
}

/** Stores a file, and returns its digest. @throws AppError `store_unavailable` */
export async function keepFile(bytes: Uint8Array, store: Store): Promise<string> {
  const sha256 = sha256Of(bytes)
  for (const [at, key] of keysOf({ sha256, size: bytes.length }).entries()) {
    const value = Buffer.from(bytes.subarray(at * PART, (at + 1) * PART)).toString('base64')
    // an existing part is written again without an end, so that it lives as long as the new row
    await update(store, { key, format: TEXT, transition: () => ({ write: value, result: undefined }) })
  }
  return sha256
}

interface KeptFile {
  readonly sha256: string
  readonly size: number
}

/** Gives a file a lifetime in milliseconds, or no end with undefined. @throws AppError `store_unavailable` */
export function endFile(file: KeptFile, ttl: number | undefined, store: Store): Promise<void> {
  return changeParts(file, current => ({ write: current, ttl, result: undefined }), store)
}

/** @throws AppError `store_unavailable` */
export function removeFile(file: KeptFile, store: Store): Promise<void> {
  return changeParts(file, () => ({ remove: true, result: undefined }), store)
}

async function changeParts(
  file: KeptFile,
  change: (current: string) => Decision<string, void>,
  store: Store,
): Promise<void> {
  const transition = (current: string | undefined): Decision<string, void> =>
    current === undefined ? { keep: true, result: undefined } : change(current)
  for (const key of keysOf(file)) await update(store, { key, format: TEXT, transition })
}

/** The bytes of a file; undefined if the store has lost or changed any of them. @throws AppError `store_unavailable` */
export async function readFile(file: KeptFile, store: Store): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const { sha256, size } = file
  const { records } = await store.readMany(keysOf(file).slice(0, READ_AT_ONCE))
  const parts = records.map(record => Buffer.from(record?.value ?? '', 'base64'))
  const bytes = Uint8Array.from(Buffer.concat(parts))
  return bytes.length === size && sha256Of(bytes) === sha256 ? bytes : undefined
}

function keysOf({ sha256, size }: KeptFile): string[] {
  const parts = Array.from({ length: Math.ceil(size / PART) }, (_, at) => String(at).padStart(3, '0'))
  return parts.map(part => `console/file/${sha256}/${part}`)
}
