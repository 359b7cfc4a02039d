/**
 * An update that may open a case: then the case is marked before anything is written (`open-cases.ts`). A mark holds for half
 * an hour of the store's time; a process that slept longer between its mark and its write marks the case again.
 */
import type { Store } from '../store/store.ts'
import { type LoadingFormat, type Transition, type UpdateOptions, update } from '../store/update.ts'
import { isFresh } from './open-cases.ts'

export interface MarkedUpdate<T, R> {
  readonly key: string
  readonly format: LoadingFormat<T>
  readonly transition: Transition<T, R>
  /** Whether `next` opens a case that was closed with `current`. */
  readonly opens: (current: T | undefined, next: T, now: number) => boolean
  /** Gives when the case was marked, the store's time. */
  readonly mark: () => Promise<number>
}

/** A write that opens a case whose mark is not made yet, or not fresh any more. */
const UNMARKED = Symbol('unmarked')

/** As `update` does; what opens a case is written only while its mark is fresh. */
export async function updateMarked<T, R>(
  store: Store,
  { key, format, transition, opens, mark }: MarkedUpdate<T, R>,
  options: UpdateOptions = {},
): Promise<R> {
  let markedAt: number | undefined
  const guarded: Transition<T, R | typeof UNMARKED> = (current, now) => {
    const decision = transition(current, now)
    const isOpening = 'write' in decision && opens(current, decision.write, now)
    const isMarked = markedAt !== undefined && isFresh(markedAt, now)
    return isOpening && !isMarked ? { keep: true, result: UNMARKED } : decision
  }
  for (;;) {
    const result = await update<T, R | typeof UNMARKED>(store, { key, format, transition: guarded }, options)
    if (result !== UNMARKED) return result
    markedAt = await mark()
  }
}
