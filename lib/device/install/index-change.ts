/** The changes of the index. A file that has left the release keeps its line until it can be removed. */
import type { Manifest } from '../../core/release/schema.ts'
import type { Disk } from '../disk/disk.ts'
import { heldPath, ignoreHeld } from '../disk/held.ts'
import { folderOf } from '../disk/layout.ts'
import { type IndexMove, isIndexed, moveIndex } from '../index/disk.ts'
import { readManifest, type State } from '../trust/state-file.ts'
import type { Direction, Journal } from './journal.ts'
import { waits } from './waiting.ts'

export interface Releases {
  readonly before: Manifest | undefined
  readonly after: Manifest | undefined
}

/** Reads the manifests in the journal. This takes milliseconds, so it is done once for each installation. */
export function releasesOf({ previous, next }: Journal): Releases {
  return { before: readManifest(previous?.release), after: readManifest(next.release) }
}

function indexMove(
  { previous, next, makesIndex }: Journal,
  direction: Direction,
  { before, after }: Releases,
): IndexMove {
  const known = [...pathsOf(previous), ...pathsOf(next), ...(previous?.waitingIndex?.lines ?? [])]
  if (direction === 'forward') {
    const from = [...(previous?.waitingIndex?.at ?? []), ...(before ? [before.index] : [])]
    return { from, ...toward(after, next, known), made: false }
  }
  return { from: after ? [after.index] : [], ...toward(before, previous, known), made: makesIndex }
}

function toward(
  manifest: Manifest | undefined,
  state: State | undefined,
  known: readonly string[],
): Pick<IndexMove, 'to' | 'former'> {
  const installed = new Set(pathsOf(state))
  const files = manifest?.files.filter(({ path }) => installed.has(path)) ?? []
  const listed = new Set(files.map(({ path }) => path))
  return {
    to: manifest && { index: manifest.index, files },
    former: known.filter(path => listed.has(path) || !installed.has(path)),
  }
}

function pathsOf(state: State | undefined): string[] {
  return (state?.installed ?? []).map(([path]) => path)
}

/** Whether the index is as the journal would write it; false if the index is held. */
export async function isIndexUpToDate(disk: Disk, journal: Journal): Promise<boolean> {
  const { to, former } = indexMove(journal, 'forward', releasesOf(journal))
  if (!to) return false
  return (await isIndexed(disk, to, former).catch(ignoreHeld)) ?? false
}

/** Writes the index. If this has to wait, `held` is the path that blocks it, which may be the index's own. */
export async function writeIndex(
  disk: Disk,
  journal: Journal,
  { releases, held }: { releases: Releases; held: ReadonlySet<string> },
): Promise<{ written: boolean; held?: string }> {
  const path = releases.after?.index.path
  if (path !== undefined && waits(path, held)) return { written: false, held: path }
  try {
    return { written: await moveIndex(disk, indexMove(journal, 'forward', releases)) }
  } catch (error) {
    const open = heldPath(error)
    if (open === undefined) throw error
    return { written: false, held: open }
  }
}

/** The journal for an index that waits: its next state names the lines that must be removed later. */
export function withWaitingIndex(journal: Journal, releases: Releases): Journal {
  const { from, former } = indexMove(journal, 'forward', releases)
  const at = [...new Map(from.map(index => [index.path, index])).values()]
  return { ...journal, next: { ...journal.next, waitingIndex: { at, lines: [...new Set(former)] } } }
}

/** The folders in which the index is replaced or removed. */
export function indexFolders({ before, after }: Releases): string[] {
  return [before, after].flatMap(manifest => (manifest ? [folderOf(manifest.index.path)] : []))
}

/** Undoes the change of the index, if there is one. One rename made it, so a change is complete or absent. */
export async function undoIndex(disk: Disk, journal: Journal, releases: Releases): Promise<void> {
  const { to, former } = indexMove(journal, 'forward', releases)
  if (to && (await disk.look(to.index.path)).kind === 'blocked') return
  const isWritten = to && (await isIndexed(disk, to, former).catch(falseUnlessHeld))
  if (isWritten) await moveIndex(disk, indexMove(journal, 'backward', releases))
}

/** An index that is not text is not kura's, so it counts as unchanged. The content of a held index is unknown. */
function falseUnlessHeld(error: unknown): false {
  if (heldPath(error) !== undefined) throw error
  return false
}
