import { setTimeout as delay } from 'node:timers/promises'

/** @throws the signal's reason if it is aborted meanwhile */
export function stoppableSleep(signal: AbortSignal): (milliseconds: number) => Promise<void> {
  return milliseconds =>
    delay(milliseconds, undefined, { signal }).catch((error: unknown) => {
      signal.throwIfAborted()
      throw error
    })
}
