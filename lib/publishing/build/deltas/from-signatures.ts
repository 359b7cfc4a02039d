/**
 * Makes deltas from contents that are no longer in the release and of which the folder has block signatures (decision
 * 0019). They are for devices that have no content from which there is a good delta.
 */

import { piecesOfBlob } from '../../../core/release/body/packing.ts'
import { withoutShortCopies } from '../../../core/release/delta/copies.ts'
import type { PagedBytes } from '../../../core/release/delta/paged-bytes.ts'
import { readSignature } from '../../../core/release/delta/signature.ts'
import { diffFromSignature, resembles } from '../../../core/release/delta/signature-diff.ts'
import type { ReleaseFile } from '../../../core/release/schema.ts'
import type { PayloadFile } from '../../payload/file.ts'
import type { Before, DeltaSource, Good, MakeDeps, Signatures } from './before.ts'
import { likelyAncestors } from './before.ts'
import type { CompareDeps } from './compare.ts'

/**
 * Makes deltas for a file from block signatures. If the file's content was in the previous release, the deltas that it
 * had are kept, and no others are made.
 */
export function createFromSignatures(
  { earlier, signatures }: Pick<Before, 'earlier'> & { readonly signatures: Signatures },
  { compare }: Pick<MakeDeps, 'compare'>,
): DeltaSource {
  const releases = earlier.map(({ files }) => ({
    contents: new Set(files.map(({ sha256 }) => sha256)),
    signed: files.filter(({ sha256 }) => signatures.has(sha256)),
  }))
  return async function* deltasTo(file, good) {
    if (releases[0]?.contents.has(file.sha256)) return
    let next: PagedBytes | undefined
    for await (const content of contentsToTry(releases, file, good)) {
      const signature = readSignature(signatures.get(content) ?? Buffer.alloc(0))
      next ??= await openFile(file, compare)
      if (!signature || !resembles(signature, next, compare)) continue
      const delta = diffFromSignature(signature, next, compare)
      if (delta) yield { from: content, delta: withoutShortCopies(delta, next) }
    }
  }
}

/** An earlier release that devices may have: all its contents, and its files with a block signature. */
interface SignedRelease {
  readonly contents: ReadonlySet<string>
  readonly signed: readonly ReleaseFile[]
}

/**
 * Yields the contents to try. As soon as one content of a release has given a good delta, yields the contents of the
 * next release.
 */
async function* contentsToTry(
  releases: readonly SignedRelease[],
  file: ReleaseFile,
  good: Good,
): AsyncGenerator<string, void> {
  const tried = new Set<string>()
  for (const { contents, signed } of releases) {
    for (const { sha256 } of likelyAncestors(signed, file)) {
      if ([file.sha256, ...(await good())].some(content => contents.has(content))) break
      if (!tried.has(sha256)) yield sha256
      tried.add(sha256)
    }
  }
}

/**
 * Opens a file of the payload for comparison.
 * @throws AppError `payload_invalid` if the file has changed
 */
async function openFile(file: PayloadFile, { scratch }: CompareDeps): Promise<PagedBytes> {
  const { size, part } = await scratch.next.take(piecesOfBlob(file))
  return part(0, size)
}
