/**
 * The time at which a request must stop waiting. The handler runs each request inside `withinTime`; every wait below it
 * (the store's update loops, calls of the store and of the remotes) asks `timeLeft`, so no caller has to pass the end
 * along. The end belongs to the request, not to the instance, which may serve several requests at a time.
 */
import { AsyncLocalStorage } from 'node:async_hooks'

const ends = new AsyncLocalStorage<() => number>()

/** Runs `work` as a part of a request whose waits end at `end`, a time on `clock`. */
export function withinTime<T>({ end, clock }: { end: number; clock: () => number }, work: () => T): T {
  return ends.run(() => Math.max(0, end - clock()), work)
}

/**
 * Milliseconds until the waits of the current request end, 0 after that; Infinity outside a request, such as in the
 * command line.
 */
export function timeLeft(): number {
  return ends.getStore()?.() ?? Number.POSITIVE_INFINITY
}
