import { hasCode } from '../../core/errors.ts'
import { phrase } from '../../core/language/catalogue.ts'
import { english } from '../../core/language/text.ts'
import { applyDelta, type ReadAt, readerOf } from '../../core/release/delta/apply.ts'
import { isShortEnough } from '../../core/release/delta/copies.ts'
import { readDelta } from '../../core/release/delta/format.ts'
import { DEVICE_PROBLEMS } from '../../core/release/problems.ts'
import type { Disk, OpenFile } from '../disk/disk.ts'
import { heldPath } from '../disk/held.ts'
import { stagedPath } from '../disk/layout.ts'
import type { DeltaSource } from './answer.ts'
import type { Content, Staging } from './staging.ts'

export interface RebuildDeps {
  readonly disk: Disk
  readonly staging: Staging
  readonly holders: ReadonlyMap<string, string>
  /** Stages a delta that is not in the answer; returns false if the host no longer has it. */
  readonly fetchDelta: (delta: Content) => Promise<boolean>
  readonly warnings: string[]
}

/**
 * Stages `content` from a delta and a file of this device. Returns false if the whole content must be fetched.
 * @throws AppError `device_write`, or as `Fetcher.ask`
 */
export async function rebuild(content: Content, source: DeltaSource, deps: RebuildDeps): Promise<boolean> {
  const { disk, holders, fetchDelta, warnings } = deps
  const path = holders.get(source.from)
  if (path === undefined) return false
  const { delta } = source
  const size = delta instanceof Uint8Array ? delta.length : delta.size
  if (!isShortEnough(size, content.size)) return fetchedWhole(content, warnings)
  const far = 'sha256' in delta ? { ...delta, path: content.path } : undefined
  const files: OpenFile[] = []
  const readerAt = async (from: string): Promise<ReadAt> => {
    const file = await disk.open(from)
    files.push(file)
    return file.read
  }
  try {
    if (far && !(await fetchDelta(far))) return false
    const read = delta instanceof Uint8Array ? readerOf(delta) : await readerAt(stagedPath(delta.sha256))
    const sizes = { size, oldSize: source.fromSize, newSize: content.size }
    const pieces = gathered(applyDelta(readDelta(read, sizes), await readerAt(path)))
    if (await deps.staging.make(content, pieces)) return true
  } catch (error) {
    if (!hasCode(error, 'content_mismatch') && heldPath(error) === undefined) throw error
  } finally {
    for (const file of files) await file.close()
    if (far) await disk.remove(stagedPath(far.sha256))
  }
  return fetchedWhole(content, warnings)
}

const WRITTEN = 65_536

/** Joins small pieces: each write takes time, and a delta can make a file byte by byte. */
async function* gathered(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let gather = new Uint8Array(WRITTEN)
  let size = 0
  for await (const piece of pieces) {
    if (size + piece.length > WRITTEN) {
      yield gather.subarray(0, size)
      gather = new Uint8Array(WRITTEN)
      size = 0
    }
    if (piece.length > WRITTEN) yield piece
    else {
      gather.set(piece, size)
      size += piece.length
    }
  }
  yield gather.subarray(0, size)
}

function fetchedWhole({ path }: Content, warnings: string[]): false {
  warnings.push(english(phrase(DEVICE_PROBLEMS.fetchedWhole, { path })))
  return false
}
