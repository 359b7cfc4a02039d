import { mapConcurrently } from '../../core/work/concurrency.ts'
import { longWork, noProgress, type ReportProgress } from '../../core/work/progress.ts'
import type { Disk } from './disk.ts'
import type { DiskEntry } from './entry.ts'
import { ignoreHeld } from './held.ts'
import { CHECKING } from './words.ts'

export type ScannedEntry =
  | { readonly kind: 'file'; readonly sha256: string }
  /** Another program has the file open, and lets no other program read it. */
  | { readonly kind: 'unreadable' }
  | Exclude<DiskEntry, { readonly kind: 'file' }>

export type FileState =
  | 'whole'
  | 'changed'
  | 'missing'
  /** The file cannot be read, so its content is unknown. */
  | 'unknown'
  /** Something other than a file is at the path, or something other than a folder above it. */
  | 'blocked'

export interface ScanOptions {
  readonly progress?: ReportProgress | undefined
  /** The SHA-256 of files that this run has hashed, by their exact stamps; the scan adds to them. */
  readonly stamps?: Map<string, string> | undefined
}

/** Returns the entries at the paths of a release. Reads and hashes every file, unless this run has just hashed it. */
export async function scan(
  disk: Disk,
  paths: readonly string[],
  { progress = noProgress, stamps = new Map() }: ScanOptions = {},
): Promise<Map<string, ScannedEntry>> {
  const report = longWork(progress, { total: paths.length, from: 500 })
  let done = 0
  const scanned = await mapConcurrently(paths, async path => {
    const entry = await scanPath(disk, path, stamps)
    report({ what: CHECKING, done: ++done, total: paths.length, unit: 'files' })
    return [path, entry] as const
  })
  return new Map(scanned)
}

export function stateOf(scanned: ScannedEntry | undefined, sha256: string): FileState {
  if (scanned?.kind === 'file') return scanned.sha256 === sha256 ? 'whole' : 'changed'
  if (scanned?.kind === 'unreadable') return 'unknown'
  return !scanned || scanned.kind === 'absent' ? 'missing' : 'blocked'
}

async function scanPath(disk: Disk, path: string, stamps: Map<string, string>): Promise<ScannedEntry> {
  const entry = await disk.look(path)
  if (entry.kind !== 'file') return entry
  const { exact } = entry
  try {
    const known = exact === undefined ? undefined : stamps.get(exact)
    const sha256 = known ?? (await disk.digest(path, entry))
    if (sha256 === undefined) return { kind: 'absent' }
    if (exact !== undefined) stamps.set(exact, sha256)
    return { kind: 'file', sha256 }
  } catch (error) {
    ignoreHeld(error)
    return { kind: 'unreadable' }
  }
}
