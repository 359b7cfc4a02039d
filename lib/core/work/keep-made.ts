/**
 * Calls `make` at the first call and keeps what it promised, for all later calls. After a failure the next call makes
 * again: an instance outlives one bad moment. Concurrent callers share one promise.
 */
export function keepMade<A extends readonly unknown[], T>(
  make: (...given: A) => Promise<T>,
): (...given: A) => Promise<T> {
  let made: Promise<T> | undefined
  return (...given) => {
    made ??= make(...given).catch((error: unknown) => {
      made = undefined
      throw error
    })
    return made
  }
}
