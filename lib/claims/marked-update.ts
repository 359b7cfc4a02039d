/** An update that may open a case: then the case is marked before anything is written (`open-cases.ts`). */
import type { Store } from '../store/store.ts'
import { type LoadingFormat, type Transition, type UpdateOptions, update } from '../store/update.ts'

export interface MarkedUpdate<T, R> {
  readonly key: string
  readonly format: LoadingFormat<T>
  readonly transition: Transition<T, R>
  /** Whether `next` opens a case that was closed with `current`. */
  readonly opens: (current: T | undefined, next: T, now: number) => boolean
  readonly mark: () => Promise<void>
}

/** A write that opens a case whose mark is not made yet. */
const UNMARKED = Symbol('unmarked')

/** As `update` does; what opens a case is written only after its mark. */
export async function updateMarked<T, R>(
  store: Store,
  { key, format, transition, opens, mark }: MarkedUpdate<T, R>,
  options: UpdateOptions = {},
): Promise<R> {
  const guarded: Transition<T, R | typeof UNMARKED> = (current, now) => {
    const decision = transition(current, now)
    const isOpening = 'write' in decision && opens(current, decision.write, now)
    return isOpening ? { keep: true, result: UNMARKED } : decision
  }
  const first = await update<T, R | typeof UNMARKED>(store, { key, format, transition: guarded }, options)
  if (first !== UNMARKED) return first
  await mark()
  return update<T, R>(store, { key, format, transition }, options)
}
