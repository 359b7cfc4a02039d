/** Visits items in order, a few in parallel, without creating a promise for each of thousands of items. */

export interface VisitAllOptions {
  readonly workers: number
  readonly signal: AbortSignal
}

/**
 * Visits the items. After the first failure, or a stop, no further visit begins; visits that have begun are completed.
 */
export async function visitAll<T>(
  items: readonly T[],
  visit: (item: T) => Promise<void>,
  { workers, signal }: VisitAllOptions,
): Promise<void> {
  const queue = items.values()
  const failures: unknown[] = []
  const work = async (): Promise<void> => {
    for (const item of queue) {
      if (failures.length > 0) return
      try {
        signal.throwIfAborted()
        await visit(item)
      } catch (error) {
        failures.push(error)
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(workers, items.length) }, work))
  if (failures.length > 0) throw failures[0]
}
