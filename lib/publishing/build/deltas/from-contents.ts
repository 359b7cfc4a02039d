import { hasCode } from '../../../core/errors.ts'
import { compose } from '../../../core/release/delta/compose.ts'
import { withoutShortCopies } from '../../../core/release/delta/copies.ts'
import { type DeltaSizes, decodeDelta, encodeDelta } from '../../../core/release/delta/format.ts'
import type { Delta } from '../../../core/release/delta/operations.ts'
import { sha256 } from '../../../core/release/envelope.ts'
import type { ReleaseSnapshot } from '../../../core/release/folder/folder.ts'
import { DELTA_FROM } from '../../../core/release/limits.ts'
import type { ReleaseFile } from '../../../core/release/schema.ts'
import type { ListedRelease } from '../../../core/release/update/render.ts'
import type { PayloadFile } from '../../payload/file.ts'
import { unfit } from '../content.ts'
import { type CompareDeps, type Compared, deltaBetween } from './compare.ts'

export interface Before {
  readonly files: readonly PayloadFile[]
  readonly snapshot: ReleaseSnapshot
  /** The earlier releases, the newest first. */
  readonly earlier: readonly ListedRelease[]
}

export interface MadeDelta {
  readonly from: string
  readonly delta: Delta
}

type DeltaSource = (file: PayloadFile) => AsyncGenerator<MadeDelta, void>

export interface SkipDeps {
  /** Called for a file that gets no delta, because the previous release cannot be read. */
  readonly skipped: (path: string, cause: unknown) => void
}

interface MakeDeps extends SkipDeps {
  readonly compare: CompareDeps
}

/**
 * A new content gets a delta from the previous content at the same path or, if the path is new, from a file that may
 * have been renamed. An older content's delta to the previous content is composed with the new delta (decision 0012).
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

  /** The stored deltas to `target`, for devices with an older content. A warning about a skipped delta names `path`. */
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

  /** The smallest delta, then the deltas from older contents, which are composed with it. */
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

/**
 * If the stored content is damaged, calls `skipped` and returns undefined.
 * @throws AppError `payload_invalid`; the system's error if there is no room for a scratch file
 */
export function orSkip<T>(path: string, read: Promise<T>, { skipped }: SkipDeps): Promise<T | undefined> {
  return read.catch((cause: unknown) => {
    if (hasCode(cause, 'payload_invalid') || isOfSystem(cause)) throw cause
    skipped(path, cause)
    return undefined
  })
}

/** Whether the error is the system's own. For a damaged release folder, the system's error is only the cause. */
function isOfSystem(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error
}

/** The number of files of similar size with which a new file is compared, because the file may have been renamed. */
const RENAMES = 4

export function nearestInSize(files: readonly ReleaseFile[], size: number): ReleaseFile[] {
  const distance = (file: ReleaseFile) => Math.abs(file.size - size)
  return [...files].sort((one, other) => distance(one) - distance(other)).slice(0, RENAMES)
}
