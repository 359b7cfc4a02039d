/**
 * Deltas to the large files of a release, from the contents that devices with one of the last releases have. The release
 * folder has the content of the release before, and the deltas to it from older contents: so a delta from each of these is
 * made, directly or composed of two (decision 0012), and none of the older contents has to be kept.
 */

import { AppError } from '../../errors.ts'
import type { StoredDelta } from '../../release/catalog.ts'
import { createIndexMemory } from '../../release/delta/block-index.ts'
import { compose } from '../../release/delta/compose.ts'
import { type DeltaSizes, decodeDelta, encodeDelta } from '../../release/delta/format.ts'
import type { Delta } from '../../release/delta/operations.ts'
import { sha256 } from '../../release/envelope.ts'
import type { ReleaseSnapshot } from '../../release/folder.ts'
import { DELTA_FROM } from '../../release/limits.ts'
import type { ReleaseFile } from '../../release/schema.ts'
import type { ListedRelease } from '../../release/update/render.ts'
import type { PayloadFile } from '../payload-file.ts'
import { partFiles, type StoredFile, sizeOf } from './bodies.ts'
import { type CompareDeps, deltaBetween } from './compare.ts'
import { openContent, unfit } from './content.ts'
import { openScratch } from './scratch.ts'

/** How many files that have left the release are tried as the file before a new one: it may have been renamed. */
const RENAMES = 4

/**
 * How many bytes a delta may insert: they are in memory. A file of which more has changed is sent whole, unless it is one
 * of those that compress so well that the rest of it hardly counts.
 */
const MOST_INSERTED = 32_000_000

/** A delta, and the files that it is stored in. */
export interface PreparedDelta {
  readonly target: string
  readonly stored: StoredDelta
  readonly delta: Uint8Array
  readonly files: readonly StoredFile[]
}

export interface DeltaInput {
  readonly files: readonly PayloadFile[]
  /** The release before. */
  readonly snapshot: ReleaseSnapshot
  /** That release and those before it, the newest first. */
  readonly earlier: readonly ListedRelease[]
}

/** Makes the deltas to a release; `wholeBytes` gives the bytes that a content takes when it is sent whole. */
export type MakeDeltas = (
  wholeBytes: (file: PayloadFile) => Promise<number>,
) => AsyncGenerator<PreparedDelta, void>

export interface DeltaDeps {
  /** Is told of a file that lacks a delta because the release before cannot be read there, and why. */
  readonly skipped: (path: string, cause: unknown) => void
}

/** The deltas that are smaller than half of the whole; what is damaged in the release before has none. */
export function prepareDeltas(input: DeltaInput, deps: DeltaDeps): MakeDeltas {
  return async function* makeDeltas(wholeBytes) {
    const large = new Map(
      input.files.filter(({ size }) => size > DELTA_FROM).map(file => [file.sha256, file]),
    )
    if (large.size === 0) return
    const maker = await createMaker(input, deps)
    try {
      for (const file of large.values()) {
        const made = await maker.deltasTo(file)
        if (made.length === 0) continue
        const most = (await wholeBytes(file)) / 2
        for (const { from, delta } of made) {
          const one = await prepare({ from, target: file.sha256, delta: encodeDelta(delta) })
          if (one.stored.sent < most) yield one
        }
      }
    } finally {
      maker.close()
    }
  }
}

interface MadeDelta {
  readonly from: string
  readonly delta: Delta
}

async function prepare({
  from,
  target,
  delta,
}: {
  from: string
  target: string
  delta: Uint8Array
}): Promise<PreparedDelta> {
  const files = await partFiles(delta)
  const stored = { from, sha256: sha256(delta), bytes: delta.length, sent: sizeOf(files) }
  return { target, stored, delta, files }
}

async function createMaker({ files, snapshot, earlier }: DeltaInput, { skipped }: DeltaDeps) {
  const { deltas: kept = {} } = await snapshot.stored()
  const [before] = earlier
  const old = before?.files ?? []
  const bySha = new Map(earlier.flatMap(release => release.files.map(file => [file.sha256, file])))
  const present = new Set(files.map(file => file.sha256))
  const gone = old.filter(file => file.size > DELTA_FROM && !present.has(file.sha256))

  const compare: CompareDeps = {
    open: digest => openContent(snapshot, digest),
    scratch: { old: openScratch(), next: openScratch() },
    memory: createIndexMemory(),
    mostInserted: MOST_INSERTED,
  }

  /** Reads from the release before, for the delta to `path`; undefined if it is damaged there. */
  const attempt = <T>(path: string, read: Promise<T>): Promise<T | undefined> =>
    read.catch((cause: unknown) => {
      if (cause instanceof AppError && cause.code === 'payload_invalid') throw cause
      skipped(path, cause)
      return undefined
    })

  /** The deltas to a content of the release before, from contents that some device may still have; `path` is its place now. */
  const keptTo = async (target: ReleaseFile, path: string): Promise<MadeDelta[]> => {
    const usable = (Object.hasOwn(kept, target.sha256) ? kept[target.sha256] : undefined) ?? []
    const made: MadeDelta[] = []
    for (const { from, sha256 } of usable) {
      const base = bySha.get(from)
      if (!base) continue
      const sizes = { oldSize: base.size, newSize: target.size }
      const delta = await attempt(path, readStored(snapshot, sha256, sizes))
      if (delta) made.push({ from, delta })
    }
    return made
  }

  /** The file before this one: at its path, else the one of those that have left the release that it differs least from. */
  const predecessor = async (next: PayloadFile) => {
    const { path, size } = next
    const same = old.find(file => file.path === path)
    const candidates = same ? [same] : nearest(gone, size)
    let best: { file: ReleaseFile; delta: Delta; bytes: number } | undefined
    for (const file of candidates) {
      const delta = await attempt(path, deltaBetween(file, next, compare))
      if (!delta) continue
      const bytes = encodeDelta(delta).length
      if (!best || bytes < best.bytes) best = { file, delta, bytes }
    }
    return best
  }

  return {
    close() {
      compare.scratch.old.close()
      compare.scratch.next.close()
    },
    async deltasTo(file: PayloadFile): Promise<MadeDelta[]> {
      if (old.some(({ sha256 }) => sha256 === file.sha256)) return keptTo(file, file.path)
      const found = await predecessor(file)
      if (!found) return []
      const older = await keptTo(found.file, file.path)
      return [
        { from: found.file.sha256, delta: found.delta },
        ...older
          .filter(({ from }) => from !== file.sha256)
          .map(({ from, delta }) => ({ from, delta: compose(delta, found.delta) })),
      ]
    },
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

function nearest(files: readonly ReleaseFile[], size: number): ReleaseFile[] {
  const distance = (file: ReleaseFile) => Math.abs(file.size - size)
  return [...files].sort((one, other) => distance(one) - distance(other)).slice(0, RENAMES)
}
