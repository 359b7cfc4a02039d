/**
 * Limits how many operations run in parallel, so that only a few large bodies are in memory at a time; lets long loops
 * yield to other work.
 */

/** Runs `work` as soon as the limit allows it, and returns its result. */
export type Limiter = <T>(work: () => Promise<T>) => Promise<T>

/** Creates a limiter that runs at most `width` operations in parallel, in the order of the calls. */
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

/**
 * Runs `work` on each item, at most `width` at a time, and returns the results in the order of the items. After a
 * failure no further item is started, and the failure is thrown when all running operations have ended.
 */
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

/** Runs all of `works` in parallel and returns their results; a failure is thrown after all of them have ended. */
export async function together<const Works extends readonly (() => Promise<unknown>)[]>(
  works: Works,
): Promise<{ -readonly [Index in keyof Works]: Awaited<ReturnType<Works[Index]>> }>
export async function together(works: readonly (() => Promise<unknown>)[]): Promise<unknown[]> {
  return mapConcurrently(works, work => work(), { width: works.length })
}

/**
 * Runs `work` on the items of a source, at most `width` at a time. The next item is read from the source only when
 * fewer than `width` operations are running. After a failure no further item is started, and the failure is thrown when
 * all running operations have ended.
 */
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
 * Yields the results of `load` for each item, in order. While the caller uses one result, the next result is being
 * loaded. If the caller stops early, the generator waits for the load that is running.
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

/** A promise to await if the loop should yield to the event loop now, else undefined. */
export type Yielder = () => Promise<void> | undefined

/** Seconds that synchronous operations may take before signals, timers and the network have their turn. */
const LONGEST_TURN = 0.02

/**
 * Creates a function that lets a computing loop yield to the event loop from time to time, so that the loop can be
 * interrupted. It reads the clock of the process, because `performance` would load ten modules of Node.
 */
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

/**
 * Runs `work` on the items of a source, at most two at a time and in their order. After a failure no further item is
 * started, and the failure is thrown when all running operations have ended.
 */
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
