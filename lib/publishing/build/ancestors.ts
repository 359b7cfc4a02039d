/** Chooses the older files that one may have been made from. Pure. */
import type { ReleaseFile } from '../../core/release/schema.ts'

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
