/** Writes files that are either whole or absent: a file is written beside its target, synced and renamed. */
import { randomUUID } from 'node:crypto'
import { closeSync, fsync, mkdirSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { once, type Retry } from './retry.ts'

const sync = promisify(fsync)

export interface WriteOptions {
  readonly mode?: number | undefined
  /** By default, each operation is tried once. */
  readonly retry?: Retry | undefined
}

/**
 * Writes `data` to `path` and creates its folders. After a crash the file has either the old or the new content, never
 * a part of it. The new file has `mode` from its first byte on.
 */
export async function writeFileAtomic(
  path: string,
  data: string | Uint8Array,
  { mode = 0o666, retry = once }: WriteOptions = {},
): Promise<void> {
  const folder = dirname(path)
  mkdirSync(folder, { recursive: true })
  const beside = join(folder, `.${randomUUID()}.tmp`)
  try {
    await writeSynced(beside, data, { mode, retry })
    await retry(path, () => renameSync(beside, path))
  } catch (error) {
    await retry(beside, () => rmSync(beside, { force: true }))
    throw error
  }
  await syncFolder(folder)
}

/** The content of a new file: whole, or in pieces. */
export type FileContent = string | Uint8Array | AsyncIterable<Uint8Array>

/** Writes a new file and waits until it is on the disk. @throws if the file exists */
export async function writeSynced(
  path: string,
  data: FileContent,
  { mode = 0o666, retry = once }: WriteOptions = {},
): Promise<void> {
  const file = await retry(path, () => openSync(path, 'wx', mode))
  try {
    if (typeof data === 'string' || data instanceof Uint8Array) writeFileSync(file, data)
    // each piece is appended to the one before
    else for await (const piece of data) writeFileSync(file, piece)
    await sync(file)
  } finally {
    closeSync(file)
  }
}

/**
 * The error codes of file systems that cannot sync a folder, such as some network and user-space (FUSE) file systems.
 */
const NO_SYNC: readonly string[] = ['EINVAL', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']

/** Waits until the entries of `folder` are on the disk; Windows has no such call and needs none. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = openSync(folder, 'r')
  try {
    await sync(handle)
  } catch (error) {
    if (!NO_SYNC.includes((error as NodeJS.ErrnoException).code ?? '')) throw error
  } finally {
    closeSync(handle)
  }
}
