import { mapConcurrently } from '../core/work/concurrency.ts'

/** Visits in order, a few at a time. After the first failure, or a stop, only visits that have begun are completed. */
export async function visitAll<T>(
  items: readonly T[],
  visit: (item: T) => Promise<void>,
  { workers, signal }: { readonly workers: number; readonly signal: AbortSignal },
): Promise<void> {
  const unlessStopped = (item: T) => {
    signal.throwIfAborted()
    return visit(item)
  }
  await mapConcurrently(items, unlessStopped, { width: workers })
}
