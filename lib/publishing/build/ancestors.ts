/** Chooses the older contents that a file may have been made from. Pure. */
import type { StoredDeltas } from '../../release/catalog.ts'
import type { ReleaseFile } from '../../release/schema.ts'
import type { ListedRelease } from '../../release/update/render.ts'

/** How many contents that are nearest in size are tried as the one before a new file: it may have been renamed. */
const RENAMES = 4

export function nearestInSize(files: readonly ReleaseFile[], size: number): ReleaseFile[] {
  const distance = (file: ReleaseFile) => Math.abs(file.size - size)
  return [...files].sort((one, other) => distance(one) - distance(other)).slice(0, RENAMES)
}

export interface SignedFacts {
  /** The releases before this one that devices may have. */
  readonly earlier: readonly ListedRelease[]
  /** The contents of which there is a signature. */
  readonly signed: ReadonlySet<string>
  /** The deltas to contents of the release before. */
  readonly deltas: StoredDeltas
}

/**
 * Gives the contents with a signature from which a delta to a file is worth a try. A release that has the file's content, or
 * one that is in `served`, needs none. Of any other release it is the content at the same path; if that has no signature,
 * the nearest in size of those from which no delta leads to the release before.
 */
export function createAncestors({ earlier, signed, deltas }: SignedFacts) {
  const led = new Set(
    Object.values(deltas)
      .flat()
      .map(({ from }) => from),
  )
  const releases = earlier.map(({ files }) => {
    const known = files.filter(({ sha256 }) => signed.has(sha256))
    const contents = new Set(files.map(({ sha256 }) => sha256))
    return { contents, known, lost: known.filter(({ sha256 }) => !led.has(sha256)) }
  })
  return ({ path, size, sha256 }: ReleaseFile, served: ReadonlySet<string>): ReleaseFile[] => {
    const found = new Map<string, ReleaseFile>()
    for (const { contents, known, lost } of releases) {
      if ([sha256, ...served].some(content => contents.has(content))) continue
      const same = known.find(file => file.path === path)
      for (const file of same ? [same] : nearestInSize(lost, size)) found.set(file.sha256, file)
    }
    return [...found.values()]
  }
}
