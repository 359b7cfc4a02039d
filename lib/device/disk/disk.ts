/**
 * The device's directory: how it is read, and the few operations that change it. Every path is relative to it and is
 * checked name by name: a symbolic link is never followed, whoever made it. Each change is one operation of the system,
 * or leaves nothing half done under the final name.
 */
import { constants, lstatSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { open, readdir, readFile, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { type Breather, createBreather } from '../../concurrency.ts'
import { type FileContent, syncFolder, writeFileAtomic } from '../../disk/atomic-file.ts'
import { digestFile } from '../../disk/digest-file.ts'
import { AppError } from '../../errors.ts'
import { foldersOf } from '../../release/path.ts'
import { diskError } from './error.ts'
import { copySynced, extend, linkOrCopy, type On, removeEmpty, writeWhole } from './file-changes.ts'

/** What is at a path. */
export type DiskEntry =
  | { readonly kind: 'absent' }
  | { readonly kind: 'file'; readonly size: number; readonly mode: number; readonly stamp: string }
  | { readonly kind: 'folder' }
  /** `at`, the path itself or a folder above it, is something that kura does not follow or replace. */
  | { readonly kind: 'blocked'; readonly at: string; readonly by: 'link' | 'file' | 'special' }

/** The operations that change the directory; a test can intercept them. */
export interface DiskChanges {
  /** Writes a new file, which is on the disk when this returns; an existing file is replaced, not atomically. */
  write(path: string, data: FileContent, options?: { mode?: number }): Promise<void>
  /** Replaces or creates a file atomically: it has either the old or the new content. */
  replace(path: string, data: string | Uint8Array): Promise<void>
  /** Truncates a file to `length` bytes and appends `data`. */
  extend(path: string, data: Uint8Array, options: { length: number }): Promise<void>
  /** A hard link to a file, or a copy of it if the file system has no hard links. */
  link(from: string, to: string): Promise<void>
  copy(from: string, to: string): Promise<void>
  rename(from: string, to: string): Promise<void>
  makeFolder(path: string): Promise<void>
  /** Removes a folder if it is empty. */
  removeFolder(path: string): Promise<void>
  remove(path: string): Promise<void>
}

/** A file that is open for reading. */
export interface OpenFile {
  /** At most `length` bytes from `offset`; fewer at the end of the file. */
  read(offset: number, length: number): Promise<Uint8Array>
  close(): Promise<void>
}

export interface Disk extends DiskChanges {
  /** The directory, as an absolute path. */
  readonly dir: string
  look(path: string): Promise<DiskEntry>
  /** The SHA-256 of the file at `path`, undefined if there is no file. */
  digest(path: string): Promise<string | undefined>
  read(path: string): Promise<Uint8Array<ArrayBuffer>>
  /** Opens a file to be read piece by piece. The caller closes it. */
  open(path: string): Promise<OpenFile>
  /** The names in a folder; none if there is no folder. */
  list(path: string): Promise<string[]>
  /** Waits until the entries of these folders are on the disk. */
  sync(folders: Iterable<string>): Promise<void>
  /** Free bytes, undefined if the system does not tell. */
  space(): Promise<number | undefined>
}

export interface DiskOptions {
  /** Wraps each change. */
  readonly intercept?: ((changes: DiskChanges) => DiskChanges) | undefined
  readonly platform?: NodeJS.Platform
}

/** Opens the directory `dir`. */
export function openDisk(
  dir: string,
  { intercept = changes => changes, platform = process.platform }: DiskOptions = {},
): Disk {
  const at = (path: string) => join(dir, ...path.split('/'))
  const breathe = createBreather()
  return {
    dir,
    ...intercept(createChanges(dir, { platform, breathe })),
    async look(path) {
      await breathe()
      return look(dir, path)
    },
    async digest(path) {
      await breathe()
      if (look(dir, path).kind !== 'file') return undefined
      return (await reading(path, digestFile(at(path)).catch(absent)))?.sha256
    },
    async read(path) {
      refuseOther(dir, path, 'file')
      const flag = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0)
      return new Uint8Array(await reading(path, readFile(at(path), { flag })))
    },
    async open(path) {
      refuseOther(dir, path, 'file')
      const flag = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0)
      const file = await reading(path, open(at(path), flag))
      return {
        async read(offset, length) {
          const piece = new Uint8Array(length)
          const { bytesRead } = await reading(path, file.read(piece, 0, length, offset))
          return piece.subarray(0, bytesRead)
        },
        close: () => file.close(),
      }
    },
    async list(path) {
      const found = look(dir, path)
      return found.kind === 'folder' ? await readdir(at(path)) : []
    },
    async sync(folders) {
      for (const folder of new Set(folders)) {
        if (look(dir, folder).kind === 'folder') await syncFolder(at(folder))
      }
    },
    space: () =>
      statfs(dir).then(
        ({ bavail, bsize }) => bavail * bsize,
        () => undefined,
      ),
  }
}

/** Names are changed synchronously: that takes microseconds, and a wait for a thread many times as long. */
function createChanges(dir: string, { platform, breathe }: On & { breathe: Breather }): DiskChanges {
  const only = (kind: 'file' | 'folder') => (path: string) => {
    refuseOther(dir, path, kind)
    return join(dir, ...path.split('/'))
  }
  const [file, folder] = [only('file'), only('folder')]
  const free = (path: string) => {
    const freed = file(path)
    rmSync(freed, { force: true })
    return freed
  }
  return {
    write: async (path, data, { mode } = {}) => writeWhole(free(path), data, mode),
    replace: async (path, data) => writeFileAtomic(file(path), data),
    extend: async (path, data, { length }) => extend(file(path), data, length),
    link: async (from, to) => linkOrCopy(file(from), free(to), { platform }),
    copy: async (from, to) => copySynced(file(from), free(to), { platform }),
    async rename(from, to) {
      await breathe()
      const onto = look(dir, from).kind === 'folder' ? folder : file
      renameSync(onto(from), onto(to))
    },
    makeFolder: async path => void mkdirSync(folder(path), { recursive: true }),
    async removeFolder(path) {
      await breathe()
      removeEmpty(folder(path))
    },
    async remove(path) {
      await breathe()
      rmSync(file(path), { force: true })
    },
  }
}

/** Synchronous: that takes microseconds for each name, and a path has several. Other work needs its turn in a loop. */
function look(dir: string, path: string): DiskEntry {
  for (const folder of path === '' ? [] : foldersOf(path)) {
    const found = lookAt(dir, folder)
    if (found.kind === 'file') return { kind: 'blocked', at: folder, by: 'file' }
    if (found.kind !== 'folder') return found
  }
  return lookAt(dir, path)
}

function lookAt(dir: string, path: string): DiskEntry {
  const stats = statsOf(dir, path)
  if (!stats) return { kind: 'absent' }
  if (stats.isDirectory()) return { kind: 'folder' }
  if (!stats.isFile()) return { kind: 'blocked', at: path, by: stats.isSymbolicLink() ? 'link' : 'special' }
  const stamp = `${stats.dev}:${stats.ino}:${stats.size}:${stats.mtimeNs}`
  return { kind: 'file', size: Number(stats.size), mode: Number(stats.mode) & 0o777, stamp }
}

function statsOf(dir: string, path: string) {
  try {
    return lstatSync(join(dir, ...path.split('/')), { bigint: true, throwIfNoEntry: false })
  } catch (error) {
    throw diskError(`look at "${path}"`, error)
  }
}

/** Awaits a read; an error says which path could not be read. */
async function reading<T>(path: string, work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    throw diskError(`read "${path}"`, error)
  })
}

function absent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}

/** @throws AppError `device_write` if a link or a special file is on the path, or a file is in the place of a folder, or a folder of a file */
function refuseOther(dir: string, path: string, expected: 'file' | 'folder'): void {
  const found = look(dir, path)
  if (found.kind === 'blocked') throw obstacleError(path, found)
  if (found.kind !== 'absent' && found.kind !== expected)
    throw obstacleError(path, { at: path, by: found.kind })
}

/** What blocks a path, at the path itself or above it. */
export interface Obstacle {
  readonly at: string
  readonly by: 'link' | 'file' | 'special' | 'folder'
}

const OBSTACLES: Readonly<Record<Obstacle['by'], string>> = {
  link: 'a symbolic link, which kura does not follow',
  file: 'a file in the place of a folder',
  special: 'neither a file nor a folder',
  folder: 'a folder in the place of a file',
}

/** The error for a blocked path. */
export function obstacleError(path: string, { at, by }: Obstacle): AppError {
  const what = at === path ? 'it' : `"${at}"`
  return new AppError('device_write', `Cannot use "${path}": ${what} is ${OBSTACLES[by]}`, {
    hint: `move "${at}" away, then sync again`,
  })
}
