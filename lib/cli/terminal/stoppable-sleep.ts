/** A pause that Ctrl-C ends at once, and by its own reason. */
import { setTimeout as delay } from 'node:timers/promises'

/** A sleep of so many milliseconds. @throws the signal's reason where the work is stopped meanwhile */
export function stoppableSleep(signal: AbortSignal): (milliseconds: number) => Promise<void> {
  return milliseconds =>
    delay(milliseconds, undefined, { signal }).catch((error: unknown) => {
      signal.throwIfAborted()
      throw error
    })
}
