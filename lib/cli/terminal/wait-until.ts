/** Waits on the terminal for something that takes a while elsewhere. */
import { stoppableSleep } from './stoppable-sleep.ts'

export interface Waiting<T> {
  /** Looks at the current state; waiting returns what the last look found. */
  look(): Promise<T>
  done(found: T): boolean
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal
  /** How often it looks at most, and the milliseconds between two looks. */
  readonly times: number
  readonly every: number
  readonly sleep?: (milliseconds: number) => Promise<unknown>
}

/** What the last look found, done or not. @throws the signal's reason if it is aborted meanwhile */
export async function waitUntil<T>({
  look,
  done,
  signal,
  times,
  every,
  sleep = stoppableSleep(signal),
}: Waiting<T>): Promise<T> {
  for (let count = 1; ; count++) {
    const found = await look()
    if (done(found) || count >= times) return found
    await sleep(every)
    signal.throwIfAborted()
  }
}
