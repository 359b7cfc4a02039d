import type { StoredDelta } from '../../../core/release/catalog.ts'
import { createIndexMemory } from '../../../core/release/delta/block-index.ts'
import { isShortEnough } from '../../../core/release/delta/copies.ts'
import { encodeDelta } from '../../../core/release/delta/format.ts'
import { sha256 } from '../../../core/release/envelope.ts'
import { DELTA_FROM } from '../../../core/release/limits.ts'
import type { PayloadFile } from '../../payload/file.ts'
import { partFiles, type StoredFile, sizeOf } from '../bodies.ts'
import { piecesOf } from '../content.ts'
import type { CompareDeps } from './compare.ts'
import { type Before, createFromContents, type MadeDelta, type SkipDeps } from './from-contents.ts'
import { openScratch } from './scratch.ts'

/** The maximum number of bytes that a delta inserts: they are in memory. With more, devices get the whole file. */
const MOST_INSERTED = 32_000_000

/** A delta is kept only if it is smaller than this share of the whole content. */
const WORTHWHILE = 1 / 2

export interface PreparedDelta {
  readonly target: string
  readonly stored: StoredDelta
  readonly delta: Uint8Array
  readonly files: readonly StoredFile[]
}

/** `wholeBytes` returns the number of bytes that the host sends for the whole content. */
export type MakeDeltas = (
  wholeBytes: (file: PayloadFile) => Promise<number>,
) => AsyncGenerator<PreparedDelta, void>

export interface PrepareDeps extends SkipDeps {
  readonly scratchDir: string
}

/** Makes the deltas to large files. A damaged content of the previous release gets no delta. */
export function prepareDeltas(input: Before, deps: PrepareDeps): MakeDeltas {
  return async function* makeDeltas(wholeBytes) {
    const large = new Map(
      input.files.filter(({ size }) => size > DELTA_FROM).map(file => [file.sha256, file]),
    )
    if (large.size === 0) return
    const compare = openCompare(input, deps)
    try {
      const deltasTo = await createFromContents(input, { ...deps, compare })
      for (const file of large.values()) {
        const best = createBest(file, wholeBytes)
        for await (const made of deltasTo(file)) await best.take(made)
        yield* best.deltas()
      }
    } finally {
      compare.scratch.old.close()
      compare.scratch.next.close()
      compare.memory.free()
    }
  }
}

function openCompare({ snapshot }: Before, { scratchDir }: PrepareDeps): CompareDeps {
  return {
    stored: digest => piecesOf(snapshot, digest),
    scratch: { old: openScratch(scratchDir), next: openScratch(scratchDir) },
    memory: createIndexMemory(),
    mostInserted: MOST_INSERTED,
  }
}

/** Collects deltas to the file, and keeps the smallest worthwhile one for each older content. */
function createBest(file: PayloadFile, wholeBytes: (file: PayloadFile) => Promise<number>) {
  const best = new Map<string, PreparedDelta>()
  let whole: Promise<number> | undefined
  return {
    async take(made: MadeDelta): Promise<void> {
      const one = await prepare(file.sha256, made)
      whole ??= wholeBytes(file)
      const before = best.get(made.from)?.stored.sent ?? (await whole) * WORTHWHILE
      if (one.stored.sent < before && isShortEnough(one.stored.bytes, file.size)) best.set(made.from, one)
    },
    deltas: () => best.values(),
  }
}

async function prepare(target: string, made: MadeDelta): Promise<PreparedDelta> {
  const delta = encodeDelta(made.delta)
  const files = await partFiles(delta)
  const stored = { from: made.from, sha256: sha256(delta), bytes: delta.length, sent: sizeOf(files) }
  return { target, stored, delta, files }
}
