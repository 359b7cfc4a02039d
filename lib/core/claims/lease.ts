/**
 * How long a claim belongs to an attempt: one rule for every act. A claim must outlive every process that could still act on
 * it, so its lease is a function's life, one whole call, and storing its outcome. A call begins only while the rest of it fits:
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

/** Milliseconds that a claim is held. */
export const LEASE = FUNCTION_LIFE + CALL + STORING

/** The moment from which no call begins any more under a claim that ends at `until`, on the same clock. */
export function lastStart(until: number): number {
  return until - STORING - CALL
}
