/**
 * How long an attempt has its claim: one rule for every act. A lease must outlive every process that could still act, so
 * it is a function's life, one whole call, and the time to store its outcome. A call begins only while the rest fits:
 *
 *   claimed                        last moment for a call to begin          the claim ends
 *   |------- FUNCTION_LIFE -------|------------ CALL ------------|-- STORING --|
 */

/** Milliseconds that a function may live, as vercel.json says. */
export const FUNCTION_LIFE = 60_000
/** Milliseconds that one call with an effect takes at most, with a rate limit's wait before it. */
export const CALL = 35_000
/** Milliseconds that storing the outcome takes: the store's own loop gives up after them. */
export const STORING = 10_000

/** Milliseconds of a lease. */
export const LEASE = FUNCTION_LIFE + CALL + STORING

/** The moment after which no call begins under a lease that ends at `until`, on the same clock. */
export function lastStart(until: number): number {
  return until - STORING - CALL
}
