/**
 * A device's directory. Every path is relative to it, and is checked name by name before it is read or changed: a
 * symbolic link is not followed. A change that fails leaves no incomplete file under the final name.
 */
import { closeSync, constants, mkdirSync, openSync, readdirSync, readFileSync, readSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { type FileContent, syncFolder, writeFileAtomic } from '../../core/disk/atomic-file.ts'
import { digestFile } from '../../core/disk/digest-file.ts'
import { createRetry, type Retry, type RetryDeps } from '../../core/disk/retry.ts'
import { phrase } from '../../core/language/catalogue.ts'
import { createYielder, mapConcurrently, type Yielder } from '../../core/work/concurrency.ts'
import { type DiskEntry, fileAt, isSame, look, refuseOther } from './entry.ts'
import { diskError } from './error.ts'
import {
  copySynced,
  extend,
  linkOrCopy,
  makeWritable,
  type On,
  removeEmpty,
  removeFile,
  rename,
  writeWhole,
} from './file-changes.ts'
import { createTellHeld, type TellHeld } from './held.ts'
import { foldersByDepth } from './layout.ts'
import { DISK_ACTS } from './words.ts'

export interface DiskChanges {
  /** Waits until the file is on the disk. An existing file is replaced, but not atomically. */
  write(path: string, data: FileContent, options?: { mode?: number }): Promise<void>
  /** Replaces the file atomically: its content is the old one or the new one, never a part. */
  replace(path: string, data: string | Uint8Array): Promise<void>
  /** Truncates a file to `length` bytes and appends `data`. */
  extend(path: string, data: Uint8Array, options: { length: number }): Promise<void>
  /** Makes a hard link, or a copy if the file system has none. */
  link(from: string, to: string): Promise<void>
  copy(from: string, to: string): Promise<void>
  rename(from: string, to: string): Promise<void>
  makeFolder(path: string): Promise<void>
  /** Removes the folder if it is empty. */
  removeFolder(path: string): Promise<void>
  remove(path: string): Promise<void>
}

export interface OpenFile {
  /** Reads `length` bytes, at most some ten thousand; at the end of the file, the rest. */
  read(offset: number, length: number): Promise<Uint8Array>
  close(): Promise<void>
}

export interface Disk extends DiskChanges {
  readonly dir: string
  readonly platform: NodeJS.Platform
  /** Repeats an operation while Windows refuses it. */
  readonly retry: Retry
  look(path: string): Promise<DiskEntry>
  /** Whether both paths exist and are one file or folder. On some disks letter case makes no difference. */
  isSame(one: string, other: string): boolean
  /** The SHA-256 of the file, or undefined if there is none. `found` is what `look` has just found at the path. */
  digest(path: string, found?: DiskEntry): Promise<string | undefined>
  read(path: string): Promise<Uint8Array<ArrayBuffer>>
  /** Opens the file; the caller closes it. */
  open(path: string): Promise<OpenFile>
  list(path: string): Promise<string[]>
  /** Waits until the entries of these folders are on the disk. A folder's own entry comes before those in it. */
  sync(folders: Iterable<string>): Promise<void>
  /** The free bytes of the disk; undefined if the system does not say. */
  space(): Promise<number | undefined>
}

export interface DiskOptions extends RetryDeps {
  readonly intercept?: ((changes: DiskChanges) => DiskChanges) | undefined
}

export function openDisk(
  dir: string,
  { intercept = changes => changes, platform = process.platform, sleep }: DiskOptions = {},
): Disk {
  const at = (path: string) => fileAt(dir, path)
  const retry = createRetry({ platform, sleep })
  const tellHeld = createTellHeld(dir, { platform })
  const read = async <T>(path: string, work: () => T | Promise<T>): Promise<T> =>
    retry(at(path), work).catch((error: unknown) => {
      throw diskError(phrase(DISK_ACTS.read, { path }), tellHeld(error, [path]))
    })
  const yieldToLoop = createYielder()
  return {
    dir,
    platform,
    retry,
    ...tellingHeld(intercept(createChanges(dir, { platform, retry, yieldToLoop })), tellHeld),
    async look(path) {
      await yieldToLoop()
      return look(dir, path)
    },
    isSame: (one, other) => isSame(dir, one, other),
    async digest(path, found) {
      if (!found) await yieldToLoop()
      if ((found ?? look(dir, path)).kind !== 'file') return undefined
      return (await read(path, () => digestFile(at(path)).catch(absent)))?.sha256
    },
    async read(path) {
      await yieldToLoop()
      refuseOther(path, look(dir, path), 'file')
      return read(path, () => new Uint8Array(readFileSync(at(path), { flag: READ })))
    },
    async open(path) {
      refuseOther(path, look(dir, path), 'file')
      const file = await read(path, () => openSync(at(path), READ))
      return {
        async read(offset, length) {
          await yieldToLoop()
          const piece = new Uint8Array(length)
          const count = await read(path, () => readSync(file, piece, 0, length, offset))
          return piece.subarray(0, count)
        },
        close: async () => closeSync(file),
      }
    },
    async list(path) {
      const found = look(dir, path)
      return found.kind === 'folder' ? readdirSync(at(path)) : []
    },
    async sync(folders) {
      for (const level of foldersByDepth(folders)) {
        const present = level.filter(folder => look(dir, folder).kind === 'folder')
        await mapConcurrently(present, folder => syncFolder(at(folder)))
      }
    },
    space: () =>
      statfs(dir).then(
        ({ bavail, bsize }) => bavail * bsize,
        () => undefined,
      ),
  }
}

/** If there is a pipe in the place of the file, `O_NONBLOCK` opens it without waiting for a writer. */
const READ = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)

/** Renames and removals use synchronous calls, which take microseconds; asynchronous calls take far longer. */
function createChanges(dir: string, { yieldToLoop, ...on }: On & { yieldToLoop: Yielder }): DiskChanges {
  const only = (kind: 'file' | 'folder') => (path: string) => {
    refuseOther(path, look(dir, path), kind)
    return fileAt(dir, path)
  }
  const [file, folder] = [only('file'), only('folder')]
  const free = async (path: string) => {
    const found = look(dir, path)
    refuseOther(path, found, 'file')
    if (found.kind === 'file') await removeFile(fileAt(dir, path), on)
    return fileAt(dir, path)
  }
  const writable = (path: string) => {
    const at = file(path)
    makeWritable(at, on)
    return at
  }
  return {
    write: async (path, data, { mode } = {}) => writeWhole(await free(path), data, { mode, ...on }),
    replace: async (path, data) => writeFileAtomic(writable(path), data, on),
    extend: async (path, data, { length }) => extend(writable(path), data, { length, ...on }),
    link: async (from, to) => linkOrCopy(file(from), await free(to), on),
    copy: async (from, to) => copySynced(file(from), await free(to), on),
    async rename(from, to) {
      await yieldToLoop()
      const found = look(dir, from)
      const kind = found.kind === 'folder' ? 'folder' : 'file'
      refuseOther(from, found, kind)
      await rename(fileAt(dir, from), only(kind)(to), on)
    },
    makeFolder: async path => void mkdirSync(folder(path), { recursive: true }),
    async removeFolder(path) {
      await yieldToLoop()
      await removeEmpty(folder(path), on)
    },
    async remove(path) {
      await yieldToLoop()
      await removeFile(file(path), on)
    },
  }
}

function absent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}

function tellingHeld(changes: DiskChanges, tell: TellHeld): DiskChanges {
  return wrapChanges(
    changes,
    (change, paths) =>
      (...given) =>
        change(...given).catch((error: unknown) => {
          // `tell` expects the changed file first: of two paths it is the second
          throw tell(error, given.slice(0, paths).map(String).toReversed())
        }),
  )
}

type Wrap = <Given extends [string, ...unknown[]]>(
  change: (...given: Given) => Promise<void>,
  paths: 1 | 2,
) => (...given: Given) => Promise<void>

/** Passes each change through `wrap`, with the number of paths among its arguments. */
export function wrapChanges(changes: DiskChanges, wrap: Wrap): DiskChanges {
  return {
    write: wrap(changes.write, 1),
    replace: wrap(changes.replace, 1),
    extend: wrap(changes.extend, 1),
    link: wrap(changes.link, 2),
    copy: wrap(changes.copy, 2),
    rename: wrap(changes.rename, 2),
    makeFolder: wrap(changes.makeFolder, 1),
    removeFolder: wrap(changes.removeFolder, 1),
    remove: wrap(changes.remove, 1),
  }
}
