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
  readonly sleep?: (milliseconds: number) => Promise<unknown>
}

/** What the last look gave, done or not. @throws the signal's reason where a person stops it */
export async function waitUntil<T>({
  look,
  done,
  signal,
  times,
  every,
  sleep = delay,
}: Waiting<T>): Promise<T> {
  for (let count = 1; ; count++) {
    const found = await look()
    if (done(found) || count >= times) return found
    await Promise.race([sleep(every), aborted(signal)])
    signal.throwIfAborted()
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
}
