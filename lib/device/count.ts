/** What of a release is on the disk, counted from the disk and from nothing else. */
import type { ReportProgress } from '../progress.ts'
import type { Manifest } from '../release/schema.ts'
import type { Disk } from './disk/disk.ts'
import { type Seen, stateOf, survey } from './disk/scan.ts'
import { readIndex } from './index/index-disk.ts'
import { countIndexed } from './index/index-file.ts'

export interface Counts {
  readonly expected: number
  /** Files whose hash is the release's. */
  readonly installed: number
  /** Files that the index has a line for. */
  readonly indexed: number
}

/** The counts, and what was seen at each path. Without a release all are 0. */
export async function countRelease(
  disk: Disk,
  manifest: Manifest | undefined,
  progress?: ReportProgress,
): Promise<{ readonly counts: Counts; readonly seen: Map<string, Seen> }> {
  const files = manifest?.files ?? []
  const paths = files.map(({ path }) => path)
  const seen = await survey(disk, paths, progress)
  const installed = files.filter(({ path, sha256 }) => stateOf(seen.get(path), sha256) === 'whole').length
  // an index that cannot be read refers to nothing
  const index = manifest && (await readIndex(disk, manifest.index.path).catch(() => undefined))
  const indexed = index === undefined ? 0 : countIndexed(index, files)
  return { counts: { expected: files.length, installed, indexed }, seen }
}

/** Whether the whole release is there, its index lines too. */
export function isWhole({ expected, installed, indexed }: Counts): boolean {
  return installed === expected && indexed === expected
}

/** The status line of document 3; `release` tells whether there is one at all. */
export function statusLine({ expected, installed, indexed }: Counts, release: boolean): string {
  const memory = release ? String(installed) : 'none'
  return `memory=${memory} / index reference=${release && indexed === expected ? 'yes' : 'no'}`
}
