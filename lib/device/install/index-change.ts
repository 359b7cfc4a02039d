/** How an installation changes the index file: forward to the new release, backward to the previous one. */
import type { Manifest } from '../../core/release/schema.ts'
import type { Disk } from '../disk/disk.ts'
import { folderOf } from '../disk/layout.ts'
import { type IndexMove, isIndexed, moveIndex } from '../index/disk.ts'
import { readManifest } from '../trust/state-file.ts'
import type { Direction, Journal } from './journal.ts'

/** The manifests of a journal: the release before the installation and the release after it. */
export interface Releases {
  readonly before: Manifest | undefined
  readonly after: Manifest | undefined
}

/** Reads the manifests of a journal, which takes milliseconds: once for an installation. */
export function releasesOf({ previous, next }: Journal): Releases {
  return { before: readManifest(previous?.release), after: readManifest(next.release) }
}

export function indexMove(
  { previous, next, makesIndex }: Journal,
  direction: Direction,
  { before, after }: Releases,
): IndexMove {
  const known = [...(previous?.installed ?? []), ...next.installed].map(([path]) => path)
  if (direction === 'forward') return { from: before, to: after, known, made: false }
  return { from: after, to: before, known, made: makesIndex }
}

/** The folders in which the index is replaced or removed. */
export function indexFolders({ before, after }: Releases): string[] {
  return [before, after].flatMap(manifest => (manifest ? [folderOf(manifest.index.path)] : []))
}

/**
 * Undoes the change of the index. The index is replaced atomically, so it was changed only if it is now the index of
 * the new release.
 */
export async function undoIndex(disk: Disk, journal: Journal, releases: Releases): Promise<void> {
  const move = indexMove(journal, 'backward', releases)
  const written = move.from && (await isIndexed(disk, move.from, move.known).catch(() => false))
  if (written) await moveIndex(disk, move)
}
