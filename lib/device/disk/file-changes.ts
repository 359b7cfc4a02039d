/** Changes of one file, at a checked path. Each is complete, or leaves nothing new under the file's name. */
import { chmodSync, constants, linkSync, lstatSync, renameSync, rmdirSync, rmSync } from 'node:fs'
import { chmod, copyFile, open } from 'node:fs/promises'
import { type FileContent, writeSynced } from '../../core/disk/atomic-file.ts'
import type { Retry } from '../../core/disk/retry.ts'

export interface On {
  readonly platform: NodeJS.Platform
  readonly retry: Retry
}

/** The bit of a mode for writing. A file without it has the attribute "read-only" on Windows. */
const WRITABLE = 0o200

/** Makes a file writable, because Windows neither replaces nor removes nor writes a read-only file. */
export function makeWritable(path: string, { platform }: Pick<On, 'platform'>): void {
  if (platform !== 'win32') return
  const stats = lstatSync(path, { throwIfNoEntry: false })
  if (stats?.isFile() && (stats.mode & WRITABLE) === 0) chmodSync(path, stats.mode | WRITABLE)
}

/** Renames, and replaces a file at `to`. */
export async function rename(from: string, to: string, on: On): Promise<void> {
  await on.retry(to, () => {
    makeWritable(to, on)
    renameSync(from, to)
  })
}

export async function removeFile(path: string, on: On): Promise<void> {
  await on.retry(path, () => {
    makeWritable(path, on)
    rmSync(path, { force: true })
  })
}

/** Writes a file, and removes it again if it could not be written completely. */
export async function writeWhole(
  path: string,
  data: FileContent,
  { mode, ...on }: On & { mode?: number | undefined },
): Promise<void> {
  try {
    await writeSynced(path, data, { mode, retry: on.retry })
  } catch (error) {
    // removed, because an incomplete file takes space on a disk that may be full
    await removeFile(path, on)
    throw error
  }
  // set again, because the process's umask limits the mode of a new file
  if (mode !== undefined) await chmod(path, mode)
}

/** Truncates a file to `length` bytes and appends `data`; if that fails, nothing is appended. */
export async function extend(
  path: string,
  data: Uint8Array,
  { length, retry }: On & { length: number },
): Promise<void> {
  const flags = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0)
  const file = await retry(path, () => open(path, flags))
  try {
    await file.truncate(length)
    await file.appendFile(data)
    await file.sync()
  } catch (error) {
    await file.truncate(length)
    throw error
  } finally {
    await file.close()
  }
}

/** The errors of file systems that have no hard links, or no room for another link. */
const NO_LINK: readonly string[] = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EXDEV']

/** Makes a hard link. If the file system has none, makes a copy, which appears only when it is complete. */
export async function linkOrCopy(from: string, to: string, on: On): Promise<void> {
  try {
    await on.retry(from, () => linkSync(from, to))
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    // Windows has one error for every unsupported operation, and Node reports it as EISDIR
    if (!NO_LINK.includes(code) && !(on.platform === 'win32' && code === 'EISDIR')) throw error
    await removeFile(`${to}.part`, on)
    await copySynced(from, `${to}.part`, on)
    await rename(`${to}.part`, to, on)
  }
}

/** Copies a file to a free name; the copy is on the disk when this returns. */
export async function copySynced(from: string, to: string, on: On): Promise<void> {
  try {
    await on.retry(from, () => copyFile(from, to, constants.COPYFILE_EXCL))
  } catch (error) {
    await removeFile(to, on)
    throw error
  }
  // a copy of a read-only file is read-only too, and could not be opened for writing
  makeWritable(to, on)
  // Windows flushes only files opened for writing; other systems must also flush a read-only copy
  const file = await on.retry(to, () => open(to, on.platform === 'win32' ? 'r+' : 'r'))
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Removes a folder if it is empty. It may be missing already. */
export async function removeEmpty(path: string, { retry }: On): Promise<void> {
  try {
    await retry(path, () => rmdirSync(path))
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (!['ENOTEMPTY', 'EEXIST', 'ENOENT'].includes(code)) throw error
  }
}
