/**
 * A lease must outlive every process that could still act. So it lasts for a function's life, one whole call, and the
 * time to store the outcome:
 *
 *   claimed                        last moment for a call to begin          the claim ends
 *   |------- FUNCTION_LIFE -------|------------ CALL ------------|-- STORING --|
 */

/** A function's longest life in milliseconds, as in vercel.json. Only `journals` lives longer, and takes no lease. */
export const FUNCTION_LIFE = 60_000
/** The milliseconds left for the answer: all waits end this long before the function's life does. */
export const ANSWERING = 5_000
/** The longest duration of a call with an effect, in milliseconds, with the wait for a rate limit before it. */
export const CALL = 35_000
/** The longest time for storing the outcome, in milliseconds. After that, the store's update loop gives up. */
export const STORING = 10_000

/** The duration of a lease, in milliseconds. */
export const LEASE = FUNCTION_LIFE + CALL + STORING

/** Returns the latest time at which a call may begin under a lease that ends at `until`. */
export function lastStart(until: number): number {
  return until - STORING - CALL
}
