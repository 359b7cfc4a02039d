/** What is on a device, from its disk alone: no network, no lock, nothing written. */
import { type Counts, countRelease, isWhole, statusLine } from './count.ts'
import { realDirectory } from './disk/directory.ts'
import { openDisk } from './disk/disk.ts'
import { JOURNAL } from './disk/layout.ts'
import { lackingFiles } from './install/plan.ts'
import { readManifest, readState } from './trust/state-file.ts'

export interface StatusResult extends Counts {
  /** `memory=<shared count or none> / index reference=<yes|no>` (document 3). */
  readonly line: string
  /** The version of the installed release; absent if there is none. */
  readonly release?: number
  /** All files and all index lines of a release are there. */
  readonly whole: boolean
  /** Files of the release that are missing or changed. */
  readonly lacking: readonly string[]
  /** An installation was interrupted; the next sync completes or undoes it. */
  readonly unfinished: boolean
}

/** Looks at the device directory `dir`. @throws AppError `device_write` if it is not a directory */
export async function status(dir: string): Promise<StatusResult> {
  const disk = openDisk(await realDirectory(dir))
  const manifest = readManifest((await readState(disk))?.release)
  const { counts, scanned } = await countRelease(disk, manifest)
  return {
    line: statusLine(counts, manifest !== undefined),
    ...(manifest && { release: manifest.version }),
    ...counts,
    whole: manifest !== undefined && isWhole(counts),
    lacking: manifest ? lackingFiles(manifest, scanned).map(({ path }) => path) : [],
    unfinished: (await disk.look(JOURNAL)).kind === 'file',
  }
}
