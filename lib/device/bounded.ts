/** Runs `work` on each item, at most `width` at a time, and gives the results in order; the first failure ends it. */
export async function mapBounded<T, R>(
  items: readonly T[],
  work: (item: T) => Promise<R>,
  { width = 8 }: { width?: number } = {},
): Promise<R[]> {
  const results: R[] = []
  const queue = items.entries()
  const runner = async () => {
    for (const [index, item] of queue) results[index] = await work(item)
  }
  await Promise.all(Array.from({ length: Math.min(width, items.length) }, runner))
  return results
}
