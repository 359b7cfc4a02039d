/**
 * Runs `work` on each item, at most `width` at a time, and gives the results in order. After a failure nothing new is
 * begun, and it is told once all that had begun has ended: no work goes on behind the caller's back.
 */
export async function mapBounded<T, R>(
  items: readonly T[],
  work: (item: T) => Promise<R>,
  { width = 8 }: { width?: number } = {},
): Promise<R[]> {
  const results: R[] = []
  const failures: unknown[] = []
  const queue = items.entries()
  const runner = async () => {
    for (const [index, item] of queue) {
      if (failures.length > 0) return
      results[index] = await work(item)
    }
  }
  const note = (error: unknown) => void failures.push(error)
  await Promise.all(Array.from({ length: Math.min(width, items.length) }, () => runner().catch(note)))
  if (failures.length > 0) throw failures[0]
  return results
}
