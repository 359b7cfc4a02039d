import { AppError } from '../../core/errors.ts'
import {
  compressOnce,
  createPartCompressor,
  type PartCompressor,
} from '../../core/release/body/compression.ts'
import { sha256 } from '../../core/release/envelope.ts'
import { BODY_BUDGET, PART_SIZE } from '../../core/release/limits.ts'

export interface StoredFile {
  readonly name: string
  readonly body: Uint8Array
}

/** Stores a file. The caller must not reuse the body before the promise resolves. */
export type Put = (name: string, body: string | Uint8Array) => Promise<void>

/** The file of a part, compressed only if that makes the file smaller. */
export async function partFile(slice: Uint8Array, compress: PartCompressor): Promise<StoredFile> {
  const compressed = await compress(slice)
  const smaller = compressed.length < slice.length
  const body = smaller ? compressed : slice
  return { name: `part-${sha256(body)}.bin${smaller ? '.br' : ''}`, body }
}

export async function partFiles(bytes: Uint8Array): Promise<StoredFile[]> {
  const files: StoredFile[] = []
  const compress = createPartCompressor(Math.ceil(bytes.length / PART_SIZE))
  for (let start = 0; start < Math.max(1, bytes.length); start += PART_SIZE)
    files.push(await partFile(bytes.subarray(start, start + PART_SIZE), compress))
  return files
}

export async function pageFile(json: string): Promise<StoredFile> {
  const body = await compressOnce(json)
  return { name: `page-${sha256(body)}.json.br`, body }
}

/** The file of a prepared answer of version 1. */
export async function firstFile(json: string): Promise<StoredFile> {
  const body = await compressOnce(json)
  return { name: `first-${sha256(body)}.json.br`, body }
}

/** The file of a prepared answer of version 2. */
export async function updateFile(update: Uint8Array): Promise<StoredFile> {
  const body = await compressOnce(update)
  return { name: `update-${sha256(body)}.bin.br`, body }
}

/** The number of bytes that the host sends for a content that is stored in these files. */
export function sizeOf(files: readonly StoredFile[]): number {
  return files.reduce((sum, { body }) => sum + body.length, 0)
}

/** @throws AppError `payload_invalid` if the answer is too large for the host */
export function checkAnswer({ body }: StoredFile, files: number, budget = BODY_BUDGET): void {
  if (body.length <= budget) return
  const message = `Cannot publish ${files} files: their list has ${body.length} bytes, compressed, and an answer has room for ${budget}`
  throw new AppError('payload_invalid', message, { hint: 'combine files, or shorten their paths and titles' })
}
