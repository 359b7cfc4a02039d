/**
 * The handler runs each request inside `withinTime`; every wait below it asks `timeLeft`, so no caller has to pass the
 * end along. The end belongs to the request, because an instance may serve several at a time.
 */
import { AsyncLocalStorage } from 'node:async_hooks'

const ends = new AsyncLocalStorage<() => number>()

/** @param end on `clock` */
export function withinTime<T>({ end, clock }: { end: number; clock: () => number }, work: () => T): T {
  return ends.run(() => Math.max(0, end - clock()), work)
}

/** Milliseconds until the waits of the current request end; Infinity outside a request, as on the command line. */
export function timeLeft(): number {
  return ends.getStore()?.() ?? Number.POSITIVE_INFINITY
}
