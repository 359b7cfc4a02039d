/**
 * Writes a release folder so that a crash at any point leaves a whole release: new files are written beside the old ones,
 * then the pointer is replaced in one rename, then files that are no longer referenced are removed.
 */
import { mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { writeFileAtomic } from '../disk/atomic-file.ts'
import { isOwnName, POINTER, referredNames } from '../release/catalog.ts'
import type { Release } from './build.ts'

/** The operations on a release folder; each is atomic. */
export interface ReleaseDisk {
  names(): Promise<string[]>
  /** The content of a file, undefined if there is none. */
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
      readFile(join(dir, name)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return undefined
        throw error
      }),
    write: (name, data) => writeFileAtomic(join(dir, name), data),
    remove: name => rm(join(dir, name), { force: true }),
  }
}

/** Makes `release` the current one; only files that publishing itself has written are removed. */
export async function writeRelease(disk: ReleaseDisk, release: Release): Promise<void> {
  for (const [name, data] of release.files) {
    const present = await disk.read(name)
    if (!present?.equals(Buffer.from(data))) await disk.write(name, data)
  }
  await disk.write(POINTER, `${JSON.stringify(release.pointer, null, 2)}\n`)
  const kept = referredNames(release.pointer, release.catalog)
  for (const name of await disk.names()) {
    if (isOwnName(name) && !kept.has(name)) await disk.remove(name)
  }
}
