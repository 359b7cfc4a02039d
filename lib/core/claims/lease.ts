/**
 * A lease must outlive every process that could still act. So it lasts for a function's life, one whole call, and the
 * time to store the outcome:
 *
 *   claimed                        last moment for a call to begin          the claim ends
 *   |------- FUNCTION_LIFE -------|------------ CALL ------------|-- STORING --|
 */

/** Milliseconds, as set in vercel.json. Only `journals` lives longer, and takes no lease. */
export const FUNCTION_LIFE = 60_000
/** Waits end this many milliseconds before the function's life, which begins with the request (`Trace.started`). */
export const ANSWERING = 5_000
/** The maximum of milliseconds for one call with an effect, including a wait for a rate limit before it. */
export const CALL = 35_000
/** The maximum of milliseconds for storing the outcome: then the store's update loop gives up. */
export const STORING = 10_000

/** Milliseconds. */
export const LEASE = FUNCTION_LIFE + CALL + STORING

/** The latest time at which a call may begin under a lease that ends at `until`. */
export function lastStart(until: number): number {
  return until - STORING - CALL
}
