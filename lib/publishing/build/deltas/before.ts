/**
 * The release before, from which deltas are made. If it is damaged, a file lacks a delta, and a warning says so. Also chooses
 * the older files that a new one may have been made from.
 */
import { hasCode } from '../../../core/errors.ts'
import type { Delta } from '../../../core/release/delta/operations.ts'
import type { ReleaseSnapshot } from '../../../core/release/folder/folder.ts'
import type { ReleaseFile } from '../../../core/release/schema.ts'
import type { ListedRelease } from '../../../core/release/update/render.ts'
import type { PayloadFile } from '../../payload/file.ts'
import type { CompareDeps } from './compare.ts'

export interface Before {
  readonly files: readonly PayloadFile[]
  /** The release before. */
  readonly snapshot: ReleaseSnapshot
  /** That release and those before it, the newest first. */
  readonly earlier: readonly ListedRelease[]
}

/** The signatures of contents that have left the release, by their SHA-256. */
export type Signatures = ReadonlyMap<string, Buffer>

/** A delta from a content of an earlier release. */
export interface MadeDelta {
  readonly from: string
  readonly delta: Delta
}

/** The contents from which there is a good delta by now. */
export type Good = () => Promise<ReadonlySet<string>>

/** Gives deltas to a file. */
export type DeltaSource = (file: PayloadFile, good: Good) => AsyncGenerator<MadeDelta, void>

export interface SkipDeps {
  /** Takes the path of a file that lacks a delta because the release before cannot be read there, and why. */
  readonly skipped: (path: string, cause: unknown) => void
}

export interface MakeDeps extends SkipDeps {
  readonly compare: CompareDeps
}

/**
 * What is read for deltas to `path`; undefined if it is damaged.
 * @throws AppError `payload_invalid`; the system's error if there is no room for a scratch file
 */
export function orSkip<T>(path: string, read: Promise<T>, { skipped }: SkipDeps): Promise<T | undefined> {
  return read.catch((cause: unknown) => {
    if (hasCode(cause, 'payload_invalid') || isOfSystem(cause)) throw cause
    skipped(path, cause)
    return undefined
  })
}

/** An error of the release folder has one of the system as its cause; this one is of something else. */
function isOfSystem(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error
}

/** How many files that are nearest in size are tried as the one before a new one: it may have been renamed. */
const RENAMES = 4

export function nearestInSize(files: readonly ReleaseFile[], size: number): ReleaseFile[] {
  const distance = (file: ReleaseFile) => Math.abs(file.size - size)
  return [...files].sort((one, other) => distance(one) - distance(other)).slice(0, RENAMES)
}

/** Of the files of one release, those that a file may have been made from: the one at its path, then others. */
export function likelyAncestors(files: readonly ReleaseFile[], { path, size }: ReleaseFile): ReleaseFile[] {
  const same = files.filter(file => file.path === path)
  const others = files.filter(file => file.path !== path)
  return [...same, ...nearestInSize(others, size)]
}
