import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { writeFileAtomic } from '../../core/disk/atomic-file.ts'
import { readRegular } from '../../core/disk/regular-file.ts'
import { isDeployedName, isOwnName, POINTER, referredNames } from '../../core/release/catalog.ts'
import type { Release } from './build.ts'

/** The operations on the release folder. Each of them is atomic. */
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

/** Lists the files that publishing has written and that `release` does not need. */
export async function listOthers(
  { pointer, catalog }: Release,
  disk: Pick<ReleaseDisk, 'names'>,
): Promise<string[]> {
  const needed = referredNames(pointer, catalog)
  return (await disk.names()).filter(name => isOwnName(name) && !needed.has(name))
}

/** Removes the files of `listOthers`. Returns the files that could not be removed: the next publish tries again. */
export async function removeOthers(release: Release, disk: ReleaseDisk): Promise<string[]> {
  const left: string[] = []
  for (const name of await listOthers(release, disk)) await disk.remove(name).catch(() => left.push(name))
  return left
}

/** Removes only files that publishing itself has written. */
export interface ReleaseWriter {
  put(name: string, data: string | Uint8Array): Promise<void>
  /** Returns the number of bytes of all put files that the host deploys. */
  bytes(): number
  /** Makes the release current by one rename, so a crash is harmless. Returns the old files that cannot be removed. */
  commit(release: Release): Promise<string[]>
  /** Removes the written files. The next publish removes the files that cannot be removed now. */
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
      // the files stay, because the pointer may have been replaced even if its writing failed
      if (committing) return
      for (const name of written) await disk.remove(name).catch(() => undefined)
    },
  }
}
