/** Deltas from contents that have left the release, and of which the folder has the signatures (decision 0019). */
import type { Delta } from '../../release/delta/operations.ts'
import { diffFromSignature } from '../../release/delta/signature-diff.ts'
import type { ReleaseSnapshot } from '../../release/folder.ts'
import { piecesOfBlob } from '../../release/packing.ts'
import type { PayloadFile } from '../payload-file.ts'
import { createAncestors } from './ancestors.ts'
import { type DeltaInput, type DeltaSource, type MakeDeps, orSkip } from './before.ts'
import type { CompareDeps } from './compare.ts'
import { openSignature } from './signatures.ts'

/** Its deltas are for devices that have no content from which there is a good delta; a file that stays has none. */
export async function createFromSignatures(
  { snapshot, earlier }: DeltaInput,
  deps: MakeDeps,
): Promise<DeltaSource> {
  const { deltas = {}, signatures = {} } = await snapshot.stored()
  const ancestorsOf = createAncestors({ earlier, signed: new Set(Object.keys(signatures)), deltas })
  const before = new Set(earlier[0]?.files.map(({ sha256 }) => sha256))
  return async function* deltasTo(file, good) {
    if (before.has(file.sha256)) return
    for (const { sha256 } of ancestorsOf(file, await good())) {
      const made = deltaFromSignature(sha256, file, { snapshot, compare: deps.compare })
      const delta = await orSkip(file.path, made, deps)
      if (delta) yield { from: sha256, delta }
    }
  }
}

/** @throws AppError `release_invalid` if the signature is damaged, `payload_invalid` if the file has changed */
async function deltaFromSignature(
  content: string,
  next: PayloadFile,
  { snapshot, compare }: { snapshot: ReleaseSnapshot; compare: CompareDeps },
): Promise<Delta | undefined> {
  const signature = await openSignature(content, snapshot)
  const after = await compare.scratch.next.take(piecesOfBlob(next))
  return diffFromSignature(signature, after.part(0, after.size), compare)
}
