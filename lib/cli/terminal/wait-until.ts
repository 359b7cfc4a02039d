import { stoppableSleep } from './stoppable-sleep.ts'

export interface Waiting<T> {
  read(): Promise<T>
  done(found: T): boolean
  readonly signal: AbortSignal
  /** The maximum number of reads; `every` is the time between two reads, in milliseconds. */
  readonly times: number
  readonly every: number
  readonly sleep?: (milliseconds: number) => Promise<unknown>
}

/**
 * Reads until the wanted state is there, at most `times` times, and returns the last state.
 * @throws the reason of the signal if the signal is aborted meanwhile
 */
export async function waitUntil<T>(waiting: Waiting<T>): Promise<T> {
  const { read, done, signal, times, every, sleep = stoppableSleep(signal) } = waiting
  for (let count = 1; ; count++) {
    const found = await read()
    if (done(found) || count >= times) return found
    await sleep(every)
    signal.throwIfAborted()
  }
}
