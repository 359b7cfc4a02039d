/**
 * Finds folders that kura created and that give way to a file of the release. A person's files in them are moved away
 * and kept, so that they do not stop the installation.
 */
import type { Manifest } from '../../core/release/schema.ts'
import type { Disk } from '../disk/disk.ts'
import type { ScannedEntry } from '../disk/scan.ts'

/** Everything in the folders that give way, at any depth. */
export interface Yielding {
  readonly files: readonly string[]
  readonly folders: readonly string[]
}

/** Reads the folders among `folders`, which kura has created, that are at the path of a file of the release. */
export async function readYielding(
  { files }: Manifest,
  { folders, scanned }: { folders: readonly string[]; scanned: ReadonlyMap<string, ScannedEntry> },
  disk: Pick<Disk, 'list' | 'look'>,
): Promise<Yielding> {
  const own = new Set(folders)
  const found = { files: [] as string[], folders: [] as string[] }
  const open = files
    .map(({ path }) => path)
    .filter(path => scanned.get(path)?.kind === 'folder' && own.has(path))
  for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
    for (const name of await disk.list(folder)) {
      const path = `${folder}/${name}`
      const { kind } = await disk.look(path)
      if (kind === 'file') found.files.push(path)
      if (kind !== 'folder') continue
      found.folders.push(path)
      open.push(path)
    }
  }
  return found
}
