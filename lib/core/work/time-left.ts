/**
 * The handler runs each request inside `withinTime`. Every wait inside it asks `timeLeft`, so no caller has to pass the
 * end along. The end belongs to the request, because an instance may serve several requests at a time.
 */
import { AsyncLocalStorage } from 'node:async_hooks'

const ends = new AsyncLocalStorage<() => number>()

/** @param end the end of all waits, on `clock` */
export function withinTime<T>({ end, clock }: { end: number; clock: () => number }, work: () => T): T {
  return ends.run(() => Math.max(0, end - clock()), work)
}

/** Returns the milliseconds until the request's waits end. Infinity outside a request, as on the command line. */
export function timeLeft(): number {
  return ends.getStore()?.() ?? Number.POSITIVE_INFINITY
}
