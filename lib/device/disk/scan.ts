/** What is really on the disk at the paths of a release: every file is read and hashed, nothing is believed. */

import { mapConcurrently } from '../../concurrency.ts'
import { longWork, noProgress, type ReportProgress } from '../../progress.ts'
import type { Disk, Found } from './disk.ts'

export type Seen =
  | { readonly kind: 'file'; readonly sha256: string }
  | Exclude<Found, { readonly kind: 'file' }>

export type FileState =
  /** The file is there, and is what it should be. */
  | 'whole'
  /** A file is there with other content. */
  | 'changed'
  | 'missing'
  /** Something else is there, or on the way. */
  | 'blocked'

/** What stands at each of `paths`. */
export async function survey(
  disk: Disk,
  paths: readonly string[],
  progress: ReportProgress = noProgress,
): Promise<Map<string, Seen>> {
  const report = longWork(progress, { total: paths.length, from: 500 })
  let done = 0
  const seen = await mapConcurrently(paths, async path => {
    const there = await see(disk, path)
    report({ what: 'checking', done: ++done, total: paths.length, unit: 'files' })
    return [path, there] as const
  })
  return new Map(seen)
}

/** How what was seen compares with what should be there. */
export function stateOf(seen: Seen | undefined, sha256: string): FileState {
  if (seen?.kind === 'file') return seen.sha256 === sha256 ? 'whole' : 'changed'
  return !seen || seen.kind === 'absent' ? 'missing' : 'blocked'
}

async function see(disk: Disk, path: string): Promise<Seen> {
  const found = await disk.look(path)
  if (found.kind !== 'file') return found
  const sha256 = await disk.digest(path)
  return sha256 === undefined ? { kind: 'absent' } : { kind: 'file', sha256 }
}
