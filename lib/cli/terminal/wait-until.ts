import { stoppableSleep } from './stoppable-sleep.ts'

export interface Waiting<T> {
  read(): Promise<T>
  done(found: T): boolean
  /** The signal that Ctrl-C aborts. */
  readonly signal: AbortSignal
  /** The maximum number of reads; `every` is the time between two reads, in milliseconds. */
  readonly times: number
  readonly every: number
  readonly sleep?: (milliseconds: number) => Promise<unknown>
}

/**
 * Reads until the state is the wanted one, at most `times` times, and returns the state of the last read.
 * @throws the reason of the signal if it is aborted meanwhile
 */
export async function waitUntil<T>({
  read,
  done,
  signal,
  times,
  every,
  sleep = stoppableSleep(signal),
}: Waiting<T>): Promise<T> {
  for (let count = 1; ; count++) {
    const found = await read()
    if (done(found) || count >= times) return found
    await sleep(every)
    signal.throwIfAborted()
  }
}
