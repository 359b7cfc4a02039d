import type { Manifest } from '../core/release/schema.ts'
import { realDirectory } from './disk/directory.ts'
import { type Disk, openDisk } from './disk/disk.ts'
import { JOURNAL } from './disk/layout.ts'
import { type ScannedEntry, type ScanOptions, scan, stateOf } from './disk/scan.ts'
import { readIndex } from './index/disk.ts'
import { countIndexed } from './index/file.ts'
import { lackingFiles } from './install/plan.ts'
import { readManifest, readState } from './trust/state-file.ts'

export interface Counts {
  readonly expected: number
  /** The number of files whose content has the hash in the release. */
  readonly installed: number
  readonly indexed: number
}

/** Counts the release's files; all counts are 0 without a release. A file is hashed unless its exact stamp is known. */
export async function countRelease(
  disk: Disk,
  manifest: Manifest | undefined,
  options?: ScanOptions,
): Promise<{ readonly counts: Counts; readonly scanned: Map<string, ScannedEntry> }> {
  const files = manifest?.files ?? []
  const paths = files.map(({ path }) => path)
  const scanned = await scan(disk, paths, options)
  const installed = files.filter(({ path, sha256 }) => stateOf(scanned.get(path), sha256) === 'whole').length
  // an unreadable index counts as an index without lines
  const index = manifest && (await readIndex(disk, manifest.index.path).catch(() => undefined))
  const indexed = index === undefined ? 0 : countIndexed(index, files)
  return { counts: { expected: files.length, installed, indexed }, scanned }
}

export function isWhole({ expected, installed, indexed }: Counts): boolean {
  return installed === expected && indexed === expected
}

/** The status line of document 3. `release` says whether a release is installed. */
export function statusLine({ expected, installed, indexed }: Counts, release: boolean): string {
  const memory = release ? String(installed) : 'none'
  return `memory=${memory} / index reference=${release && indexed === expected ? 'yes' : 'no'}`
}

export interface StatusResult extends Counts {
  /** `memory=<shared count or none> / index reference=<yes|no>` (document 3). */
  readonly line: string
  readonly release?: number
  readonly whole: boolean
  readonly lacking: readonly string[]
  /** Whether an installation was interrupted. The next sync completes or undoes it. */
  readonly unfinished: boolean
}

/** Reads the status from the disk alone, without a lock. @throws AppError `device_write` if `dir` is no directory */
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
