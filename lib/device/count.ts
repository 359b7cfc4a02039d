/** How much of a release is on the disk, counted from the disk alone. */
import type { ReportProgress } from '../core/progress.ts'
import type { Manifest } from '../core/release/schema.ts'
import type { Disk } from './disk/disk.ts'
import { type ScannedEntry, scan, stateOf } from './disk/scan.ts'
import { readIndex } from './index/disk.ts'
import { countIndexed } from './index/file.ts'

export interface Counts {
  readonly expected: number
  /** Files whose hash is the release's. */
  readonly installed: number
  /** Files that the index has a line for. */
  readonly indexed: number
}

/** The counts, and the scan of each path. Without a release every count is 0. */
export async function countRelease(
  disk: Disk,
  manifest: Manifest | undefined,
  progress?: ReportProgress,
): Promise<{ readonly counts: Counts; readonly scanned: Map<string, ScannedEntry> }> {
  const files = manifest?.files ?? []
  const paths = files.map(({ path }) => path)
  const scanned = await scan(disk, paths, progress)
  const installed = files.filter(({ path, sha256 }) => stateOf(scanned.get(path), sha256) === 'whole').length
  // an index that cannot be read counts as one without lines
  const index = manifest && (await readIndex(disk, manifest.index.path).catch(() => undefined))
  const indexed = index === undefined ? 0 : countIndexed(index, files)
  return { counts: { expected: files.length, installed, indexed }, scanned }
}

/** Whether the whole release is there, including its index lines. */
export function isWhole({ expected, installed, indexed }: Counts): boolean {
  return installed === expected && indexed === expected
}

/** The status line of document 3; `release` says whether a release is installed. */
export function statusLine({ expected, installed, indexed }: Counts, release: boolean): string {
  const memory = release ? String(installed) : 'none'
  return `memory=${memory} / index reference=${release && indexed === expected ? 'yes' : 'no'}`
}
