/** Work that waits for its turn, so that many bodies do not stand in memory at once. */

export type TakeTurn = <T>(work: () => Promise<T>) => Promise<T>

/** Runs at most `places` works at once, in the order in which they came. */
export function createTurns(places: number): TakeTurn {
  const waiting: (() => void)[] = []
  let free = places
  return async work => {
    if (free > 0) free -= 1
    else await new Promise<void>(resolve => waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free += 1
    }
  }
}
