/** The entry at a path of a device's directory. `look` checks the path name by name: it follows no symbolic link. */
import { lstatSync } from 'node:fs'
import { win32 } from 'node:path'
import type { AppError } from '../../core/errors.ts'
import { phrase } from '../../core/language/catalogue.ts'
import { phraseError } from '../../core/language/phrase-error.ts'
import { diskError } from './error.ts'
import { OWN } from './layout.ts'
import { DISK_ACTS, DISK_FAILURES, DISK_HINTS, OBSTACLES } from './words.ts'

/** A file, and the facts by which a run knows that it has hashed this content already. */
export interface FileEntry {
  readonly kind: 'file'
  readonly size: number
  readonly mode: number
  /** The file's identity, its size and the time of its last writing: the same if the file only gets another name. */
  readonly stamp: string
  /**
   * The stamp with the time of the last change of any kind, which no program can set. Undefined if that time is a
   * whole second: then the disk may count whole seconds (FAT), and a change may leave both times as they were.
   */
  readonly exact?: string | undefined
}

export type DiskEntry =
  | { readonly kind: 'absent' }
  | FileEntry
  | { readonly kind: 'folder' }
  /** An entry that kura does not follow or replace, at the path or above it. `at` is the path of that entry. */
  | { readonly kind: 'blocked'; readonly at: string; readonly by: 'link' | 'file' | 'special' }

/** The place of `path` in `dir`. Every system accepts `/` between names. */
export function fileAt(dir: string, path: string): string {
  return path === '' ? dir : `${dir}/${path}`
}

export function shownPath(
  { dir, platform }: { dir: string; platform: NodeJS.Platform },
  path: string,
): string {
  return platform === 'win32' ? win32.join(dir, path) : fileAt(dir, path)
}

/** The entry at `path`, read synchronously in microseconds; a loop of calls has to yield to other work. */
export function look(dir: string, path: string): DiskEntry {
  try {
    return blockAbove(dir, path) ?? entryAt(dir, path)
  } catch (error) {
    throw diskError(phrase(DISK_ACTS.look, { path }), error)
  }
}

export function isSame(dir: string, one: string, other: string): boolean {
  const [first, second] = [one, other].map(path => statsOf(dir, path))
  return first !== undefined && first.dev === second?.dev && first.ino === second.ino
}

/**
 * The options for exact numbers (bigint). They take twice as long, so only stamps and comparisons of files use them.
 */
const EXACT = { bigint: true, throwIfNoEntry: false } as const
const QUICK = { throwIfNoEntry: false } as const

function statsOf(dir: string, path: string) {
  try {
    return lstatSync(fileAt(dir, path), EXACT)
  } catch (error) {
    throw diskError(phrase(DISK_ACTS.look, { path }), error)
  }
}

/** The first entry above `path` that is not a folder; undefined if all are folders. */
function blockAbove(dir: string, path: string): DiskEntry | undefined {
  for (let end = path.indexOf('/'); end !== -1; end = path.indexOf('/', end + 1)) {
    const at = path.slice(0, end)
    const stats = lstatSync(fileAt(dir, at), QUICK)
    if (!stats) return { kind: 'absent' }
    if (!stats.isDirectory()) return { kind: 'blocked', at, by: stats.isFile() ? 'file' : oddity(stats) }
  }
  return undefined
}

function entryAt(dir: string, path: string): DiskEntry {
  const stats = statsOf(dir, path)
  if (!stats) return { kind: 'absent' }
  if (stats.isDirectory()) return { kind: 'folder' }
  if (!stats.isFile()) return { kind: 'blocked', at: path, by: oddity(stats) }
  const stamp = `${stats.dev}:${stats.ino}:${stats.size}:${stats.mtimeNs}`
  const exact = stats.ctimeNs % SECOND === 0n ? undefined : `${stamp}:${stats.ctimeNs}`
  return { kind: 'file', size: Number(stats.size), mode: Number(stats.mode) & 0o777, stamp, exact }
}

/** A second in nanoseconds. */
const SECOND = 1_000_000_000n

/** Remembers the SHA-256 of a file by its stamps, which must have been read while the file had this content. */
export function keepStamps(stamps: Map<string, string>, { stamp, exact }: FileEntry, sha256: string): void {
  stamps.set(stamp, sha256)
  if (exact !== undefined) stamps.set(exact, sha256)
}

function oddity(stats: { isSymbolicLink(): boolean }): 'link' | 'special' {
  return stats.isSymbolicLink() ? 'link' : 'special'
}

/**
 * Accepts the entry that was found at `path` if it is of the expected kind, or if there is none.
 * @throws AppError `device_write` if a link or a special file is on the path, if a file is in the place of a folder, or
 * if a folder is in the place of a file
 */
export function refuseOther(path: string, found: DiskEntry, expected: 'file' | 'folder'): void {
  if (found.kind === 'blocked') throw obstacleError(path, found)
  if (found.kind !== 'absent' && found.kind !== expected)
    throw obstacleError(path, { at: path, by: found.kind })
}

/** The entry that blocks a path, at the path itself or above it. */
export interface Obstacle {
  readonly at: string
  readonly by: 'link' | 'file' | 'special' | 'folder'
}

/**
 * Whether only this path waits for the obstacle, while the rest is installed: a link or a special file outside `.kura`.
 */
export function isHeldBackBy({ at, by }: Obstacle): boolean {
  return (by === 'link' || by === 'special') && at !== OWN && !at.startsWith(`${OWN}/`)
}

/**
 * The error about an obstacle. If only this path waits for it, the error has the detail `held`, like the error about a
 * file that another program has open.
 */
export function obstacleError(path: string, { at, by }: Obstacle): AppError {
  const obstacle = phrase(OBSTACLES[by])
  const message =
    at === path
      ? phrase(DISK_FAILURES.blocked, { path, obstacle })
      : phrase(DISK_FAILURES.blockedAbove, { path, at, obstacle })
  return phraseError('device_write', message, {
    hint: phrase(DISK_HINTS.moveAway, { path: at }),
    ...(isHeldBackBy({ at, by }) && { details: { held: at } }),
  })
}
