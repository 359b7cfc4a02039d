/**
 * Changes of one file, at a path that `disk.ts` has checked. Each change is complete, or leaves nothing under the
 * file's name.
 */
import { constants, linkSync, renameSync, rmdirSync, rmSync } from 'node:fs'
import { chmod, copyFile, open } from 'node:fs/promises'
import { type FileContent, writeSynced } from '../../core/disk/atomic-file.ts'

/** The platform on which the change is made. */
export interface On {
  readonly platform: NodeJS.Platform
}

/** Writes a new file, and removes the file if it could not be written completely. */
export async function writeWhole(path: string, data: FileContent, mode?: number): Promise<void> {
  try {
    await writeSynced(path, data, mode)
  } catch (error) {
    // an incomplete file would take space that a full disk does not have
    rmSync(path, { force: true })
    throw error
  }
  // the mode of a new file is limited by the process's umask
  if (mode !== undefined) await chmod(path, mode)
}

/** Truncates a file to `length` bytes and appends `data`; if that fails, nothing is appended. */
export async function extend(path: string, data: Uint8Array, length: number): Promise<void> {
  const flags = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0)
  const file = await open(path, flags)
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

/** Error codes of file systems without hard links, or without room for another hard link. */
const NO_LINK: readonly string[] = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EXDEV']

/** Makes a hard link, or, if the file system has no hard links, a copy, which appears only when it is complete. */
export async function linkOrCopy(from: string, to: string, { platform }: On): Promise<void> {
  try {
    linkSync(from, to)
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    // Windows has one error for every unsupported operation, and Node reports it as EISDIR
    if (!NO_LINK.includes(code) && !(platform === 'win32' && code === 'EISDIR')) throw error
    rmSync(`${to}.part`, { force: true })
    await copySynced(from, `${to}.part`, { platform })
    renameSync(`${to}.part`, to)
  }
}

/** Copies a file to a name that is free; the copy is on the disk when this returns. */
export async function copySynced(from: string, to: string, { platform }: On): Promise<void> {
  try {
    await copyFile(from, to, constants.COPYFILE_EXCL)
  } catch (error) {
    rmSync(to, { force: true })
    throw error
  }
  // Windows flushes only files opened for writing; elsewhere a read-only copy must be synced too
  const file = await open(to, platform === 'win32' ? 'r+' : 'r')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Removes a folder if it exists and is empty. */
export function removeEmpty(path: string): void {
  try {
    rmdirSync(path)
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (!['ENOTEMPTY', 'EEXIST', 'ENOENT'].includes(code)) throw error
  }
}
