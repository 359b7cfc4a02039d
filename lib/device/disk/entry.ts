import { lstatSync } from 'node:fs'
import { win32 } from 'node:path'
import type { AppError } from '../../core/errors.ts'
import { phrase } from '../../core/language/catalogue.ts'
import { phraseError } from '../../core/language/phrase-error.ts'
import { diskError } from './error.ts'
import { OWN } from './layout.ts'
import { DISK_ACTS, DISK_FAILURES, DISK_HINTS, OBSTACLES } from './words.ts'

export interface FileEntry {
  readonly kind: 'file'
  readonly size: number
  readonly mode: number
  /** The identity, the size and the time of the last writing. A new name of the file does not change the stamp. */
  readonly stamp: string
  /** The stamp with the time of any change. Undefined for a whole second, because the disk may count seconds (FAT). */
  readonly exact?: string | undefined
}

export type DiskEntry =
  | { readonly kind: 'absent' }
  | FileEntry
  | { readonly kind: 'folder' }
  /** An entry that kura does not follow or replace, at the path or above it. */
  | { readonly kind: 'blocked'; readonly at: string; readonly by: 'link' | 'file' | 'special' }

/** The path for the system's calls: every system accepts `/` between names. */
export function fileAt(dir: string, path: string): string {
  return path === '' ? dir : `${dir}/${path}`
}

export function shownPath(
  { dir, platform }: { dir: string; platform: NodeJS.Platform },
  path: string,
): string {
  return platform === 'win32' ? win32.join(dir, path) : fileAt(dir, path)
}

/** Returns the entry at `path`, synchronously in microseconds. No symbolic link above `path` is followed. */
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

/** Exact numbers take twice as long, so only stamps and comparisons of files use them. */
const EXACT = { bigint: true, throwIfNoEntry: false } as const
const QUICK = { throwIfNoEntry: false } as const

function statsOf(dir: string, path: string) {
  try {
    return lstatSync(fileAt(dir, path), EXACT)
  } catch (error) {
    throw diskError(phrase(DISK_ACTS.look, { path }), error)
  }
}

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

const SECOND = 1_000_000_000n

/** Stores `sha256` under both stamps, which must have been read while the file had this content. */
export function keepStamps(stamps: Map<string, string>, { stamp, exact }: FileEntry, sha256: string): void {
  stamps.set(stamp, sha256)
  if (exact !== undefined) stamps.set(exact, sha256)
}

function oddity(stats: { isSymbolicLink(): boolean }): 'link' | 'special' {
  return stats.isSymbolicLink() ? 'link' : 'special'
}

/** @throws AppError `device_write` if the entry `found` at `path` is neither absent nor of the expected kind */
export function refuseOther(path: string, found: DiskEntry, expected: 'file' | 'folder'): void {
  if (found.kind === 'blocked') throw obstacleError(path, found)
  if (found.kind !== 'absent' && found.kind !== expected)
    throw obstacleError(path, { at: path, by: found.kind })
}

/** An entry that blocks a path, at the path itself or above it. */
export interface Obstacle {
  readonly at: string
  readonly by: 'link' | 'file' | 'special' | 'folder'
}

/** Whether only the path waits, and the rest is installed: so it is for a link or a special file outside `.kura`. */
export function isHeldBackBy({ at, by }: Obstacle): boolean {
  return (by === 'link' || by === 'special') && at !== OWN && !at.startsWith(`${OWN}/`)
}

/** If only the path waits, the error has the detail `held`, like the error about a file in another program. */
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
