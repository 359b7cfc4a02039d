/**
 * Dropping the marks of closed cases. A closed claim gets a new version before its mark is dropped: whoever has read it before
 * that cannot write it without reading it again, and then finds that the mark is not fresh any more (`marked-update.ts`). A
 * mark whose case was never claimed is kept, for there is no version to change.
 */
import { mapConcurrently } from '../concurrency.ts'
import type { Store } from '../store/store.ts'
import { type LoadingFormat, type UpdateOptions, update } from '../store/update.ts'
import { type Claim, isOpen } from './claim.ts'
import type { Mark, OpenCases } from './open-cases.ts'

interface MarkDropperDeps<Result> {
  readonly store: Store
  readonly openCases: OpenCases
  readonly keyOf: (name: string) => string
  readonly format: LoadingFormat<Claim<Result>>
  /** False if nothing may be written, as in a preview. */
  readonly mayStore: boolean
}

/** How many marks one call drops at most: each costs a read and a write of its claim, eight at once. */
export const DROPPED_AT_ONCE = 200

/** Drops those of the marks that are stale and whose claims are closed. */
export function markDropper<Result>(
  { store, openCases, keyOf, format, mayStore }: MarkDropperDeps<Result>,
  options: UpdateOptions,
): (marks: readonly Mark[]) => Promise<void> {
  const renewClosed = ({ key }: Mark) =>
    update<Claim<Result>, boolean>(
      store,
      {
        key: keyOf(key),
        format,
        transition: current =>
          current && !isOpen(current) ? { write: current, result: true } : { keep: true, result: false },
      },
      options,
    )
  return async marks => {
    const stale = marks.filter(mark => mark.stale).slice(0, DROPPED_AT_ONCE)
    if (!mayStore || stale.length === 0) return
    const closed = await mapConcurrently(stale, renewClosed)
    await openCases.drop(stale.filter((_, at) => closed[at]))
  }
}
