import { randomUUID } from 'node:crypto'
import { closeSync, fsync, mkdirSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { once, type Retry } from './retry.ts'

const sync = promisify(fsync)

export interface WriteOptions {
  readonly mode?: number | undefined
  /** How often an operation is tried. By default, once. */
  readonly retry?: Retry | undefined
}

/** Creates the folders of `path`. After a crash the file has the old or the new content, never a mixture. */
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

export type FileContent = string | Uint8Array | AsyncIterable<Uint8Array>

/** Writes a new file, and waits until it is on the disk. @throws if the file exists */
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

/** The errors of file systems that cannot sync a folder: some network file systems, and some in user space (FUSE). */
const NO_SYNC: readonly string[] = ['EINVAL', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']

/** Waits until the names in the folder are on the disk. Windows has no such call and needs none. */
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
