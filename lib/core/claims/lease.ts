/**
 * How long an attempt has its claim: one rule for every act. A lease must outlive every process that could still act,
 * so it lasts for a function's life, one whole call, and the time to store the outcome. A call begins only if the call
 * and the storing still fit into the lease:
 *
 *   claimed                        last moment for a call to begin          the claim ends
 *   |------- FUNCTION_LIFE -------|------------ CALL ------------|-- STORING --|
 */

/** The life of a function in milliseconds, as set in vercel.json. Only `journals` lives longer, and takes no lease. */
export const FUNCTION_LIFE = 60_000
/**
 * Milliseconds that a function keeps for its answer: every wait ends this long before the function's life does. The
 * life counts from the beginning of the request (`Trace.started`).
 */
export const ANSWERING = 5_000
/** The maximum time in milliseconds of one call with an effect, including a wait for a rate limit before it. */
export const CALL = 35_000
/** The maximum time in milliseconds for storing the outcome: after it, the store's update loop gives up. */
export const STORING = 10_000

/** The duration of a lease in milliseconds. */
export const LEASE = FUNCTION_LIFE + CALL + STORING

/** The latest time at which a call may begin under a lease that ends at `until`. */
export function lastStart(until: number): number {
  return until - STORING - CALL
}
