import { piecesOfBlob } from '../../../core/release/body/packing.ts'
import { withoutShortCopies } from '../../../core/release/delta/copies.ts'
import { type DiffDeps, diffPaged } from '../../../core/release/delta/diff.ts'
import { createDeltaBuilder, type Delta } from '../../../core/release/delta/operations.ts'
import type { PagedBytes } from '../../../core/release/delta/paged-bytes.ts'
import { sharedAfter, sharedBefore } from '../../../core/release/delta/shared.ts'
import type { ReleaseFile } from '../../../core/release/schema.ts'
import type { PayloadFile } from '../../payload/file.ts'
import { verified } from '../content.ts'
import type { Scratch, ScratchContent } from './scratch.ts'

/** The number of equal bytes on each side of a change. In them, kura searches for copies of the inserted bytes. */
const CONTEXT = 4_000_000

export interface CompareDeps extends DiffDeps {
  /** Yields the content of the previous release with this digest, in pieces. */
  readonly stored: (digest: string) => AsyncIterable<Uint8Array>
  readonly scratch: { readonly old: Scratch; readonly next: Scratch }
  readonly context?: number
}

/** The result of a comparison. Both members are valid until the next comparison. */
export interface Compared {
  readonly delta: Delta
  readonly next: PagedBytes
}

/**
 * Returns undefined if the delta would insert too many bytes.
 * @throws AppError `release_invalid` if the old content is damaged, `payload_invalid` if the file has changed
 */
export async function deltaBetween(
  { sha256 }: Pick<ReleaseFile, 'sha256'>,
  next: PayloadFile,
  { stored, scratch, context = CONTEXT, ...deps }: CompareDeps,
): Promise<Compared | undefined> {
  const before = await scratch.old.take(verified(sha256, stored(sha256)))
  const after = await scratch.next.take(piecesOfBlob(next))
  const { prefix, suffix } = commonEnds(before, after)
  const start = Math.max(0, prefix - context)
  const kept = Math.max(0, suffix - context)
  const middle = diffPaged(before.part(start, before.size - kept), after.part(start, after.size - kept), deps)
  if (!middle) return undefined
  const builder = createDeltaBuilder()
  builder.copy({ offset: 0, length: start })
  for (const operation of middle) {
    if ('insert' in operation) builder.insert(operation.insert)
    else builder.copy({ offset: operation.offset + start, length: operation.length })
  }
  builder.copy({ offset: before.size - kept, length: kept })
  const content = after.part(0, after.size)
  return { delta: withoutShortCopies(builder.end(), content), next: content }
}

/** The lengths of the common beginning and the common end, which do not overlap. */
function commonEnds(before: ScratchContent, after: ScratchContent): { prefix: number; suffix: number } {
  const [old, next] = [before.part(0, before.size), after.part(0, after.size)]
  const prefix = sharedAfter([old, 0], [next, 0])
  const most = Math.min(old.length, next.length) - prefix
  return { prefix, suffix: sharedBefore([old, old.length], [next, next.length], most) }
}
