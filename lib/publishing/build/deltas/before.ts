/**
 * The previous release, from which deltas are made. If a part of it is damaged, the affected files get no delta, and a
 * warning says so.
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
  readonly snapshot: ReleaseSnapshot
  /** The previous release and those before it, the newest first. */
  readonly earlier: readonly ListedRelease[]
}

/** A delta that turns a content of an earlier release into a file of the new one. */
export interface MadeDelta {
  readonly from: string
  readonly delta: Delta
}

export type DeltaSource = (file: PayloadFile) => AsyncGenerator<MadeDelta, void>

export interface SkipDeps {
  /**
   * Called with the path of a file that gets no delta because the previous release cannot be read, and with the reason.
   */
  readonly skipped: (path: string, cause: unknown) => void
}

export interface MakeDeps extends SkipDeps {
  readonly compare: CompareDeps
}

/**
 * The result of `read`, a step on the way to a delta for the file at `path`. Undefined if the stored content is
 * damaged: then `skipped` is called.
 * @throws AppError `payload_invalid`; the system's error if there is no room for a scratch file
 */
export function orSkip<T>(path: string, read: Promise<T>, { skipped }: SkipDeps): Promise<T | undefined> {
  return read.catch((cause: unknown) => {
    if (hasCode(cause, 'payload_invalid') || isOfSystem(cause)) throw cause
    skipped(path, cause)
    return undefined
  })
}

/** Whether the system itself threw the error; for a damaged release folder, the system's error is only the cause. */
function isOfSystem(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error
}

/** A new file is compared with this many files of similar size, because it may be a renamed one. */
const RENAMES = 4

export function nearestInSize(files: readonly ReleaseFile[], size: number): ReleaseFile[] {
  const distance = (file: ReleaseFile) => Math.abs(file.size - size)
  return [...files].sort((one, other) => distance(one) - distance(other)).slice(0, RENAMES)
}
