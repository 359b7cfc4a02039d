/**
 * Makes deltas from the contents of earlier releases to those of the new one. The release folder has the contents of
 * the previous release. For an older content it has a delta that ends at the previous release; this delta and the new
 * one are composed into one (decision 0012).
 */
import { compose } from '../../../core/release/delta/compose.ts'
import { withoutShortCopies } from '../../../core/release/delta/copies.ts'
import { type DeltaSizes, decodeDelta, encodeDelta } from '../../../core/release/delta/format.ts'
import type { Delta } from '../../../core/release/delta/operations.ts'
import { sha256 } from '../../../core/release/envelope.ts'
import type { ReleaseSnapshot } from '../../../core/release/folder/folder.ts'
import { DELTA_FROM } from '../../../core/release/limits.ts'
import type { ReleaseFile } from '../../../core/release/schema.ts'
import type { PayloadFile } from '../../payload/file.ts'
import { unfit } from '../content.ts'
import {
  type Before,
  type DeltaSource,
  type MadeDelta,
  type MakeDeps,
  nearestInSize,
  orSkip,
} from './before.ts'
import { type Compared, deltaBetween } from './compare.ts'

/**
 * Finds the deltas to a file. If the previous release has the same content, they are the kept deltas to this content. A
 * new content gets a delta from the previous content at the same path. If the path is new, the delta is from a file
 * that is no longer in the release, because the file may have been renamed.
 */
export async function createFromContents(
  { files, snapshot, earlier }: Before,
  deps: MakeDeps,
): Promise<DeltaSource> {
  const { deltas: kept = {} } = await snapshot.stored()
  const [before] = earlier
  const old = before?.files ?? []
  const bySha = new Map(earlier.flatMap(release => release.files.map(file => [file.sha256, file])))
  const present = new Set(files.map(file => file.sha256))
  const gone = old.filter(file => file.size > DELTA_FROM && !present.has(file.sha256))

  /**
   * The kept deltas from older contents, which some device may still have, to a content of the previous release. If a
   * delta is skipped, the warning names `path`, the new file.
   */
  const keptTo = async (target: ReleaseFile, path: string): Promise<MadeDelta[]> => {
    const usable = (Object.hasOwn(kept, target.sha256) ? kept[target.sha256] : undefined) ?? []
    const made: MadeDelta[] = []
    for (const { from, sha256 } of usable) {
      const base = bySha.get(from)
      if (!base) continue
      const sizes = { oldSize: base.size, newSize: target.size }
      const delta = await orSkip(path, readStored(snapshot, sha256, sizes), deps)
      if (delta) made.push({ from, delta })
    }
    return made
  }

  /** The smallest delta from one of the candidates, then the deltas from older contents that are composed with it. */
  const through = async (candidates: readonly ReleaseFile[], next: PayloadFile): Promise<MadeDelta[]> => {
    let best: { file: ReleaseFile; made: Compared; bytes: number } | undefined
    for (const file of candidates) {
      const made = await orSkip(next.path, deltaBetween(file, next, deps.compare), deps)
      if (!made) continue
      const bytes = encodeDelta(made.delta).length
      if (!best || bytes < best.bytes) best = { file, made, bytes }
    }
    if (!best) return []
    const { file, made } = best
    const throughIt = (first: Delta) => withoutShortCopies(compose(first, made.delta), made.next)
    const older = (await keptTo(file, next.path)).filter(({ from }) => from !== next.sha256)
    return [
      { from: file.sha256, delta: made.delta },
      ...older.map(({ from, delta }) => ({ from, delta: throughIt(delta) })),
    ]
  }

  return async function* deltasTo(file) {
    if (old.some(({ sha256 }) => sha256 === file.sha256)) return yield* await keptTo(file, file.path)
    const same = old.find(({ path }) => path === file.path)
    yield* await through(same ? [same] : nearestInSize(gone, file.size), file)
  }
}

/** @throws AppError `release_invalid`, `content_mismatch` */
async function readStored(
  snapshot: ReleaseSnapshot,
  digest: string,
  sizes: Omit<DeltaSizes, 'size'>,
): Promise<Delta> {
  const bytes = await snapshot.delta(digest)
  if (sha256(bytes) !== digest) throw unfit(`the delta "${digest}" is damaged`)
  return decodeDelta(bytes, sizes)
}
