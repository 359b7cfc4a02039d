/**
 * Makes deltas for the large files of a release, from the contents that devices with one of the last releases have. The
 * release folder does not keep old contents for this. It has the contents of the previous release, the deltas from
 * older contents to them, and the block signatures of contents that are no longer in the release.
 */
import type { StoredDelta } from '../../../core/release/catalog.ts'
import { createIndexMemory } from '../../../core/release/delta/block-index.ts'
import { isShortEnough } from '../../../core/release/delta/copies.ts'
import { encodeDelta } from '../../../core/release/delta/format.ts'
import { sha256 } from '../../../core/release/envelope.ts'
import { DELTA_FROM } from '../../../core/release/limits.ts'
import type { PayloadFile } from '../../payload/file.ts'
import { partFiles, type StoredFile, sizeOf } from '../bodies.ts'
import { piecesOf } from '../content.ts'
import type { Before, MadeDelta, Signatures, SkipDeps } from './before.ts'
import type { CompareDeps } from './compare.ts'
import { createFromContents } from './from-contents.ts'
import { createFromSignatures } from './from-signatures.ts'
import { openScratch } from './scratch.ts'

/**
 * The maximum number of bytes that a delta may insert, because they are in memory. If a file has more changes, devices
 * get the whole file.
 */
const MOST_INSERTED = 32_000_000

/** A delta is kept if its size is below this share of the whole content. */
const WORTHWHILE = 1 / 2

/**
 * A delta whose size is below this share of the whole content is good enough. If the delta is larger, another old
 * content is tried.
 */
const GOOD = 1 / 10

/** A delta, and the files in which it is stored. */
export interface PreparedDelta {
  readonly target: string
  readonly stored: StoredDelta
  readonly delta: Uint8Array
  readonly files: readonly StoredFile[]
}

/** The facts for making deltas, besides the previous release. */
export interface DeltaFacts {
  /** Returns how many bytes the host sends for the whole content. */
  readonly wholeBytes: (file: PayloadFile) => Promise<number>
  readonly signatures: Signatures
}

/** Makes the deltas of a release. */
export type MakeDeltas = (facts: DeltaFacts) => AsyncGenerator<PreparedDelta, void>

export interface PrepareDeps extends SkipDeps {
  /** The folder for scratch files. */
  readonly scratchDir: string
}

/** Makes the worthwhile deltas. For a damaged content of the previous release it makes none. */
export function prepareDeltas(input: Before, deps: PrepareDeps): MakeDeltas {
  return async function* makeDeltas({ wholeBytes, signatures }) {
    const large = new Map(
      input.files.filter(({ size }) => size > DELTA_FROM).map(file => [file.sha256, file]),
    )
    if (large.size === 0) return
    const compare = openCompare(input, deps)
    try {
      const sources = [
        await createFromContents(input, { ...deps, compare }),
        createFromSignatures({ ...input, signatures }, { compare }),
      ]
      for (const file of large.values()) {
        const best = createBest(file, wholeBytes)
        for (const deltasTo of sources)
          for await (const made of deltasTo(file, best.good)) await best.take(made)
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

/** Keeps, for each older content, the smallest worthwhile delta from it to the file. */
function createBest(file: PayloadFile, wholeBytes: (file: PayloadFile) => Promise<number>) {
  const best = new Map<string, PreparedDelta>()
  let whole: Promise<number> | undefined
  const most = async (part: number) => {
    whole ??= wholeBytes(file)
    return (await whole) * part
  }
  return {
    async take(made: MadeDelta): Promise<void> {
      const one = await prepare(file.sha256, made)
      const before = best.get(made.from)?.stored.sent ?? (await most(WORTHWHILE))
      if (one.stored.sent < before && isShortEnough(one.stored.bytes, file.size)) best.set(made.from, one)
    },
    /** Returns the digests of the older contents from which a good delta has been found. */
    async good(): Promise<ReadonlySet<string>> {
      const good = new Set<string>()
      for (const [from, { stored }] of best) if (stored.sent < (await most(GOOD))) good.add(from)
      return good
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
