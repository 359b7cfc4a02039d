/**
 * Plans an installation. It removes a file only if kura installed the file and nobody has changed it. A person's file
 * is never lost, and never blocks an installation for good. A link or a special file stays, and only its path waits. A
 * person's folder in the place of a file stays too, and an error asks the person to move it away. Pure.
 */
import { foldersOf } from '../../core/release/path.ts'
import type { Manifest, ReleaseFile } from '../../core/release/schema.ts'
import type { DiskEntry, Obstacle } from '../disk/entry.ts'
import { type FileState, type ScannedEntry, stateOf } from '../disk/scan.ts'
import type { Step } from './journal.ts'
import type { Yielding } from './yielding.ts'

export interface PlanFacts {
  readonly target: Manifest
  /** The SHA-256 of each file that kura has installed on this device, by path. */
  readonly installed: ReadonlyMap<string, string>
  readonly folders: readonly string[]
  /** The entries at the paths of the target, and at those paths of `installed` that the target does not have. */
  readonly scanned: ReadonlyMap<string, ScannedEntry>
  readonly entries: ReadonlyMap<string, DiskEntry>
  /** The files and folders that must give way to a file of the release. */
  readonly yielding: Yielding
}

export interface Changes {
  readonly added: readonly string[]
  readonly updated: readonly string[]
  /** Files that had the release's content when kura installed them, and have since been changed or removed. */
  readonly repaired: readonly string[]
  readonly removed: readonly string[]
  /** Files that have left the release but stay, because a person has changed or replaced them. */
  readonly kept: readonly string[]
}

export interface Plan extends Changes {
  readonly steps: readonly Step[]
  /** The folders that kura has created, as they are after the steps. */
  readonly folders: readonly string[]
  readonly unreadable: readonly string[]
  /** The entries that kura neither follows nor replaces, each with the path that it blocks. */
  readonly obstacles: readonly (Obstacle & { readonly path: string })[]
}

export function planInstall(facts: PlanFacts): Plan {
  const needed = neededFolders(facts.target)
  const isFile = (folder: string) => facts.entries.get(folder)?.kind === 'file'
  const inTheWay = [...needed.filter(isFile), ...facts.yielding.files]
  const leaving = leavingFiles(facts, new Set(inTheWay))
  const leavers = [...leavingFolders(facts.folders, needed), ...facts.yielding.folders]
  const dropped = [...new Set(leavers)].sort((a, b) => depth(b) - depth(a))
  const made = needed.filter(folder => facts.entries.get(folder)?.kind !== 'folder')
  const own = new Set([...made, ...facts.folders])
  const lacking = facts.target.files.filter(
    ({ path, sha256 }) => stateOf(facts.scanned.get(path), sha256) !== 'whole',
  )
  const removals = [...new Set([...leaving.removed, ...inTheWay])]
  return {
    steps: [
      ...removals.map(path => ({ do: 'remove' as const, path, ...installedAt(facts, path) })),
      ...dropped.map(path => ({ do: 'drop-folder' as const, path })),
      ...made.map(path => ({ do: 'make-folder' as const, path })),
      ...lacking.map(({ path, sha256 }) => ({
        do: 'put' as const,
        path,
        sha256,
        ...installedAt(facts, path),
      })),
    ],
    folders: needed.filter(folder => own.has(folder)),
    ...changesOf(lacking, facts),
    ...leaving,
    unreadable: [...facts.scanned].flatMap(([path, { kind }]) => (kind === 'unreadable' ? [path] : [])),
    obstacles: obstaclesOf(facts, new Set(dropped)),
  }
}

/** The states of files that the device lacks. `unknown` is missing here, because an unreadable file may be whole. */
const LACKING: readonly FileState[] = ['changed', 'missing', 'blocked']

export function lackingFiles({ files }: Manifest, scanned: ReadonlyMap<string, ScannedEntry>): ReleaseFile[] {
  return files.filter(({ path, sha256 }) => LACKING.includes(stateOf(scanned.get(path), sha256)))
}

/** The folders that the release or its index needs, the outermost first. */
export function neededFolders({ files, index }: Manifest): string[] {
  const folders = [...files.map(({ path }) => path), index.path].flatMap(foldersOf)
  return [...new Set(folders)].sort((a, b) => depth(a) - depth(b))
}

export function leavingPaths(installed: ReadonlyMap<string, string>, { files }: Manifest): string[] {
  const staying = new Set(files.map(({ path }) => path))
  return [...installed.keys()].filter(path => !staying.has(path))
}

export function leavingFolders(folders: readonly string[], needed: readonly string[]): string[] {
  const staying = new Set(needed)
  return folders.filter(folder => !staying.has(folder))
}

function leavingFiles({ installed, target, scanned }: PlanFacts, inTheWay: ReadonlySet<string>) {
  const leaving = leavingPaths(installed, target)
  const state = (path: string) => stateOf(scanned.get(path), installed.get(path) ?? '')
  return {
    removed: leaving.filter(path => ['whole', 'unknown'].includes(state(path))),
    kept: leaving.filter(path => {
      const entry = scanned.get(path)
      // a person has put a link or a special file in the place of the file
      const isReplaced = entry?.kind === 'blocked' && entry.at === path
      return isReplaced || (state(path) === 'changed' && !inTheWay.has(path))
    }),
  }
}

function changesOf(lacking: readonly ReleaseFile[], { installed }: PlanFacts) {
  const before = ({ path }: ReleaseFile) => installed.get(path)
  return {
    added: pathsOf(lacking.filter(file => before(file) === undefined)),
    updated: pathsOf(lacking.filter(file => before(file) !== undefined && before(file) !== file.sha256)),
    repaired: pathsOf(lacking.filter(file => before(file) === file.sha256)),
  }
}

/** Links and special files stay even in a folder that gives way. */
function obstaclesOf(
  { target, scanned, entries, yielding }: PlanFacts,
  dropped: ReadonlySet<string>,
): Plan['obstacles'] {
  const places = [...target.files.map(({ path }) => [path, scanned.get(path)] as const), ...entries]
  const isPlace = new Set(target.files.map(({ path }) => path))
  const onPlaces = places.flatMap(([path, entry]): Plan['obstacles'] => {
    if (entry?.kind === 'blocked') return entry.by === 'file' ? [] : [{ path, at: entry.at, by: entry.by }]
    const isObstacle = entry?.kind === 'folder' && isPlace.has(path) && !dropped.has(path)
    return isObstacle ? [{ path, at: path, by: 'folder' }] : []
  })
  return [...onPlaces, ...yielding.obstacles.map(found => ({ path: found.at, ...found }))]
}

function installedAt({ installed }: PlanFacts, path: string): { installed?: string } {
  const sha256 = installed.get(path)
  return sha256 === undefined ? {} : { installed: sha256 }
}

function pathsOf(files: readonly ReleaseFile[]): string[] {
  return files.map(({ path }) => path)
}

function depth(path: string): number {
  return path.split('/').length
}
