/** Waiting on the terminal for something that takes a while elsewhere. */
import { setTimeout as delay } from 'node:timers/promises'

export interface Waiting<T> {
  /** Looks; what it gives is what waiting gives in the end. */
  look(): Promise<T>
  done(found: T): boolean
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal
  /** How many times it looks at most, and the milliseconds between two looks. */
  readonly times: number
  readonly every: number
  readonly sleep?: (milliseconds: number, signal: AbortSignal) => Promise<unknown>
}

/** What the last look gave, done or not. @throws the signal's reason where a person stops it */
export async function waitUntil<T>({
  look,
  done,
  signal,
  times,
  every,
  sleep = (milliseconds, signal) => delay(milliseconds, undefined, { signal }),
}: Waiting<T>): Promise<T> {
  for (let count = 1; ; count++) {
    const found = await look()
    if (done(found) || count >= times) return found
    await sleep(every, signal).catch((error: unknown) => {
      signal.throwIfAborted()
      throw error
    })
    signal.throwIfAborted()
  }
}
