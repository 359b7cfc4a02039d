import type { Manifest } from '../../core/release/schema.ts'
import type { Disk } from '../disk/disk.ts'
import type { Obstacle } from '../disk/entry.ts'
import type { ScannedEntry } from '../disk/scan.ts'

/** The contents of the folders that give way, at any depth. */
export interface Yielding {
  readonly files: readonly string[]
  readonly folders: readonly string[]
  /** The links and special files that keep a folder in place. The files and folders in it are then not listed. */
  readonly obstacles: readonly Obstacle[]
}

/** Reads the folders that give way. A person's files in one are kept elsewhere; a link or a special file keeps it. */
export async function readYielding(
  { files }: Manifest,
  { folders, scanned }: { folders: readonly string[]; scanned: ReadonlyMap<string, ScannedEntry> },
  disk: Pick<Disk, 'list' | 'look'>,
): Promise<Yielding> {
  const own = new Set(folders)
  const found: Yielding[] = []
  for (const { path } of files)
    if (scanned.get(path)?.kind === 'folder' && own.has(path)) found.push(await readFolder(path, disk))
  const whole = found.filter(({ obstacles }) => obstacles.length === 0)
  return {
    files: whole.flatMap(({ files }) => files),
    folders: whole.flatMap(({ folders }) => folders),
    obstacles: found.flatMap(({ obstacles }) => obstacles),
  }
}

async function readFolder(root: string, disk: Pick<Disk, 'list' | 'look'>): Promise<Yielding> {
  const found = { files: [] as string[], folders: [] as string[], obstacles: [] as Obstacle[] }
  const open = [root]
  for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
    for (const name of await disk.list(folder)) {
      const path = `${folder}/${name}`
      const entry = await disk.look(path)
      if (entry.kind === 'file') found.files.push(path)
      if (entry.kind === 'blocked') found.obstacles.push(entry)
      if (entry.kind !== 'folder') continue
      found.folders.push(path)
      open.push(path)
    }
  }
  return found
}
