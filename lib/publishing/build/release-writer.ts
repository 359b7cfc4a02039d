/**
 * Writes a release folder so that a crash at any point leaves a complete release: new files are written beside the old
 * ones, then the pointer is replaced in one rename, then files that are no longer needed are removed.
 */
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { writeFileAtomic } from '../../core/disk/atomic-file.ts'
import { readRegular } from '../../core/disk/regular-file.ts'
import { isDeployedName, isOwnName, POINTER, referredNames } from '../../core/release/catalog.ts'
import type { Release } from './build.ts'

/** The operations on a release folder; each is atomic. */
export interface ReleaseDisk {
  names(): Promise<string[]>
  read(name: string): Promise<Buffer | undefined>
  write(name: string, data: string | Uint8Array): Promise<void>
  remove(name: string): Promise<void>
}

export function openReleaseDisk(dir: string): ReleaseDisk {
  return {
    async names() {
      await mkdir(dir, { recursive: true })
      return readdir(dir)
    },
    read: name =>
      readRegular(join(dir, name)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return undefined
        throw error
      }),
    write: (name, data) => writeFileAtomic(join(dir, name), data),
    remove: name => rm(join(dir, name), { force: true }),
  }
}

/** The old files of a folder: publishing has written them, and `release` does not need them. */
export async function listOthers(
  { pointer, catalog }: Release,
  disk: Pick<ReleaseDisk, 'names'>,
): Promise<string[]> {
  const needed = referredNames(pointer, catalog)
  return (await disk.names()).filter(name => isOwnName(name) && !needed.has(name))
}

/**
 * Removes old content and the files that an interrupted publisher has left. Returns the files that could not be
 * removed: the release is complete anyway, and the next publish tries again.
 */
export async function removeOthers(release: Release, disk: ReleaseDisk): Promise<string[]> {
  const left: string[] = []
  for (const name of await listOthers(release, disk)) await disk.remove(name).catch(() => left.push(name))
  return left
}

/** Writes one release. It removes only files that publishing itself has written. */
export interface ReleaseWriter {
  /** Writes a file, unless it is there already. */
  put(name: string, data: string | Uint8Array): Promise<void>
  /** The size in bytes of all files that were put and that the host deploys. */
  bytes(): number
  /**
   * Makes the release the current one, after all of its files were put. Returns the files that `removeOthers` could not
   * remove.
   */
  commit(release: Release): Promise<string[]>
  /**
   * Removes the files of a release that was not committed. Files that cannot be removed now are removed by the next
   * publish.
   */
  discard(): Promise<void>
}

export function createReleaseWriter(disk: ReleaseDisk): ReleaseWriter {
  const written: string[] = []
  let bytes = 0
  let committing = false
  return {
    async put(name, data) {
      if (isDeployedName(name)) bytes += Buffer.byteLength(data)
      if ((await disk.read(name))?.equals(typeof data === 'string' ? Buffer.from(data) : data)) return
      written.push(name)
      await disk.write(name, data)
    },
    bytes: () => bytes,
    async commit(release) {
      committing = true
      await disk.write(POINTER, `${JSON.stringify(release.pointer, null, 2)}\n`)
      return removeOthers(release, disk)
    },
    async discard() {
      // the pointer may have been replaced even if writing it failed
      if (committing) return
      for (const name of written) await disk.remove(name).catch(() => undefined)
    },
  }
}
