export type Limiter = <T>(work: () => Promise<T>) => Promise<T>

/** Runs at most `width` operations at a time, in the order of the calls. */
export function createLimiter(width: number): Limiter {
  const waiting: (() => void)[] = []
  let free = width
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

/** After a failure, starts no further item. The failure is thrown when all running operations have ended. */
export async function mapConcurrently<T, R>(
  items: readonly T[],
  work: (item: T) => Promise<R>,
  { width = 8 }: { width?: number } = {},
): Promise<R[]> {
  const results: R[] = []
  const rest = items.entries()
  let failed = false
  const worker = async () => {
    try {
      for (const [index, item] of rest) {
        if (failed) return
        results[index] = await work(item)
      }
    } catch (error) {
      failed = true
      throw error
    }
  }
  const settled = await Promise.allSettled(Array.from({ length: Math.min(width, items.length) }, worker))
  for (const result of settled) if (result.status === 'rejected') throw result.reason
  return results
}

/** Runs the works at the same time. A failure is thrown after all works have ended. */
export async function together<const Works extends readonly (() => Promise<unknown>)[]>(
  works: Works,
): Promise<{ -readonly [Index in keyof Works]: Awaited<ReturnType<Works[Index]>> }>
export async function together(works: readonly (() => Promise<unknown>)[]): Promise<unknown[]> {
  return mapConcurrently(works, work => work(), { width: works.length })
}

/** Does as `mapConcurrently`, but reads the next item only when fewer than `width` operations are running. */
export async function drainConcurrently<T>(
  source: AsyncGenerator<T, void>,
  work: (item: T) => Promise<void>,
  { width }: { width: number },
): Promise<void> {
  let failed = false
  const worker = async () => {
    try {
      for (let next = await source.next(); !next.done && !failed; next = await source.next()) {
        await work(next.value)
      }
    } catch (error) {
      failed = true
      throw error
    }
  }
  const settled = await Promise.allSettled(Array.from({ length: width }, worker))
  for (const result of settled) if (result.status === 'rejected') throw result.reason
}

/**
 * Yields the results of `load`, in order. While the caller uses one result, the next is being loaded. If the caller
 * stops early, the generator waits for the load that is running.
 */
export async function* loadAhead<T, R>(
  items: Iterable<T>,
  load: (item: T) => Promise<R>,
): AsyncGenerator<R, void> {
  let ahead: Promise<R> | undefined
  try {
    for (const item of items) {
      const loaded = ahead === undefined ? [] : [await ahead]
      ahead = load(item)
      // a failure of `ahead` is thrown later, when the caller asks for that result
      ahead.catch(() => undefined)
      yield* loaded
    }
    if (ahead !== undefined) yield await ahead
  } finally {
    await ahead?.catch(() => undefined)
  }
}

/** Returns a promise to await if the loop should yield to the event loop now. */
export type Yielder = () => Promise<void> | undefined

/** The seconds after which signals, timers and the network must have their turn. */
const LONGEST_TURN = 0.02

/** Lets a computing loop be interrupted. The clock is `uptime`, as `performance` would load ten modules. */
export function createYielder(): Yielder {
  let began = process.uptime()
  return () => {
    if (process.uptime() - began < LONGEST_TURN) return undefined
    return new Promise(resolve => {
      setImmediate(() => {
        began = process.uptime()
        resolve()
      })
    })
  }
}

/** Works on at most two items at a time, in their order. Failures are as in `mapConcurrently`. */
export async function workAhead<T>(
  source: AsyncIterable<T>,
  work: (item: T) => Promise<unknown>,
): Promise<void> {
  let before: Promise<unknown> = Promise.resolve()
  let latest: Promise<unknown> = Promise.resolve()
  let failed = false
  try {
    for await (const item of source) {
      await before
      if (failed) break
      before = latest
      latest = work(item)
      // a failure of `latest` is thrown later, when the loop awaits it
      latest.catch(() => {
        failed = true
      })
    }
  } finally {
    await Promise.allSettled([before, latest])
  }
  await before
  await latest
}
