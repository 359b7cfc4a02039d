/** Visits items one after the other, a few in parallel, without a promise for each of thousands. */

export interface VisitAllOptions {
  readonly workers: number
  readonly signal: AbortSignal
}

/** Visits the items. The first failure or a stop ends the work; visits that have begun still end. */
export async function visitAll<T>(
  items: readonly T[],
  visit: (item: T) => Promise<void>,
  { workers, signal }: VisitAllOptions,
): Promise<void> {
  const queue = items.values()
  const work = async (): Promise<void> => {
    for (const item of queue) {
      signal.throwIfAborted()
      await visit(item)
    }
  }
  await Promise.all(Array.from({ length: Math.min(workers, items.length) }, work))
}
