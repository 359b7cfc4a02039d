/**
 * What has to be done to the files of a device, from what stands there: pure. A file is removed only where kura put
 * it and nobody changed it since; a person's file is never in the way for good, and never lost.
 */
import { foldersOf } from '../../release/path.ts'
import type { Manifest, ReleaseFile } from '../../release/schema.ts'
import type { Found, Obstacle } from '../disk/disk.ts'
import { type Seen, stateOf } from '../disk/scan.ts'
import type { Step } from './journal.ts'

export interface PlanFacts {
  readonly target: Manifest
  /** SHA-256 by path of what kura has put on this device. */
  readonly installed: ReadonlyMap<string, string>
  /** Folders that kura made. */
  readonly folders: readonly string[]
  /** What was seen at the paths of the target, and at those of `installed` that it has no more. */
  readonly seen: ReadonlyMap<string, Seen>
  /** What was found at each folder that the target needs. */
  readonly found: ReadonlyMap<string, Found>
}

export interface Plan {
  readonly steps: readonly Step[]
  /** Folders that kura has made, once the steps are done. */
  readonly folders: readonly string[]
  readonly added: readonly string[]
  readonly updated: readonly string[]
  /** Files of the release that were missing or changed on the device. */
  readonly repaired: readonly string[]
  readonly removed: readonly string[]
  /** Files that left the release and stay, because they were changed here. */
  readonly kept: readonly string[]
  /** What kura will not go through or replace, and for which path. */
  readonly obstacles: readonly (Obstacle & { readonly path: string })[]
}

export function planInstall(facts: PlanFacts): Plan {
  const needed = neededFolders(facts.target)
  const inTheWay = needed.filter(folder => isFile(facts.found.get(folder)))
  const leaving = leavingFiles(facts, new Set(inTheWay))
  const dropped = facts.folders.filter(folder => !needed.includes(folder)).sort(deepestFirst)
  const made = needed.filter(folder => facts.found.get(folder)?.kind !== 'folder')
  const lacking = lackingFiles(facts.target, facts.seen)
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
    folders: needed.filter(folder => made.includes(folder) || facts.folders.includes(folder)),
    ...changesOf(lacking, facts),
    ...leaving,
    obstacles: obstaclesOf(facts, new Set(dropped)),
  }
}

/** The files of a release that are not on the disk as they should be. */
export function lackingFiles({ files }: Manifest, seen: ReadonlyMap<string, Seen>): ReleaseFile[] {
  return files.filter(({ path, sha256 }) => stateOf(seen.get(path), sha256) !== 'whole')
}

/** Every folder that the release or its index needs, the outermost first. */
export function neededFolders({ files, index }: Manifest): string[] {
  const folders = [...files.map(({ path }) => path), index.path].flatMap(foldersOf)
  return [...new Set(folders)].sort((a, b) => depth(a) - depth(b))
}

/** The paths that kura has put there and that the release has no more. */
export function leavingPaths(installed: ReadonlyMap<string, string>, { files }: Manifest): string[] {
  const staying = new Set(files.map(({ path }) => path))
  return [...installed.keys()].filter(path => !staying.has(path))
}

function leavingFiles({ installed, target, seen }: PlanFacts, inTheWay: ReadonlySet<string>) {
  const leaving = leavingPaths(installed, target)
  const state = (path: string) => stateOf(seen.get(path), installed.get(path) ?? '')
  return {
    removed: leaving.filter(path => state(path) === 'whole'),
    kept: leaving.filter(path => state(path) === 'changed' && !inTheWay.has(path)),
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

/** A folder where a file has to go is an obstacle unless kura made it; a link or a special file always is. */
function obstaclesOf({ target, seen, found }: PlanFacts, dropped: ReadonlySet<string>): Plan['obstacles'] {
  const places = [...target.files.map(({ path }) => [path, seen.get(path)] as const), ...found]
  const isPlace = new Set(target.files.map(({ path }) => path))
  return places.flatMap(([path, there]): Plan['obstacles'] => {
    if (there?.kind === 'blocked') return there.by === 'file' ? [] : [{ path, at: there.at, by: there.by }]
    const isObstacle = there?.kind === 'folder' && isPlace.has(path) && !dropped.has(path)
    return isObstacle ? [{ path, at: path, by: 'folder' }] : []
  })
}

function installedAt({ installed }: PlanFacts, path: string): { installed?: string } {
  const sha256 = installed.get(path)
  return sha256 === undefined ? {} : { installed: sha256 }
}

function isFile(found: Found | undefined): boolean {
  return found?.kind === 'file'
}

function pathsOf(files: readonly ReleaseFile[]): string[] {
  return files.map(({ path }) => path)
}

function deepestFirst(a: string, b: string): number {
  return depth(b) - depth(a)
}

function depth(path: string): number {
  return path.split('/').length
}
