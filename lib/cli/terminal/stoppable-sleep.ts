import { setTimeout as delay } from 'node:timers/promises'

/** @throws the reason of the signal if the signal is aborted during the sleep */
export function stoppableSleep(signal: AbortSignal): (milliseconds: number) => Promise<void> {
  return milliseconds =>
    delay(milliseconds, undefined, { signal }).catch((error: unknown) => {
      signal.throwIfAborted()
      throw error
    })
}
