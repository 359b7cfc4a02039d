/**
 * Calls `make` once, and gives all later and concurrent calls its promise. After a failure the next call tries again,
 * because an instance outlives a short outage.
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
